//! From a declared capacity to every width: the decisions, as total const functions.
//!
//! The macros write one [`Plan`] as a constant, then read the numbers of the [groups](crate::layout::groups) of a
//! layout off it. Every function here is total. A plan with a mistake still yields numbers that compile: those of the
//! nearest correct plan. So the user sees exactly one error: that of the `check_..` function whose call carries the
//! span of the mistake.
//!
//! A handle is one code of `INDEX_BITS + GENERATION_BITS` bits, the index in the low bits:
//!
//! ```text
//!  bit  HANDLE_BITS-1            INDEX_BITS                  0
//!       +-----------------------+---------------------------+
//!       |       generation      |           index           |
//!       +-----------------------+---------------------------+
//! ```

mod check;

pub(crate) use check::{capacity_out_of_range, too_many_to_number};

use crate::base::bit_words::bit_words;
use crate::base::link_bytes::link_bytes;
use crate::table::packed_words;

/// The guard of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GuardKind {
    /// A cell per slot: live flag and generation.
    Generation,
    /// A bit per slot.
    Live,
    /// Nothing.
    None,
    /// A `PoolBox` owns each slot: nothing is tracked.
    Owned,
}

/// The largest capacity: an index and the counter have 32 bits each.
const MAX_CAPACITY: i128 = u32::MAX as i128;

/// The largest alignment of a slot that can be declared, in bytes.
const MAX_ALIGN: i128 = 65_536;

/// The least bits of generation for `on_wrap = retire`. On recorded game traces, fewer bits retire most of a pool
/// within minutes.
const MIN_RETIRE_BITS: i128 = 14;

/// The fewest generations that need this many bits, without the one of retired slots.
const MIN_RETIRE_GENERATIONS: u32 = 1 << (MIN_RETIRE_BITS - 1);

/// The size of a cache line in bytes. (Some processors have lines of 128 bytes.)
pub(crate) const LINE_BYTES: usize = 64;

/// From this capacity on, the first slot begins at a cache line. Then an item whose size is a power of two up to that
/// of a line lies in one line. Smaller pools fit in the nearest cache, and the padding counts there.
const LEAST_SLOTS_AT_A_LINE: u32 = 512;

/// The most slots that can wait in the quarantine.
pub(crate) const MAX_QUARANTINE: u64 = 1 << 24;

/// The quarantine of [`Sized24`](crate::layout::sized::Sized24), of any capacity: with it a slot goes through its
/// generations in 4,096 removals, as by default.
pub(crate) const QUARANTINE_OF_SIZED_24: usize = 32;

/// By default, the quarantine is the smallest power of two at which a slot goes through all its generations in this
/// many removals. With this many generations, none is needed.
const REMOVALS_PER_REUSE: u32 = 4_096;

/// By default, at most one slot in this many waits in the quarantine.
const SLOTS_PER_WAITING: u32 = 8;

/// The number of marks if `marks` is given without a number.
const DEFAULT_MARKS: i128 = 8;

/// The most marks that can be out at once.
pub(crate) const MAX_MARKS: usize = 255;

/// Everything that `#[pool(..)]` says about a pool, and the widths that follow.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Plan {
    capacity: i128,
    /// The largest capacity that handles and saves have room for.
    grows_to: Option<i128>,
    table_bits: Option<u32>,
    guard: GuardKind,
    /// The fewest generations for which a handle is caught.
    generations: Option<i128>,
    generation_bits: Option<i128>,
    handle_bytes: Option<i128>,
    retire: bool,
    quarantine: Option<i128>,
    /// Whether no slot is used while it waits in the quarantine.
    strict: bool,
    align: Option<i128>,
    marks: Option<i128>,
    /// Whether the table holds links from one free slot to the next, instead of a stack of indices.
    linked: bool,
    /// Whether the objects are without holes. Then the entries of the table are whole integers.
    dense: bool,
}

/// The number of bits that hold every index below `capacity`: 0 for one slot.
#[inline]
pub(crate) const fn index_bits(capacity: u32) -> u32 {
    u32::BITS - (capacity - 1).leading_zeros()
}

/// The number of bits that hold every generation below `generations`.
#[inline]
pub(crate) const fn generation_bits(generations: u32) -> u32 {
    index_bits(generations)
}

/// The bits of the smallest cell of the guard that holds `bits` bits of generation and a live flag.
#[inline]
const fn cell_bits(bits: u32) -> u8 {
    match bits {
        0..=7 => 8,
        8..=15 => 16,
        _ => 32,
    }
}

/// The bits of the fewest bytes, at least one, that hold `bits` bits.
#[inline]
const fn bits_of_whole_bytes(bits: u32) -> u32 {
    if bits == 0 { 8 } else { bits.next_multiple_of(8) }
}

/// The bits of the smallest unsigned integer that holds `largest`.
#[inline]
const fn integer_bits(largest: u64) -> u8 {
    match largest {
        0..=0xFF => 8,
        0x100..=0xFFFF => 16,
        _ => 32,
    }
}

/// The bits of a link of the list of marks, which holds the number of its nodes. 0 without marks.
#[inline]
pub(crate) const fn mark_link_bits(capacity: usize, marks: usize) -> u8 {
    if marks == 0 { 0 } else { integer_bits(capacity as u64 + marks as u64) }
}

/// The number of `u32` words for the bits of slots that threads share. With 64-bit atomics, they share links.
#[inline]
pub(crate) const fn shared_words(capacity: usize) -> usize {
    if cfg!(target_has_atomic = "64") { 0 } else { bit_words(capacity) }
}

/// The number of `u32` words for one live bit per slot.
#[inline]
pub(crate) const fn live_words(capacity: usize) -> usize {
    capacity.div_ceil(32)
}

/// The largest code of a handle: the last index of the last generation.
#[inline]
pub(crate) const fn largest_code(capacity: u32, generations: u32) -> u64 {
    (((generations - 1) as u64) << index_bits(capacity)) | (capacity - 1) as u64
}

/// The largest code that leaves a niche in a handle of `bits` bits. Codes are stored inverted, and zero is `None`. So
/// the code of all ones must be left over; in 3 bytes, all codes whose top byte is all ones.
#[inline]
pub(crate) const fn largest_code_with_niche(bits: u32) -> u64 {
    match bits {
        24 => 0xFE_FFFF,
        _ => (1 << bits) - 2,
    }
}

/// The number of generations that fit in `bits` bits of handle next to the index, at most `most`. They leave a niche if
/// the indices alone leave one.
#[inline]
const fn generations_in(capacity: u32, bits: u32, most: u32) -> u32 {
    let last_index = (capacity - 1) as u64;
    let Some(left) = largest_code_with_niche(bits).checked_sub(last_index) else {
        return 1;
    };
    let generations = (left >> index_bits(capacity)) + 1;
    if generations > most as u64 { most } else { generations as u32 }
}

/// Writes the methods that note what a key says: which fields get which values.
macro_rules! keys {
    ($($(#[$doc:meta])* $key:ident($($value:ident: $type:ty)?) => $($field:ident: $content:expr),+;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub const fn $key(self $(, $value: $type)?) -> Self {
            Plan { $($field: $content,)+ ..self }
        }
    )*};
}

#[expect(clippy::must_use_candidate, reason = "the macros read each number in a constant")]
impl Plan {
    /// A plan in which everything except the capacity has its default.
    #[inline]
    pub const fn new(capacity: i128) -> Self {
        Plan {
            capacity,
            grows_to: None,
            table_bits: None,
            guard: GuardKind::Generation,
            generations: None,
            generation_bits: None,
            handle_bytes: None,
            retire: false,
            quarantine: None,
            strict: false,
            align: None,
            marks: None,
            linked: false,
            dense: false,
        }
    }

    keys! {
        /// `grows_to = ..`.
        grows_to(slots: i128) => grows_to: Some(slots);
        /// `layout = ..`: a table with `bits` bits per entry.
        layout(bits: u32) => table_bits: Some(bits);
        /// `guard = live`.
        guard_live() => guard: GuardKind::Live;
        /// `guard = none`.
        guard_none() => guard: GuardKind::None;
        /// `boxed`, with the free slots in a stack of indices. The table is the default one, or that of `layout = ..`.
        boxed_stacked() => guard: GuardKind::Owned;
        /// `boxed`, with a link from each free slot to the next. The table holds links, whatever `layout = ..` says.
        boxed_linked() => guard: GuardKind::Owned, linked: true;
        /// `dense`.
        dense() => dense: true;
        /// `generations = ..`.
        generations_of(count: i128) => generations: Some(count);
        /// `generation_bits = ..`.
        generation_bits(bits: i128) => generation_bits: Some(bits);
        /// `handle_bytes = ..`.
        handle_bytes(bytes: i128) => handle_bytes: Some(bytes);
        /// `on_wrap = retire`.
        retire() => retire: true;
        /// `quarantine = ..`.
        quarantine_of(slots: i128) => quarantine: Some(slots);
        /// `strict`.
        strict() => strict: true;
        /// No quarantine, if none is given: the default of pools of values.
        no_quarantine() => quarantine: Some(0);
        /// `align = ..`, in bytes.
        align(bytes: i128) => align: Some(bytes);
        /// `marks`.
        marks() => marks: Some(DEFAULT_MARKS);
        /// `marks = ..`.
        marks_at_most(count: i128) => marks: Some(count);
    }

    #[inline]
    const fn capacity_is_valid(self) -> bool {
        1 <= self.capacity && self.capacity <= MAX_CAPACITY
    }

    #[inline]
    const fn valid_capacity(self) -> u32 {
        if self.capacity_is_valid() { self.capacity as u32 } else { 1 }
    }

    /// The number of slots for which handles have room.
    #[inline]
    const fn reach(self) -> u32 {
        match self.grows_to {
            Some(slots) if self.grows_to_is_valid() => slots as u32,
            _ => self.valid_capacity(),
        }
    }

    /// The bits of an index in a handle.
    #[inline]
    const fn index_bits(self) -> u32 {
        index_bits(self.reach())
    }

    /// `SLOTS` of `SlotCount`: the number of slots.
    #[inline]
    pub const fn capacity(self) -> usize {
        self.valid_capacity() as usize
    }

    /// `BITS` of `LinkBits`: the bits of a link of a free list.
    #[inline]
    pub const fn link_bits(self) -> u8 {
        8 * link_bytes(self.valid_capacity()) as u8
    }

    /// `BITS` of `TableBits`: the bits of an entry.
    #[inline]
    pub const fn table_bits(self) -> u8 {
        if self.linked {
            // A link is an index, or the capacity, which ends the list.
            return integer_bits(self.capacity() as u64);
        }
        let index_bits = index_bits(self.valid_capacity());
        match (self.table_bits, index_bits) {
            (Some(bits), _) if bits >= index_bits => bits as u8,
            (_, 0..=8) => 8,
            (_, 9..=16) => 16,
            _ if self.dense => 32,
            (_, 17..=18) => 18,
            (_, 19..=24) => 24,
            _ => 32,
        }
    }

    /// `WORDS` of `TableBits`: the number of `u32` words of packed bits.
    #[inline]
    pub const fn table_words(self) -> usize {
        packed_words(self.capacity(), self.table_bits())
    }

    /// `WORDS` of `LiveWords`: the number of `u32` words of one bit per slot.
    #[inline]
    pub const fn live_words(self) -> usize {
        live_words(self.capacity())
    }

    /// `WORDS` of `Owned`: the number of `u32` words of the bits that threads share.
    #[inline]
    pub const fn shared_words(self) -> usize {
        if self.linked { shared_words(self.capacity()) } else { 0 }
    }

    /// `BITS` of `Cells`: the bits of a cell, with a live flag and the bits of a generation.
    #[inline]
    pub const fn cell_bits(self) -> u8 {
        cell_bits(generation_bits(self.generations()))
    }

    /// `GENERATIONS` of `Cells`: the number of generations that a slot goes through before they wrap. 1: no
    /// generations.
    #[inline]
    pub const fn generations(self) -> u32 {
        match self.guard {
            GuardKind::Generation => {
                let bits = match (self.wanted_generations(), self.wanted_generation_bits()) {
                    // As many as the smallest cell with room for the declared ones can hold.
                    (Some(count), _) => cell_bits(generation_bits(count)) - 1,
                    (None, Some(bits)) => bits as u8,
                    // One byte per slot: the live flag and 7 bits.
                    (None, None) => 7,
                };
                generations_in(self.reach(), self.code_bits(), 1 << bits)
            }
            GuardKind::Live | GuardKind::None | GuardKind::Owned => 1,
        }
    }

    /// `RETIRING` of `Cells`: 1 if a slot is retired when its generations are used up, 0 if they wrap.
    #[inline]
    pub const fn retiring(self) -> usize {
        match self.guard {
            GuardKind::Generation if self.retire && self.generations() > 1 => 1,
            _ => 0,
        }
    }

    /// The generations of a slot that `generations` asks for, with the one of retired slots.
    #[inline]
    const fn wanted_generations(self) -> Option<u32> {
        match self.generations {
            Some(count) if self.generations_are_valid() => Some(count as u32 + self.retire as u32),
            _ => None,
        }
    }

    /// The bits of generation that a key asks for. `handle_bytes` asks for all that the index leaves.
    #[inline]
    const fn wanted_generation_bits(self) -> Option<u32> {
        match (self.generation_bits, self.handle_bytes) {
            (Some(bits), _) if self.generation_bits_are_valid() => Some(bits as u32),
            (None, Some(bytes)) if self.handle_bytes_are_valid() => {
                Some(self.generation_bits_in(8 * bytes as u32))
            }
            _ => None,
        }
    }

    /// The bits of a handle of `bits` bits that the index leaves for generations.
    #[inline]
    const fn generation_bits_in(self, bits: u32) -> u32 {
        match bits - self.index_bits() {
            // The cell of the guard keeps one of its 32 bits for the live flag.
            32 => 31,
            // The niche takes one of the two values of a single bit. The value that is left says nothing.
            1 if generations_in(self.reach(), bits, 2) == 1 => 0,
            spare => spare,
        }
    }

    /// The fewest bits, in whole bytes, for the index and the declared generations.
    #[inline]
    const fn code_bits(self) -> u32 {
        if let (GuardKind::Generation, Some(count)) = (self.guard, self.wanted_generations()) {
            return self.code_bits_for(count);
        }
        let wanted = match (self.guard, self.wanted_generation_bits()) {
            (GuardKind::Generation, Some(bits)) => bits,
            _ => 0,
        };
        let bits = bits_of_whole_bytes(self.index_bits() + wanted);
        // As in `generation_bits_in`, the niche would take one of the two values. Here the next width keeps both.
        if wanted == 1 && bits < 32 && generations_in(self.reach(), bits, 2) == 1 { bits + 8 } else { bits }
    }

    /// The bits of a handle, in whole bytes, that has room for this many generations: those that `handle_bytes` says,
    /// or the fewest. At most 32, even if the generations need more.
    #[inline]
    const fn code_bits_for(self, generations: u32) -> u32 {
        if let (Some(bytes), true) = (self.handle_bytes, self.handle_bytes_are_valid()) {
            return 8 * bytes as u32;
        }
        let mut bits = bits_of_whole_bytes(self.index_bits());
        while bits < 32 && generations_in(self.reach(), bits, generations) < generations {
            bits += 8;
        }
        bits
    }

    /// `BITS` of `HandleBits`: the bits of a handle.
    #[inline]
    pub const fn handle_bits(self) -> u8 {
        self.code_bits() as u8
    }

    /// `NICHE` of `HandleBits`: whether handles leave a bit pattern over.
    #[inline]
    pub const fn handle_has_niche(self) -> bool {
        largest_code(self.reach(), self.generations()) <= largest_code_with_niche(self.code_bits())
    }

    /// `REACH` of `HandleBits`: the declared number of slots for which handles and saves have room. 0: the capacity.
    #[inline]
    pub const fn handle_reach(self) -> u32 {
        match self.grows_to {
            Some(_) => self.reach(),
            None => 0,
        }
    }

    /// `ALIGN` of `SlotCount`: the least alignment of a slot in bytes.
    #[inline]
    pub const fn slot_align(self) -> usize {
        match self.align {
            Some(bytes) if align_is_valid(bytes) => bytes as usize,
            _ => 1,
        }
    }

    /// `MARKS` of `MarksAtMost`: the number of marks that can be out at once.
    #[inline]
    pub const fn mark_count(self) -> usize {
        match self.marks {
            None => 0,
            Some(count) if 1 <= count && count <= MAX_MARKS as i128 => count as usize,
            Some(_) => 1,
        }
    }

    /// `LINK` of `MarksAtMost`: the bits of a link of the list of marks.
    #[inline]
    pub const fn mark_link_bits(self) -> u8 {
        mark_link_bits(self.capacity(), self.mark_count())
    }

    /// `WORDS` of `ChangeWords`: the number of `u32` words of changed bits.
    #[inline]
    pub const fn change_words(self) -> usize {
        live_words(self.capacity())
    }

    /// `SLOTS` of `Waiting`: the number of slots that wait after they were freed.
    #[inline]
    pub const fn quarantine(self) -> usize {
        match (self.quarantine, self.guard) {
            (_, GuardKind::None | GuardKind::Owned) => 0,
            (Some(slots), _) if self.quarantine_is_valid() => slots as usize,
            _ => default_quarantine(self.valid_capacity(), self.generations()) as usize,
        }
    }

    /// `BITS` of `Waiting`: the bits of the index of a slot that waits. 0: none waits.
    #[inline]
    pub const fn ring_bits(self) -> u8 {
        if self.quarantine() == 0 { 0 } else { ring_bits(self.capacity()) }
    }

    /// `START` of `SlotCount`: the least alignment of the first slot in bytes.
    #[inline]
    pub const fn start_align(self) -> usize {
        if self.valid_capacity() >= LEAST_SLOTS_AT_A_LINE { LINE_BYTES } else { 1 }
    }
}

/// The bits of an index in the quarantine. An index of three bytes would be read and written in two parts.
#[inline]
pub(crate) const fn ring_bits(capacity: usize) -> u8 {
    integer_bits(capacity as u64 - 1)
}

/// The quarantine that is chosen if none is given.
#[inline]
const fn default_quarantine(capacity: u32, generations: u32) -> u32 {
    if generations >= REMOVALS_PER_REUSE {
        return 0;
    }
    let wanted = REMOVALS_PER_REUSE.div_ceil(generations).next_power_of_two();
    let most = match (capacity / SLOTS_PER_WAITING).checked_ilog2() {
        Some(bits) => 1 << bits,
        None => 0,
    };
    if wanted < most { wanted } else { most }
}

#[inline]
const fn align_is_valid(bytes: i128) -> bool {
    1 <= bytes && bytes <= MAX_ALIGN && (bytes as u32).is_power_of_two()
}

#[cfg(test)]
mod tests;
