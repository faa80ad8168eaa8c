//! What is wrong with a layout that no macro wrote: one check for each number, which says what it has to be.

use crate::base::message::{Message, text};
use crate::layout::plan::{self, MAX_MARKS, MAX_QUARANTINE, QUARANTINE_OF_SIZED_24};
use crate::table::packed_words;

/// Appends the capacity that a number depends on.
#[inline]
const fn for_slots(capacity: usize, message: Message) -> Message {
    message.text("; for ").count(capacity as i128, "slot")
}

/// Ends a message with the number that is right.
#[track_caller]
#[inline]
const fn it_needs(needed: u64, message: Message) -> ! {
    message.text(" it needs ").number(needed as i128).panic()
}

/// The generations that handles carry: without those that are reserved for retired slots.
#[track_caller]
#[inline]
pub(super) const fn generations(count: u32, retiring: usize) -> u32 {
    if retiring > 1 {
        text("`RETIRING` is 1 if slots retire, and 0 if their generations wrap; it is ")
            .number(retiring as i128)
            .panic();
    }
    if count <= retiring as u32 {
        text("the guard has ")
            .count(count as i128, "generation")
            .text(if retiring == 0 { "" } else { ", and the last one is reserved for retired slots" })
            .text("; it needs at least ")
            .number(retiring as i128 + 1)
            .panic();
    }
    count - retiring as u32
}

/// A `part` that exists needs a guard that tracks.
#[track_caller]
#[inline]
pub(super) const fn guard_for(part: &str, is_there: bool, tracks: bool) {
    if is_there && !tracks {
        text(part).text(" needs a guard that knows which slots are live: `LiveWords` or `Cells`").panic();
    }
}

#[track_caller]
#[inline]
pub(super) const fn table_words(capacity: usize, bits: u8, words: usize) {
    let needed = packed_words(capacity, bits);
    if words != needed {
        let message = text("the table has ").count(words as i128, "word").text(" of packed bits");
        it_needs(needed as u64, for_slots(capacity, message).text(" at ").count(bits as i128, "bit"));
    }
}

/// A bit per slot, of this `kind`.
#[track_caller]
#[inline]
pub(super) const fn bit_words(kind: &str, capacity: usize, words: Option<usize>) {
    let needed = plan::live_words(capacity);
    let Some(words) = words else { return };
    if words != needed {
        let message =
            text("the layout has ").count(words as i128, "word").text(" of ").text(kind).text(" bits");
        it_needs(needed as u64, for_slots(capacity, message));
    }
}

#[track_caller]
#[inline]
pub(super) const fn shared_words(capacity: usize, words: usize) {
    let needed = plan::shared_words(capacity);
    if words != 0 && words != needed {
        let message = text("the layout has ").count(words as i128, "word").text(" of shared bits; ");
        if needed == 0 {
            message.text("on this target it needs 0, because threads share links").panic();
        }
        message
            .text("for ")
            .count(capacity as i128, "slot")
            .text(" it needs ")
            .number(needed as i128)
            .text(", or 0 if the free slots are in a stack")
            .panic();
    }
}

/// One bit of a cell is its live flag.
#[track_caller]
#[inline]
pub(super) const fn cell(generations: u32, bits: u8) {
    if plan::generation_bits(generations) > bits as u32 - 1 {
        text("the guard has ")
            .count(generations as i128, "generation")
            .text("; a cell of ")
            .count(bits as i128, "bit")
            .text(" has room for ")
            .number(1 << (bits - 1))
            .panic();
    }
}

#[track_caller]
#[inline]
pub(super) const fn handle(capacity: u32, generations: u32, bits: u8, largest: u64) {
    let needed = plan::largest_code(capacity, generations);
    if needed > largest {
        let message = text("a handle of ").count(bits as i128, "bit").text(" holds numbers up to ");
        let message = for_slots(capacity as usize, message.number(largest as i128));
        it_needs(needed, message.text(" with ").count(generations as i128, "generation"));
    }
}

#[track_caller]
#[inline]
pub(super) const fn marks(capacity: usize, marks_and_link: Option<(usize, u8)>) {
    let Some((marks, link)) = marks_and_link else { return };
    if marks == 0 || marks > MAX_MARKS {
        text("there must be 1 to 255 marks; there are ")
            .number(marks as i128)
            .text(": `()` is a layout without marks")
            .panic();
    }
    if capacity as u64 + marks as u64 > u32::MAX as u64 {
        plan::too_many_to_number(capacity as i128, marks as i128);
    }
    let needed = plan::mark_link_bits(capacity, marks);
    if link != needed {
        let message = text("the list of marks has links of ").count(link as i128, "bit");
        it_needs(needed as u64, for_slots(capacity, message).text(" and ").count(marks as i128, "mark"));
    }
}

#[track_caller]
#[inline]
pub(super) const fn quarantine(capacity: usize, table_bits: u8, waiting: usize, bits: u8) {
    let needed = if waiting == 0 { 0 } else { plan::ring_bits(capacity) };
    if bits < needed || waiting == 0 && bits != 0 {
        let message = for_slots(capacity, text("the quarantine has indices of ").count(bits as i128, "bit"));
        it_needs(needed as u64, message.text(if waiting == 0 { ", none of which wait," } else { "" }));
    }
    // The quarantine of `Sized24` is the same for every capacity.
    let is_sized = table_bits == 24 && waiting == QUARANTINE_OF_SIZED_24;
    let is_larger = waiting > capacity && !is_sized;
    if is_larger || waiting as u64 > MAX_QUARANTINE {
        text("the quarantine has ")
            .count(waiting as i128, "slot")
            .text(if is_larger { "; the pool has " } else { "; it can have at most " })
            .number(if is_larger { capacity as i128 } else { MAX_QUARANTINE as i128 })
            .panic();
    }
}

/// If all slots of a strict quarantine waited, none could be used again.
#[track_caller]
#[inline]
pub(super) const fn strict(capacity: usize, waiting: usize, is_strict: bool) {
    if is_strict && waiting >= capacity {
        text("the strict quarantine has ")
            .count(waiting as i128, "slot")
            .text("; it can have at most ")
            .number(capacity as i128 - 1)
            .text(", one fewer than the pool")
            .panic();
    }
}

/// The objects of a pool without holes are a slice, and their slots are sorted as integers.
#[track_caller]
#[inline]
pub(super) const fn dense(is_dense: bool, is_list: bool, table_bits: u8, align: usize) {
    if !is_dense {
        return;
    }
    if is_list || !matches!(table_bits, 8 | 16 | 32) {
        text("a pool without holes needs a table with entries of 8, 16 or 32 bits; ")
            .text(if is_list { "the links of this one have " } else { "those of this one have " })
            .number(table_bits as i128)
            .panic();
    }
    if align > 1 {
        text("the objects of a pool without holes are a slice, so the alignment of a slot is that of an object; it is ")
            .number(align as i128)
            .panic();
    }
}

#[cfg(test)]
mod tests;
