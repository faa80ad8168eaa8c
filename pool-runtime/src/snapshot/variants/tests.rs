//! The bytes and the shapes of enums.

use super::*;

const fn field(name: &'static str, bytes: usize) -> ItemField {
    ItemField { name, column: 0, bytes, shape: 0, show: show_bytes }
}

#[test]
fn an_enum_has_the_bytes_of_its_longest_variant_after_a_number() {
    const MOVE: &[ItemField] = &[field("x", 4), field("y", 4), field("layer", 1)];
    const SAY: &[ItemField] = &[field("0", 8)];
    assert_eq!([&[], SAY, MOVE].map(fields_bytes), [0, 8, 9]);
    let variants =
        [("Wait", &[][..]), ("Move", MOVE), ("Say", SAY)].map(|(name, fields)| Variant { name, fields });
    assert_eq!(
        (0..4).map(|count| enum_bytes(&variants[..count])).collect::<std::vec::Vec<_>>(),
        [1, 1, 10, 10]
    );
}

#[test]
fn a_shape_depends_on_all_that_it_is_of() {
    let shape = item_shape("enum", 7, 10, &[1, 2]);
    assert_eq!(item_shape("enum", 7, 10, &[1, 2]), shape);
    for other in [
        item_shape("item", 7, 10, &[1, 2]),
        item_shape("enum", 8, 10, &[1, 2]),
        item_shape("enum", 7, 11, &[1, 2]),
        item_shape("enum", 7, 10, &[2, 1]),
        item_shape("enum", 7, 10, &[1]),
        item_shape("enum", 7, 10, &[]),
    ] {
        assert_ne!(other, shape);
    }
    // Saves have such shapes, so they stay as they are.
    assert_eq!(shape, 0xa66b_9a14_3511_8f5b);
}
