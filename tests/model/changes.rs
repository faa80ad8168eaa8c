//! Pools that note changes: after each step, the slots that changed are those whose state is another one or whose
//! object was lent for writing.

use crate::drops::Token;
use crate::items::Padded;
use crate::size::{cases, miri_or};

crate::models! {
    cases(1, 16), miri_or(8, 200);
    words_of_64: Words [u32; miri_or(70, 200), changes].table().image().deltas();
    live_tokens: LiveTokens [Token; 70, changes, guard = live, align = 64].table().changes();
    listed_waiting: ListedWaiting [u32; 40, changes, bookkeeping = free_list, quarantine = 7].image().deltas();
    marked_retiring: MarkedRetiring [u32; 3, changes, generation_bits = 14, on_wrap = retire, marks = 3]
        .table().marks(3).image().retires().deltas();
    padded: PaddedItems [Padded; 70, changes].table().changes();
}

#[cfg(feature = "serde")]
#[test]
fn json() {
    use crate::model::{Abilities, Tested};

    stackpool::pool! { Read: [u32; miri_or(70, 130)], changes; }

    crate::check(cases(1, 16), miri_or(7, 200), || {
        let read = |pool: &mut ReadPool, json: &[u8]| {
            pool.deserialize_from(&mut serde_json::Deserializer::from_slice(json)).unwrap();
        };
        let write = |pool: &ReadPool| serde_json::to_vec(pool).unwrap();
        vec![Box::new(Tested::new(
            Abilities::<Read>::new().table().image().bytes("json", write, read).changes(),
        ))]
    });
}

gate::only! {
    mod more {
        use super::*;
        use crate::items::Aligned;

        crate::models! {
            cases(1, 16), miri_or(8, 200);
            one_slot: OneSlot [Token; 1, changes].table().changes();
            no_upper_half: NoUpperHalf [u16; 96, changes, quarantine = 0].table().image().deltas();
            tokens: Tokens [Token; miri_or(70, 130), changes, marks = 3].table().marks(3).changes();
            live: LiveWords [u32; miri_or(70, 200), changes, guard = live, marks = 3].table().marks(3).image().deltas();
            listed: Listed [Token; 70, changes, bookkeeping = free_list, marks = 3].marks(3).changes();
            listed_words: ListedWords [u32; 70, changes, bookkeeping = free_list, guard = live].image().deltas();
            retiring: Retiring [u32; 3, changes, generation_bits = 14, on_wrap = retire]
                .table().image().retires().deltas();
            wide_generations: WideGenerations [u32; miri_or(40, 70), changes, generation_bits = 20]
                .table().image().deltas();
            waiting: Waiting [Token; 40, changes, quarantine = 20].table().changes();
            waiting_words: WaitingWords [u32; 40, changes, quarantine = 20].table().image().deltas();
            few_wait: FewWait [u32; 12, changes, quarantine = 3].table().image().deltas();
            all_wait: AllWait [u32; 6, changes, guard = live, quarantine = 6].table().image().deltas();
            marked: Marked [u32; 40, changes, quarantine = 20, marks = 3].table().marks(3).image().deltas();
            marked_list: MarkedList [u32; 40, changes, bookkeeping = free_list, quarantine = 7, marks = 3]
                .marks(3).image().deltas();
            bytes: Bytes [u8; miri_or(100, 256), changes].table().image().deltas();
            nothing: Nothing [(); miri_or(40, 100), changes].table().image().deltas();
            aligned: AlignedItems [Aligned; 70, changes].table().changes();
        }
    }
}
