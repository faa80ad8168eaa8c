//! Pools of the same capacity and guard, with tables of every kind and with free lists, with marks and without: side by side.
//! They are equal bytes when they are equal.

use crate::model::{Abilities, Tested};
use stackpool::{PoolSpec, Tracked, pool};

pool! {
    Stacked: [u32; 200];
    Listed: [u32; 200], bookkeeping = free_list;
    Nine: [u32; 200], layout = packed(9);
    NineMarked: [u32; 200], layout = packed(9), marks = 3;
    ListedMarked: [u32; 200], bookkeeping = free_list, marks = 3;

    LiveStacked: [u32; 600], guard = live, marks = 3;
    LiveListed: [u32; 600], guard = live, bookkeeping = free_list, marks = 3;
    LiveTen: [u32; 600], guard = live, layout = packed(10);
    LiveTwelve: [u32; 600], guard = live, layout = packed(12), marks = 3;
    LiveTwenty: [u32; 600], guard = live, layout = packed(20);

    FewEight: [u32; 70], generation_bits = 1;
    FewNine: [u32; 70], generation_bits = 1, layout = packed(9);
    FewSeventeen: [u32; 70], generation_bits = 1, layout = packed(17);
    FewEighteen: [u32; 70], generation_bits = 1, layout = packed18;
    FewSplit: [u32; 70], generation_bits = 1, layout = split24;
    FewWords: [u32; 70], generation_bits = 1, layout = u32;

    Retiring: [u32; 4], generation_bits = 14, on_wrap = retire;
    RetiringListed: [u32; 4], generation_bits = 14, on_wrap = retire, bookkeeping = free_list;
}

/// A pool that can be saved as JSON, too.
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
                crate::check(if cfg!(miri) { 1 } else { 32 }, if cfg!(miri) { 30 } else { 300 }, || {
                    vec![$(Box::new(Tested::new(Abilities::<$name>::new().image()$(.$ability($($args)*))*)),)+]
                });
            }
        )*
    };
}

groups! {
    generations: Stacked.table().json(), Listed.json(), Nine.table(), NineMarked.table().marks(3), ListedMarked.marks(3);
    flags: LiveStacked.table().marks(3), LiveListed.marks(3).json(), LiveTen.table(), LiveTwelve.table().marks(3), LiveTwenty.table();
    packed: FewEight.table(), FewNine.table(), FewSeventeen.table(), FewEighteen.table(), FewSplit.table(), FewWords.table();
    retired: Retiring.table().retires(), RetiringListed.retires().json();
}
