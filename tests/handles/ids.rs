//! Handles as numbers and text outside of the process.

use stackpool::{Handle, HandleError, PoolSpec, pool};

pool! {
    Small: [u8; 5], guard = none;
    Word: [u8; 256], guard = none;
    Aged: [u8; 5], generation_bits = 4;
    Wide: [u8; 1_000], handle_bytes = 4;
}

/// A number is a handle if its bits are, also where it has more than 32 of them.
fn numbers_are_checked<P: PoolSpec>(numbers: impl IntoIterator<Item = u64>) {
    for number in numbers {
        let expected = u32::try_from(number).ok().and_then(Handle::<P>::from_bits);
        let handle = Handle::<P>::try_from(number);
        assert_eq!(handle.ok(), expected, "{number}");
        if let Some(handle) = expected {
            assert_eq!(u64::from(handle), number);
            assert_eq!(handle.to_string().parse(), Ok(handle));
            assert!(format!("{handle:?}").ends_with(&format!("#{handle}")));
        }
    }
}

#[test]
fn a_number_is_a_handle_or_an_error() {
    let high = [1 << 32, (1 << 32) + 3, u64::MAX, u64::MAX - 7, 1 << 63];
    let few = || (0..3_000).chain(high);
    numbers_are_checked::<Small>(few());
    numbers_are_checked::<Word>(few());
    numbers_are_checked::<Aged>(few());
    numbers_are_checked::<Wide>(few().chain([u64::from(u32::MAX), u64::from(u32::MAX) - 30]));
}

#[test]
fn an_error_says_why() {
    fn index<P: PoolSpec>(index: u64, capacity: u64) -> Result<Handle<P>, HandleError> {
        Err(HandleError::Index { index, capacity })
    }
    fn generation<P: PoolSpec>(generation: u64, generations: u64) -> Result<Handle<P>, HandleError> {
        Err(HandleError::Generation { generation, generations })
    }
    assert_eq!(Handle::<Small>::try_from(5), index(5, 5));
    assert_eq!(Handle::<Small>::try_from(8), generation(1, 1));
    assert_eq!(Handle::<Word>::try_from(1 << 40), generation(1 << 32, 1));
    assert_eq!(Handle::<Aged>::try_from(16 << 3), generation(16, 16));
    assert_eq!("1000v1".parse::<Handle<Wide>>(), index(1_000, 1_000));
    assert_eq!("1v16".parse::<Handle<Aged>>(), generation(16, 16));
    assert_eq!("1v4294967296".parse::<Handle<Wide>>(), generation(1 << 32, 1 << 22));
    for text in
        ["", "v", "1v", "v1", "-1", "+1", "1v+1", "1 ", "1v1v1", "18446744073709551616", "x", "1v-1", "１"]
    {
        assert_eq!(text.parse::<Handle<Aged>>(), Err(HandleError::Text), "{text:?}");
    }
    let message = |error: Result<Handle<Aged>, HandleError>| error.unwrap_err().to_string();
    assert_eq!(message("7".parse()), "slot 7 of a pool with 5 slots");
    assert_eq!(message("1v16".parse()), "generation 16 of handles with 16 generations");
    assert_eq!(message("one".parse()), "the text of a handle is its slot and generation, such as `3v1`");
}

#[test]
fn the_text_has_a_generation_if_handles_have_one() {
    let text = |handle: Option<Handle<Aged>>| handle.unwrap().to_string();
    assert_eq!(text(Handle::from_parts(3, 15)), "3v15");
    assert_eq!("3".parse(), Ok(Handle::<Aged>::from_parts(3, 0).unwrap()));
    assert_eq!(Handle::<Small>::from_parts(4, 0).unwrap().to_string(), "4");
    assert_eq!(format!("{:?}", "255".parse::<Handle<Word>>()), "Ok(Word#255)");
}
