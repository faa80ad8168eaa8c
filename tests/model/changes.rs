//! Pools that note changes: after each step, the slots that changed are those whose state is another one or whose
//! object was lent for writing.

use crate::drops::Token;
use crate::items::{Aligned, Padded};
use crate::model::columns::{Row, TestedColumns};
use crate::size::{cases, miri_or};

crate::models! {
    cases(1, 16), miri_or(30, 200);
    one_slot: OneSlot [Token; 1, changes].table().changes();
    words_of_64: Words [u32; miri_or(70, 200), changes].table().image().changes();
    no_upper_half: NoUpperHalf [u16; 96, changes, quarantine = 0].table().image().changes();
    tokens: Tokens [Token; miri_or(70, 130), changes, marks = 3].table().marks(3).changes();
    live: LiveWords [u32; miri_or(70, 200), changes, guard = live, marks = 3].table().marks(3).image().changes();
    live_tokens: LiveTokens [Token; 70, changes, guard = live, align = 64].table().changes();
    listed: Listed [Token; 70, changes, bookkeeping = free_list, marks = 3].marks(3).changes();
    listed_words: ListedWords [u32; 70, changes, bookkeeping = free_list, guard = live].image().changes();
    retiring: Retiring [u32; 3, changes, generation_bits = 14, on_wrap = retire].table().image().retires().changes();
    wide_generations: WideGenerations [u32; 70, changes, generation_bits = 20].table().image().changes();
    waiting: Waiting [Token; 40, changes, quarantine = 20].table().changes();
    bytes: Bytes [u8; 256, changes].table().image().changes();
    nothing: Nothing [(); 100, changes].table().image().changes();
    padded: PaddedItems [Padded; 70, changes].table().changes();
    aligned: AlignedItems [Aligned; 70, changes].table().changes();
}

#[cfg(feature = "serde")]
#[test]
fn json() {
    use crate::model::{Abilities, Tested};

    stackpool::pool! { Read: [u32; miri_or(70, 130)], changes; }

    crate::check(cases(1, 16), miri_or(20, 200), || {
        let read = |pool: &mut ReadPool, json: &[u8]| {
            pool.deserialize_from(&mut serde_json::Deserializer::from_slice(json)).unwrap();
        };
        let write = |pool: &ReadPool| serde_json::to_vec(pool).unwrap();
        vec![Box::new(Tested::new(
            Abilities::<Read>::new().table().image().bytes("json", write, read).changes(),
        ))]
    });
}

stackpool::pool! {
    Few: [Row; 5], columns, changes, marks = 3;
    Many: [Row; miri_or(70, 300)], columns, changes;
    LiveRows: [Row; 70], columns, changes, guard = live, quarantine = 10;
    RetiringRows: [Row; 3], columns, changes, generation_bits = 14, on_wrap = retire;
}

macro_rules! columns {
    ($($test:ident: $definition:ty $(, $ability:ident($($args:tt)*))*;)*) => {$(
        #[test]
        fn $test() {
            crate::check(cases(1, 16), miri_or(40, 200), || {
                vec![Box::new(TestedColumns::<$definition>::new()$(.$ability($($args)*))*)]
            });
        }
    )*};
}

columns! {
    few_rows: Few, marks(3), changes();
    many_rows: Many, changes();
    live_rows: LiveRows, changes();
    retiring_rows: RetiringRows, retires(), changes();
}
