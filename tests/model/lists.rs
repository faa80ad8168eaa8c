//! Pools with a free list, with links of every width in items of many types.

use crate::drops::Token;
use crate::items::Aligned;
use crate::size::{cases, miri_or};

crate::models! {
    cases(1, 64), miri_or(18, 300);
    five_live: FiveLive [Token; 5, bookkeeping = free_list, guard = live, marks = 3].marks(3);
    retiring: Retiring [Token; 3, bookkeeping = free_list, generation_bits = 14, on_wrap = retire].retires();
    shorts_257: Shorts [u16; 257, bookkeeping = free_list, generation_bits = 9];
    aligned: AlignedItems [Aligned; miri_or(257, 300), bookkeeping = free_list];
    strict: Strict [Token; 40, bookkeeping = free_list, quarantine = 20, strict, marks = 3].marks(3).strict();
}

gate::only! {
    mod more {
        use super::*;
        use crate::items::Padded;

        crate::models! {
            cases(1, 64), miri_or(18, 300);
            one: One [u8; 1, bookkeeping = free_list].image();
            two: Two [Token; 2, bookkeeping = free_list];
            bytes_256: Bytes256 [Token; miri_or(70, 256), bookkeeping = free_list];
            bytes_256_live: BytesLive [u8; miri_or(70, 256), bookkeeping = free_list, guard = live];
            padded: PaddedItems [Padded; miri_or(257, 300), bookkeeping = free_list, guard = live];
            aligned_slots: AlignedSlots [[u8; 3]; 70, bookkeeping = free_list, align = 16, generation_bits = 1];
            strict_all: StrictAll [u32; 6, bookkeeping = free_list, guard = live, quarantine = 5, strict]
                .image().strict();
            tokens_300: Tokens300 [Token; miri_or(257, 300), bookkeeping = free_list, align = 64];
        }
    }
}
