//! Arrays of handles through serde.

use super::*;
use stackpool::{HandleArray, handle_array};

pool! {
    Odd: [u8; 5_000], guard = live;
}

type Plain = handle_array![Handle<Odd>; 30];
type Optional = handle_array![Option<Handle<Odd>>; 16];

#[test]
fn arrays_are_lists_of_their_elements() {
    const LAST: &str = r#","15""#;
    round_trip(&Plain::from_fn(|index| Handle::from_bits(index as u32 * 150).expect("a handle")));
    let every_third = |index: usize| (index % 3 == 0).then(|| Handle::from_bits(index as u32)).flatten();
    let array = Optional::from_fn(every_third);
    round_trip(&array);
    let text = r#"["0",null,null,"3",null,null,"6",null,null,"9",null,null,"12",null,null,"15"]"#;
    assert_eq!(serde_json::to_string(&array).unwrap(), text);
    // One element too few, one too many, and one that is not a handle.
    assert!(serde_json::from_str::<Optional>(&text.replace(LAST, "")).is_err());
    assert!(serde_json::from_str::<Optional>(&text.replace(LAST, r#","15",null"#)).is_err());
    assert!(serde_json::from_str::<Optional>(&text.replace(LAST, r#","5000""#)).is_err());
    assert_eq!(
        serde_json::from_str::<Optional>(&text.replace(LAST, r#","4999""#)).unwrap().get(15),
        Some(Handle::from_bits(4_999))
    );
    let empty: HandleArray<Handle<Odd>, 0> = serde_json::from_str("[]").unwrap();
    assert!(empty.is_empty());
}
