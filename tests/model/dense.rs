//! Dense pools: after each step, the slice is the objects in their order.

use crate::drops::Token;
use crate::size::{cases, miri_or};

crate::models! {
    cases(1, 24), miri_or(12, 250);
    tokens: Tokens [Token; miri_or(70, 130), dense, marks = 3, changes].dense_table().marks(3).changes().positions();
    retiring: Retiring [Token; 3, dense, generation_bits = 14, on_wrap = retire].dense_table().retires();
    marked: Marked [u32; 40, dense, changes, quarantine = 20, marks = 3]
        .dense_table().marks(3).image().deltas().positions();
    strict_all: StrictAll [Token; 6, dense, guard = live, quarantine = 5, strict].dense_table().strict();
}

#[cfg(feature = "serde")]
#[test]
fn json() {
    use crate::model::{Abilities, Tested};

    stackpool::pool! {
        Read: [u32; miri_or(70, 130)], dense, changes;
        ReadWaiting: [u32; 12], dense, quarantine = 5, marks = 3;
    }

    crate::check(cases(1, 16), miri_or(7, 200), || {
        let read = |pool: &mut ReadPool, json: &[u8]| {
            pool.deserialize_from(&mut serde_json::Deserializer::from_slice(json)).unwrap();
        };
        let write = |pool: &ReadPool| serde_json::to_vec(pool).unwrap();
        vec![Box::new(Tested::new(
            Abilities::<Read>::new().dense_table().image().bytes("json", write, read).changes().positions(),
        ))]
    });
    crate::check(cases(1, 16), miri_or(7, 200), || {
        let read = |pool: &mut ReadWaitingPool, json: &[u8]| {
            pool.deserialize_from(&mut serde_json::Deserializer::from_slice(json)).unwrap();
        };
        let write = |pool: &ReadWaitingPool| serde_json::to_vec(pool).unwrap();
        vec![Box::new(Tested::new(
            Abilities::<ReadWaiting>::new().dense_table().marks(3).bytes("json", write, read),
        ))]
    });
}

gate::only! {
    mod more {
        use super::*;
        use crate::items::{Aligned, Padded};

        crate::models! {
            cases(1, 24), miri_or(12, 250);
            one: One [Token; 1, dense].dense_table();
            five_live: FiveLive [Token; 5, dense, guard = live, marks = 3].dense_table().marks(3);
            waiting: Waiting [Token; 40, dense, quarantine = 20, changes].dense_table().changes().positions();
            bytes: Bytes [u8; miri_or(100, 256), dense, changes].dense_table().image().deltas().positions();
            shorts: Shorts [u32; miri_or(260, 300), dense, generation_bits = 1].dense_table().image();
            words: Words [u64; miri_or(70, 300), dense, layout = u32, changes]
                .dense_table().image().deltas().positions();
            live_words: LiveWords [u32; miri_or(70, 200), dense, changes, guard = live, marks = 3]
                .dense_table().marks(3).image().deltas().positions();
            few_wait: FewWait [u32; 12, dense, changes, quarantine = 3].dense_table().image().deltas().positions();
            all_wait: AllWait [u32; 6, dense, changes, guard = live, quarantine = 6]
                .dense_table().image().deltas().positions();
            marked_retiring: MarkedRetiring [u32; 3, dense, changes, generation_bits = 14, on_wrap = retire, marks = 3]
                .dense_table().marks(3).image().retires().deltas().positions();
            wide_generations: WideGenerations [u32; miri_or(40, 70), dense, changes, generation_bits = 20]
                .dense_table().image().deltas().positions();
            strict: Strict [u32; 12, dense, changes, quarantine = 5, strict, marks = 3]
                .dense_table().marks(3).image().deltas().strict().positions();
            nothing: Nothing [(); miri_or(40, 100), dense, changes].dense_table().image().deltas().positions();
            padded: PaddedItems [Padded; 70, dense, changes].dense_table().changes().positions();
            aligned: AlignedItems [Aligned; 70, dense].dense_table();
        }
    }
}
