//! Pools of the same capacity and guard side by side: with tables of every kind and with free lists, with and without
//! marks. Equal pools give equal bytes.

use crate::model::{Abilities, Tested};
use crate::size::{cases, miri_or};
use stackpool::layout::Tracked;
use stackpool::{PoolSpec, pool};

pool! {
    Stacked: [u32; miri_or(70, 200)];
    Listed: [u32; miri_or(70, 200)], bookkeeping = free_list;
    Eighteen: [u32; miri_or(70, 200)], layout = packed18;
    NineMarked: [u32; miri_or(70, 200)], layout = packed(9), marks = 3;
    ListedMarked: [u32; miri_or(70, 200)], bookkeeping = free_list, marks = 3;

    // Indices that need more than the first 8 bits of an entry.
    Shorts: [u32; miri_or(260, 300)], generation_bits = 1;
    Nine: [u32; miri_or(260, 300)], generation_bits = 1, layout = packed(9);
    Ten: [u32; miri_or(260, 300)], generation_bits = 1, layout = packed(10);
    Twelve: [u32; miri_or(260, 300)], generation_bits = 1, layout = packed(12);
    Words: [u32; miri_or(260, 300)], generation_bits = 1, layout = u32;
}

/// Adds JSON to the formats of a pool.
trait Json {
    fn json(self) -> Self;
}

impl<P: PoolSpec<Item = u32, Layout: Tracked>> Json for Abilities<P> {
    #[cfg(feature = "serde")]
    fn json(self) -> Self {
        let write = |pool: &stackpool::Pool<P>| serde_json::to_vec(pool).unwrap();
        self.bytes("json", write, |pool, json| {
            pool.deserialize_from(&mut serde_json::Deserializer::from_slice(json)).unwrap();
        })
    }

    #[cfg(not(feature = "serde"))]
    fn json(self) -> Self {
        self
    }
}

macro_rules! groups {
    ($($test:ident: $($name:ident $(.$ability:ident($($args:tt)*))*),+;)*) => {
        $(
            #[test]
            fn $test() {
                crate::check(cases(1, 32), miri_or(12, 300), || {
                    vec![$(Box::new(Tested::new(Abilities::<$name>::new().image()$(.$ability($($args)*))*)),)+]
                });
            }
        )*
    };
}

groups! {
    generations: Stacked.table().json(), Listed.json(), Eighteen.table(),
        NineMarked.table().marks(3), ListedMarked.marks(3);
    tables: Shorts.table(), Nine.table(), Ten.table(), Twelve.table(), Words.table();
}

gate::only! {
    mod more {
        use super::*;

        pool! {
            LiveStacked: [u32; miri_or(70, 600)], guard = live, marks = 3;
            LiveListed: [u32; miri_or(70, 600)], guard = live, bookkeeping = free_list, marks = 3;
            LiveTwelve: [u32; miri_or(70, 600)], guard = live, layout = packed(12), marks = 3;

            // Quarantines with few and with many free slots.
            AllWait: [u32; 12], quarantine = 12;
            AllWaitListed: [u32; 12], quarantine = 12, bookkeeping = free_list, marks = 3;
            OneWaits: [u32; 40], quarantine = 1, guard = live;
            OneWaitsListed: [u32; 40], quarantine = 1, guard = live, bookkeeping = free_list, marks = 3;
            HalfWait: [u32; miri_or(40, 300)], quarantine = miri_or(20, 150), layout = packed18, marks = 3;
            HalfWaitListed: [u32; miri_or(40, 300)], quarantine = miri_or(20, 150), bookkeeping = free_list, marks = 3;
            HalfWaitNine: [u32; miri_or(40, 300)], quarantine = miri_or(20, 150), layout = packed(9);
            Strict: [u32; 40], quarantine = 30, strict, marks = 3;
            StrictListed: [u32; 40], quarantine = 30, strict, bookkeeping = free_list;
            NoneWait: [u32; miri_or(40, 300)], quarantine = 0, layout = u32;
            NoneWaitListed: [u32; miri_or(40, 300)], quarantine = 0, bookkeeping = free_list, marks = 3;

            Retiring: [u32; 4], generation_bits = 14, on_wrap = retire;
            RetiringListed: [u32; 4], generation_bits = 14, on_wrap = retire, bookkeeping = free_list, marks = 3;
            RetiringShorts: [u32; miri_or(260, 300)], generation_bits = 14, on_wrap = retire;
            RetiringNine: [u32; miri_or(260, 300)], generation_bits = 14, on_wrap = retire, layout = packed(9);
        }

        groups! {
            flags: LiveStacked.table().marks(3), LiveListed.marks(3).json(), LiveTwelve.table().marks(3);
            all_wait: AllWait.table().json(), AllWaitListed.marks(3).json();
            one_waits: OneWaits.table().json(), OneWaitsListed.marks(3);
            half_wait: HalfWait.table().marks(3).json(), HalfWaitListed.marks(3).json(), HalfWaitNine.table();
            strict: Strict.table().marks(3).strict().json(), StrictListed.strict().json();
            none_wait: NoneWait.table().json(), NoneWaitListed.marks(3);
            retired: Retiring.table().retires(), RetiringListed.retires().marks(3).json();
            retired_tables: RetiringShorts.table().retires(), RetiringNine.table().retires();
        }
    }
}
