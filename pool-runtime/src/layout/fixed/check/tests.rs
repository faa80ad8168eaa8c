//! Each number that does not fit the others is refused with the one that would.

use super::*;
use crate::base::complaint::complaint;

/// Compares the message of each check with the one that is expected, if any.
macro_rules! messages {
    ($($check:expr => $expected:expr;)*) => {$(
        let expected: Option<&str> = $expected;
        assert_eq!(complaint(|| $check).as_deref(), expected, stringify!($check));
    )*};
}

#[test]
fn generations() {
    let left =
        [(1, 0), (128, 0), (2, 1), (128, 1)].map(|(count, retiring)| super::generations(count, retiring));
    assert_eq!(left, [1, 128, 1, 127]);
    messages! {
        super::generations(4, 2) =>
            Some("`RETIRING` is 1 if slots retire, and 0 if their generations wrap; it is 2");
        super::generations(0, 0) => Some("the guard has 0 generations; it needs at least 1");
        super::generations(1, 1) =>
            Some("the guard has 1 generation, and the last one is reserved for retired slots; it needs at least 2");
        cell(128, 8) => None;
        cell(129, 8) => Some("the guard has 129 generations; a cell of 8 bits has room for 128");
        cell(1 << 15, 16) => None;
        cell((1 << 15) + 1, 16) => Some("the guard has 32,769 generations; a cell of 16 bits has room for 32,768");
    }
}

#[test]
fn parts_that_need_a_guard() {
    messages! {
        guard_for("a quarantine", true, true) => None;
        guard_for("a quarantine", false, false) => None;
        guard_for("a quarantine", true, false) =>
            Some("a quarantine needs a guard that knows which slots are live: `LiveWords` or `Cells`");
    }
}

#[test]
fn words() {
    messages! {
        table_words(1_000, 16, 0) => None;
        table_words(1_000, 12, 125) => None;
        table_words(1_000, 12, 1) =>
            Some("the table has 1 word of packed bits; for 1,000 slots at 12 bits it needs 125");
        table_words(1, 8, 2) => Some("the table has 2 words of packed bits; for 1 slot at 8 bits it needs 0");
        bit_words("live", 1_000, None) => None;
        bit_words("live", 1_000, Some(32)) => None;
        bit_words("changed", 1_000, Some(31)) =>
            Some("the layout has 31 words of changed bits; for 1,000 slots it needs 32");
        shared_words(1_000, 0) => None;
        shared_words(1_000, plan::shared_words(1_000)) => None;
        shared_words(1_000, 7) => Some(if plan::shared_words(1_000) == 0 {
            "the layout has 7 words of shared bits; on this target it needs 0, because threads share links"
        } else {
            "the layout has 7 words of shared bits; for 1,000 slots it needs 32, or 0 if the free slots are in a stack"
        });
    }
}

#[test]
fn handles() {
    messages! {
        handle(255, 1, 8, 254) => None;
        handle(1_000, 65, 16, 65_534) => Some(
            "a handle of 16 bits holds numbers up to 65,534; for 1,000 slots with 65 generations it needs 66,535"
        );
        handle(256, 1, 8, 254) =>
            Some("a handle of 8 bits holds numbers up to 254; for 256 slots with 1 generation it needs 255");
    }
}

#[test]
fn lists_of_marks() {
    messages! {
        marks(1_000, None) => None;
        marks(1_000, Some((8, 16))) => None;
        marks(1_000, Some((0, 16))) =>
            Some("there must be 1 to 255 marks; there are 0: `()` is a layout without marks");
        marks(1_000, Some((256, 16))) =>
            Some("there must be 1 to 255 marks; there are 256: `()` is a layout without marks");
        marks(1_000, Some((8, 8))) =>
            Some("the list of marks has links of 8 bits; for 1,000 slots and 8 marks it needs 16");
        marks(1, Some((1, 32))) => Some("the list of marks has links of 32 bits; for 1 slot and 1 mark it needs 8");
        marks(u32::MAX as usize, Some((8, 32))) => Some(
            "slots and marks together can be at most 4,294,967,295 (2^32 - 1); they are 4,294,967,295 and 8"
        );
    }
}

#[test]
fn quarantines() {
    let most = MAX_QUARANTINE as usize;
    messages! {
        quarantine(1_000, 16, 0, 0) => None;
        quarantine(1_000, 16, 1_000, 16) => None;
        quarantine(1_000, 16, 1, 8) => Some("the quarantine has indices of 8 bits; for 1,000 slots it needs 16");
        quarantine(1_000, 16, 0, 16) =>
            Some("the quarantine has indices of 16 bits; for 1,000 slots, none of which wait, it needs 0");
        quarantine(100, 8, 101, 8) => Some("the quarantine has 101 slots; the pool has 100");
        // `Sized24` has one quarantine for all capacities.
        quarantine(4, 24, QUARANTINE_OF_SIZED_24, 32) => None;
        quarantine(2 * most, 32, most, 32) => None;
        quarantine(2 * most, 32, most + 1, 32) =>
            Some("the quarantine has 16,777,217 slots; it can have at most 16,777,216");
        strict(100, 100, false) => None;
        strict(100, 99, true) => None;
        strict(100, 100, true) =>
            Some("the strict quarantine has 100 slots; it can have at most 99, one fewer than the pool");
    }
}

#[test]
fn pools_without_holes() {
    for bits in [8, 16, 32] {
        assert_eq!(complaint(|| dense(true, false, bits, 1)), None);
    }
    messages! {
        dense(false, true, 24, 64) => None;
        dense(true, false, 24, 1) => Some(
            "a pool without holes needs a table with entries of 8, 16 or 32 bits; those of this one have 24"
        );
        dense(true, true, 8, 1) => Some(
            "a pool without holes needs a table with entries of 8, 16 or 32 bits; the links of this one have 8"
        );
        dense(true, false, 8, 16) => Some(
            "the objects of a pool without holes are a slice, so the alignment of a slot is that of an object; it is 16"
        );
    }
}
