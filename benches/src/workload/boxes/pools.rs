//! The pools of this crate and of `heapless`, for each measured size and capacity.

use heapless::box_pool;
use heapless::pool::boxed::{Box as HeaplessBox, BoxBlock, BoxPool};
use stackpool::{PoolBox, pool};
use std::sync::Once;

/// An object of `8 * WORDS` bytes.
pub(super) type Item<const WORDS: usize> = [u64; WORDS];

/// The pools for up to `$capacity` objects of `$words` words.
macro_rules! pools {
    ($(#[$doc:meta])* $module:ident: [$words:literal; $capacity:literal]) => {
        $(#[$doc])*
        pub(crate) mod $module {
            use super::*;

            pub(crate) const WORDS: usize = $words;
            pub(crate) const CAPACITY: usize = $capacity;

            pool! {
                pub(crate) ThreadsItem: [Item<$words>; $capacity], boxed;
                pub(crate) ExactItem: [Item<$words>; $capacity], boxed, exact;
                pub(crate) LocalItem: [Item<$words>; $capacity], boxed, sync = local;
                pub(crate) CriticalItem: [Item<$words>; $capacity], boxed, sync = critical_section;
            }
            pub(crate) type Threads = PoolBox<ThreadsItem>;
            pub(crate) type Exact = PoolBox<ExactItem>;
            pub(crate) type Local = PoolBox<LocalItem>;
            pub(crate) type Critical = PoolBox<CriticalItem>;

            box_pool!(HeaplessItem: Item<$words>);
            pub(crate) type Heapless = HeaplessBox<HeaplessItem>;

            /// Must be called only once.
            pub(super) fn hand_over_blocks() {
                static mut BLOCKS: [BoxBlock<Item<$words>>; $capacity] =
                    [const { BoxBlock::new() }; $capacity];
                let blocks = &raw mut BLOCKS;
                // SAFETY: the caller calls this only once, and nothing else uses these statics.
                super::hand_over::<HeaplessItem>(unsafe { &mut *blocks });
            }
        }
    };
}

pools! {
    /// For pairs of boxes, and for traces with few objects.
    small: [4; 20_000]
}
pools! {
    /// For traces with many objects: tables of 18 bits per entry, and links of 32 bits.
    large: [4; 262_143]
}
pools! {
    /// For traces with large objects.
    wide: [12; 10_000]
}

pool! {
    /// Like `large`, with tables of whole bytes.
    pub(crate) LargeSplitItem: [Item<4>; 262_143], boxed, sync = local, layout = split24;
    pub(crate) LargeWordsItem: [Item<4>; 262_143], boxed, sync = local, layout = u32;
}

/// Gives the pools of `heapless` their memory at the first call.
pub(super) fn hand_over_blocks() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        small::hand_over_blocks();
        large::hand_over_blocks();
        wide::hand_over_blocks();
    });
}

/// The first block is then the next to be used.
pub(super) fn hand_over<P: BoxPool>(blocks: &'static mut [BoxBlock<P::Data>]) {
    blocks.iter_mut().rev().for_each(P::manage);
}
