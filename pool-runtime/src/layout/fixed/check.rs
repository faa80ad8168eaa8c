//! What is wrong with a layout that no macro wrote: one check for each number, which says what it has to be.

use crate::base::message::Message;
use crate::layout::plan::{self, MAX_MARKS, MAX_QUARANTINE, QUARANTINE_OF_SIZED_24};
use crate::table::packed_words;

/// Appends `1 bit`, `2 bits`.
const fn counted(message: Message, count: i128, one: &str, more: &str) -> Message {
    message.number(count).text(" ").text(if count == 1 { one } else { more })
}

const fn slots(message: Message, slots: usize) -> Message {
    counted(message, slots as i128, "slot", "slots")
}

const fn bits(message: Message, bits: u8) -> Message {
    counted(message, bits as i128, "bit", "bits")
}

const fn words(message: Message, words: usize) -> Message {
    counted(message, words as i128, "word", "words")
}

const fn generation_count(message: Message, count: u32) -> Message {
    counted(message, count as i128, "generation", "generations")
}

/// The generations that handles carry: all but those that are reserved for retired slots.
#[track_caller]
pub(super) const fn generations(count: u32, retiring: usize) -> u32 {
    if retiring > 1 {
        Message::new()
            .text("`RETIRING` is 1 if slots retire, and 0 if their generations wrap; it is ")
            .number(retiring as i128)
            .panic();
    }
    if count <= retiring as u32 {
        let message = generation_count(Message::new().text("the guard has "), count);
        message
            .text(if retiring == 0 {
                "; it needs at least 1"
            } else {
                ", and the last one is reserved for retired slots; it needs at least 2"
            })
            .panic();
    }
    count - retiring as u32
}

/// A `part` that is there needs a guard that tracks.
#[track_caller]
pub(super) const fn guard_for(part: &str, is_there: bool, tracks: bool) {
    if is_there && !tracks {
        Message::new()
            .text(part)
            .text(" needs a guard that knows which slots are live: `LiveWords` or `Cells`")
            .panic();
    }
}

#[track_caller]
pub(super) const fn table_words(capacity: usize, entry_bits: u8, given: usize, is_list: bool) {
    if is_list {
        return;
    }
    let needed = packed_words(capacity, entry_bits);
    if given != needed {
        let message = words(Message::new().text("the table has "), given).text(" of packed bits; for ");
        let message = counted(message, capacity as i128, "entry", "entries").text(" of ");
        bits(message, entry_bits).text(" it needs ").number(needed as i128).panic();
    }
}

#[track_caller]
pub(super) const fn live_words(capacity: usize, given: Option<usize>) {
    let needed = plan::live_words(capacity);
    let Some(given) = given else { return };
    if given != needed {
        let message = words(Message::new().text("the guard has "), given).text(" of live bits; for ");
        slots(message, capacity).text(" it needs ").number(needed as i128).panic();
    }
}

#[track_caller]
pub(super) const fn shared_words(capacity: usize, given: usize) {
    let needed = plan::shared_words(capacity);
    if given != 0 && given != needed {
        let message = words(Message::new().text("the owned slots have "), given).text(" of shared bits; ");
        if needed == 0 {
            message.text("on this target they need 0, because threads share links").panic();
        }
        let message = slots(message.text("for "), capacity).text(" they need ").number(needed as i128);
        message.text(", or 0 if the free slots are in a stack").panic();
    }
}

/// One bit of a cell is its live flag. `left` generations are those that handles carry.
#[track_caller]
pub(super) const fn cell(left: u32, count: u32, cell: u8) {
    if left == 0 || plan::generation_bits(count) > cell as u32 - 1 {
        let message = generation_count(Message::new().text("the guard has "), count).text("; a cell of ");
        bits(message, cell).text(" has room for ").number(1 << (cell - 1)).panic();
    }
}

#[track_caller]
pub(super) const fn handle(capacity: u32, generations: u32, handle_bits: u8, largest: u64) {
    let needed = plan::largest_code(capacity, generations);
    if needed > largest {
        let message = bits(Message::new().text("a handle of "), handle_bits).text(" holds numbers up to ");
        let message = slots(message.number(largest as i128).text("; for "), capacity as usize);
        let message = generation_count(message.text(" with "), generations);
        message.text(" it needs ").number(needed as i128).panic();
    }
}

#[track_caller]
pub(super) const fn marks(capacity: usize, given: Option<(usize, u8)>) {
    let Some((marks, link)) = given else { return };
    if marks == 0 || marks > MAX_MARKS {
        Message::new()
            .text("there must be 1 to 255 marks; there are ")
            .number(marks as i128)
            .text(": `()` is a layout without marks")
            .panic();
    }
    if capacity as u64 + marks as u64 > u32::MAX as u64 {
        Message::new()
            .text("slots and marks together can be at most 4,294,967,295 (2^32 - 1); they are ")
            .number(capacity as i128)
            .text(" and ")
            .number(marks as i128)
            .panic();
    }
    let needed = plan::mark_link_bits(capacity, marks);
    if link != needed {
        let message = bits(Message::new().text("the list of marks has links of "), link).text("; for ");
        let message = counted(slots(message, capacity).text(" and "), marks as i128, "mark", "marks");
        bits(message.text(" it needs links of "), needed).panic();
    }
}

#[track_caller]
pub(super) const fn quarantine(capacity: usize, table_bits: u8, waiting: usize, index_bits: u8) {
    let needed = if waiting == 0 { 0 } else { plan::ring_bits(capacity) };
    if index_bits < needed || waiting == 0 && index_bits != 0 {
        let message = bits(Message::new().text("the quarantine has indices of "), index_bits).text("; for ");
        let message = slots(message, capacity);
        match waiting {
            0 => message.text(", none of which wait, it needs 0").panic(),
            _ => message.text(" it needs ").number(needed as i128).panic(),
        }
    }
    // The quarantine of `Sized24` is the same for every capacity.
    let is_sized = table_bits == 24 && waiting == QUARANTINE_OF_SIZED_24;
    if waiting > capacity && !is_sized {
        let message = slots(Message::new().text("the quarantine has "), waiting);
        message.text("; the pool has ").number(capacity as i128).panic();
    }
    if waiting as u64 > MAX_QUARANTINE {
        let message = slots(Message::new().text("the quarantine has "), waiting);
        message.text("; it can have at most 16,777,216").panic();
    }
}

#[track_caller]
pub(super) const fn change_words(capacity: usize, given: Option<usize>) {
    let needed = plan::live_words(capacity);
    let Some(given) = given else { return };
    if given != needed {
        let message = words(Message::new().text("the layout has "), given).text(" of changed bits; for ");
        slots(message, capacity).text(" it needs ").number(needed as i128).panic();
    }
}
