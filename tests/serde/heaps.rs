//! What is in a `Heap` through serde: without its type, and in place.

use super::*;
use stackpool::{Columns, HandleMap, Heap, ListPool, SparseHandleMap, handle_array};

#[derive(Columns, Clone, Copy, Serialize, Deserialize)]
struct Cell {
    health: u8,
}

pool! {
    Units: [String; 10], quarantine = 0;
    Cells: [Cell; 10], columns, quarantine = 0;
    Letters: [char; 'a'..='e'];
}

/// `Heap::deserialize` finds the type of the field, as `Box::deserialize` does, and so does the method of a reference.
macro_rules! of_field {
    ($($Type:ty: $text:literal;)*) => {$({
        struct Field(Heap<$Type>);

        impl<'de> Deserialize<'de> for Field {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(Field(Heap::deserialize(deserializer)?))
            }
        }

        let Field(mut heap) = serde_json::from_str($text).unwrap();
        assert_eq!(serde_json::to_string(&heap).unwrap(), $text);
        let place = (&raw const *heap).cast::<()>();
        Deserialize::deserialize_in_place(&mut serde_json::Deserializer::from_str($text), &mut heap).unwrap();
        assert_eq!((serde_json::to_string(&heap).unwrap(), (&raw const *heap).cast()), ($text.to_owned(), place));
    })*};
}

#[test]
fn the_type_follows_from_the_field() {
    of_field! {
        UnitsPool: r#"{"capacity":10,"entries":[["1v0","one"]],"free":["0v1"]}"#;
        CellsPool: r#"{"capacity":10,"entries":[["1v0",{"health":7}]],"free":["0v1"]}"#;
        LettersPool: r#"{"capacity":5,"out":["d"],"free":["b","c"]}"#;
        HandleMap<Units, u8>: r#"[["1v0",1],["3v7",2]]"#;
        SparseHandleMap<Units, u8, 2>: r#"[["3v7",2],["1v0",1]]"#;
        handle_array![Option<Handle<Units>>; 16]:
            r#"["3v7",null,null,null,null,null,null,null,null,null,null,null,null,null,null,"1v0"]"#;
    }
}

#[test]
fn the_type_of_a_list_follows_from_the_field() {
    struct Field(Heap<ListPool<u8, 3>>);

    impl<'de> Deserialize<'de> for Field {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Ok(Field(Heap::deserialize(deserializer)?))
        }
    }

    let Field(list) = serde_json::from_str(r#"{"capacity":3,"free":[8,7]}"#).unwrap();
    assert_eq!(list.available(), [8, 7]);
}
