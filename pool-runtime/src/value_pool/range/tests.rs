//! The counts of ranges, and the messages for those that cannot be.

use super::*;
use crate::base::complaint::complaint;

/// A field of type `T` that is the whole value.
const fn field<T: Ranged>() -> RangedField<T, T, T::Kind> {
    RangedField::new(|value: &T| *value)
}

/// The number of values of a range, and the message of its check.
fn seen(range: ValueRange) -> (u128, Option<std::string::String>) {
    (range.count, complaint(move || range.check()))
}

#[test]
fn a_range_that_its_type_holds_has_all_its_values() {
    for (range, count) in [
        (field::<u8>().inclusive(0, 255), 256),
        (field::<u8>().exclusive(0, 256), 256),
        (field::<u8>().exclusive(3_u64, 7_i8), 4),
        (field::<i8>().inclusive(-128, 127), 256),
        (field::<i8>().inclusive(-5, -5), 1),
        (field::<u64>().inclusive(0, u64::MAX), 1 << 64),
        (field::<i128>().inclusive(i128::MIN, i128::MAX), u128::MAX),
        (field::<u128>().exclusive(0, i128::MAX), i128::MAX as u128),
        (field::<char>().inclusive('a', 'z'), 26),
        (field::<char>().exclusive('a', 'z'), 25),
        // No surrogate is a `char`.
        (field::<char>().inclusive('\u{D7FF}', '\u{E000}'), 2),
        (field::<char>().inclusive('\0', char::MAX), 0x11_0000 - 0x800),
    ] {
        assert_eq!(seen(range), (count, None), "{range:?}");
    }
}

#[test]
fn a_range_that_cannot_be_is_named_and_counts_as_one_value() {
    for (range, message) in [
        (field::<u8>().exclusive(5, 5), "this range is empty: it begins at 5 and ends before 5"),
        (field::<u8>().inclusive(6, 5), "this range is empty: it begins at 6 and ends with 5"),
        (
            field::<i32>().exclusive(0, i128::MIN),
            "this range is empty: it begins at 0 and ends before \
         -170,141,183,460,469,231,731,687,303,715,884,105,728",
        ),
        (field::<char>().inclusive('e', 'a'), "this range is empty: it begins at 'e' and ends with 'a'"),
        (
            field::<u8>().inclusive(0, 256),
            "this range holds 256, which is not a `u8`: its values are 0 to 255",
        ),
        (
            field::<i8>().inclusive(-129, 0),
            "this range holds -129, which is not a `i8`: its values are -128 to 127",
        ),
        (
            field::<u8>().inclusive(0, u128::MAX),
            "this range holds 170,141,183,460,469,231,731,687,303,715,884,105,727, which is not a `u8`: its values \
             are 0 to 255",
        ),
        (
            field::<u128>().inclusive(0, u128::MAX),
            "this range goes beyond 170,141,183,460,469,231,731,687,303,715,884,105,727 (2^127 - 1), the largest \
             value that a pool counts",
        ),
    ] {
        assert_eq!(seen(range), (1, Some(message.into())), "{range:?}");
    }
}

#[test]
fn two_ranges_with_a_value_in_common_are_named() {
    let overlap =
        |ranges: [ValueRange; 3], position| complaint(move || Ranges(ranges).check_overlap(position));
    let bytes = field::<u8>();
    let apart = [bytes.exclusive(0, 10), bytes.inclusive(20, 30), bytes.inclusive(10, 19)];
    assert_eq!([0, 1, 2].map(|position| overlap(apart, position)), [None, None, None]);
    let met = [bytes.inclusive(0, 10), bytes.inclusive(20, 30), bytes.inclusive(10, 25)];
    let message = |value| std::format!("this range overlaps with an earlier one: both hold {value}");
    assert_eq!([0, 1, 2].map(|position| overlap(met, position)), [None, None, Some(message("10"))]);
    let letters = field::<char>();
    let met = [letters.inclusive('a', 'f'), letters.inclusive('x', 'z'), letters.inclusive('c', 'y')];
    assert_eq!(overlap(met, 2), Some(message("'c'")));
    // A range with another mistake is reported by its own check alone.
    assert_eq!(overlap([bytes.inclusive(0, 256), bytes.inclusive(5, 5), bytes.inclusive(5, 3)], 2), None);
    assert_eq!(overlap([bytes.inclusive(0, 256), bytes.inclusive(5, 5), bytes.inclusive(5, 3)], 1), None);
}

#[test]
fn digits_and_ranks_are_each_others_inverse() {
    let letters = field::<char>();
    let ranges = Ranges([letters.inclusive('x', 'z'), letters.inclusive('a', 'c')]);
    assert_eq!(ranges.count(), 6);
    for (digit, letter) in (0..).zip("xyzabc".chars()) {
        assert_eq!((ranges.rank(digit), ranges.digit(letter.rank())), (letter.rank(), Some(digit)));
        assert_eq!(char::at(letter.rank()), letter);
    }
    assert_eq!(ranges.digit('m'.rank()), None);
    // A wrong number gives some value of the ranges, or of the type.
    assert_eq!((ranges.rank(6), Ranges([]).rank(6)), ('x'.rank(), 0));
    assert_eq!(char::at(char::MOST + 1), char::REPLACEMENT_CHARACTER);
}
