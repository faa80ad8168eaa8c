//! Pools with a table, of every width.

use crate::drops::Token;
use crate::size::{cases, miri_or};

crate::models! {
    cases(1, 64), miri_or(18, 300);
    five_slots: FiveSlots [Token; 5, marks = 3].table().marks(3);
    a_byte_without_niche: ByteWithoutNiche [u8; 256].table().image();
    live: LiveSlots [Token; 70, guard = live, align = 64].table();
    shorts: Shorts [Token; miri_or(260, 300)].table();
    retiring: Retiring [Token; 3, generation_bits = 14, on_wrap = retire, marks = 3].table().marks(3).retires();
    strict_live: StrictLive [u32; 12, guard = live, quarantine = 4, strict, changes].table().image().deltas().strict();
}

gate::only! {
    mod more {
        use super::*;

        crate::models! {
            cases(1, 64), miri_or(18, 300);
            one_slot: OneSlot [Token; 1].table();
            two_slots: TwoSlots [u16; 2].table().image();
            no_spare_bits: NoSpareBits [Token; 129].table();
            live_one_slot: LiveOneSlot [Token; 1, guard = live].table();
            shorts_live: ShortsLive [Token; miri_or(260, 300), guard = live, marks = 3].table().marks(3);
            wide_generations: WideGenerations [u32; 70, generation_bits = 20].table().image();
            nothing: Nothing [(); 100].table();
            strict: Strict [Token; 40, quarantine = 20, strict, marks = 3].table().marks(3).strict();
            strict_one: StrictOne [u16; 2, quarantine = 1, strict, changes].table().image().deltas().strict();
            strict_all: StrictAll [Token; 6, quarantine = 5, strict].table().strict();
            strict_retiring: StrictRetiring
                [Token; 5, generation_bits = 14, on_wrap = retire, quarantine = 2, strict].table().retires().strict();
            strict_wide: StrictWide [u8; miri_or(260, 300), quarantine = 40, strict].table().image().strict();
        }
    }
}
