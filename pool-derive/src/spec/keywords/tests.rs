//! Keywords, and what was meant.

use super::*;

#[test]
fn layouts_are_guessed_by_their_bits() {
    for (word, meant) in [
        ("packed10", "packed(10)"),
        ("packed_10", "packed(10)"),
        ("Packed9", "packed(9)"),
        ("packed11", "packed(12)"),
        ("u12", "packed(12)"),
        ("u13", "u16"),
        ("packed16", "u16"),
        ("u17", "packed(17)"),
        ("u18", "packed18"),
        ("packed19", "packed(20)"),
        ("bits20", "packed(20)"),
        ("packed21", "split24"),
        ("split24_", ""),
        ("u25", "u32"),
        ("u64", ""),
        ("packed0", ""),
        ("packed", ""),
        ("packed99999999999", ""),
        ("i16", ""),
        ("byte", ""),
    ] {
        assert_eq!(guess_layout(word).unwrap_or_default(), meant, "{word}");
    }
}

#[test]
fn words_are_unique() {
    assert_unique(LAYOUTS);
    assert_unique(BOOKKEEPINGS);
    assert_unique(GUARDS);
    assert_unique(ON_WRAPS);
    assert_unique(SYNCS);
    assert_unique(crate::spec::column_set::FIELD_KEYS);
    assert_unique(crate::spec::snapshot::KEYS);
    assert_unique(crate::spec::side_tables::KEYS);
}

#[test]
fn lists_read_as_prose() {
    assert_eq!(list(ON_WRAPS, " and"), "`wrap` and `retire`");
    assert_eq!(list(GUARDS, " or"), "`generation`, `live` or `none`");
}
