//! The number of values of a type, and the messages for too many.

use super::*;
use crate::base::complaint::complaint;

#[test]
fn values_are_as_many_as_the_product_of_their_fields() {
    let columns = RangedField::new(|value: &(u8, bool)| value.0);
    let ranges = Ranges([columns.exclusive(0, 8), columns.inclusive(100, 101)]);
    let switch = TypedField::new(|value: &(u8, bool)| value.1);
    let count = Count::ONE.ranges(&ranges).values(&switch).variants(3);
    assert_eq!((Count::ONE.capacity(), count.capacity()), (1, 60));
    assert_eq!(complaint(move || count.check()), None);

    let number = Number::ZERO.ranges(&ranges, &columns, &(100, true)).unwrap();
    let number = number.values(&switch, &(100, true)).unwrap().get();
    assert_eq!(number, 8 * 2 + 1);
    let mut digits = Digits::new(number);
    assert!(digits.values(&switch));
    assert_eq!(digits.ranges(&ranges, &columns), 100);
    assert!(Number::ZERO.ranges(&ranges, &columns, &(8, true)).is_none());
}

#[test]
fn too_many_values_are_named_and_count_as_one() {
    let most = Count::ONE.variants(u32::MAX as usize);
    assert_eq!((most.capacity(), complaint(move || most.check())), (i128::from(u32::MAX), None));
    let beyond = most.variants(2);
    let message = "a pool of values holds at most 4,294,967,295 (2^32 - 1) values: this one has ";
    assert_eq!(
        (beyond.capacity(), complaint(move || beyond.check())),
        (1, Some(std::format!("{message}8,589,934,590")))
    );
    let uncounted = (0..4).fold(most, |count, _| count.variants(u32::MAX as usize));
    assert_eq!(
        (uncounted.capacity(), complaint(move || uncounted.check())),
        (1, Some(std::format!("{message}more than 2^127")))
    );
    assert_eq!((small(MAX_CAPACITY), small(MAX_CAPACITY + 1)), (u32::MAX, 1));
}
