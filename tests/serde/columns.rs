//! Column pools through serde: data that is refused leaves rows and columns empty.

use serde::Deserializer;
use serde::de::Error;
use stackpool::Pool;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// It panics when 88 is read.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Health(u8);

impl<'de> serde::Deserialize<'de> for Health {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match <u8 as serde::Deserialize>::deserialize(deserializer)? {
            66 => Err(D::Error::custom("a health of 66")),
            88 => panic!("a health of 88"),
            health => Ok(Health(health)),
        }
    }
}

#[derive(Pool, Clone, Copy, PartialEq, Debug, serde::Deserialize)]
#[pool(capacity = 16, columns, quarantine = 2)]
struct Unit {
    health: Health,
    is_flying: bool,
}

fn read(units: &mut UnitPool, text: &str) -> serde_json::Result<()> {
    units.deserialize_from(&mut serde_json::Deserializer::from_str(text))
}

/// Three units, of which one is not flying.
const THREE: &str = r#"[16,[["0v0",[1,true]],["3v0",[2,false]],["5v0",[3,true]]],[],[],["4v0"],[]]"#;

/// Columns have elements for rows alone.
fn is_empty(units: &UnitPool) {
    assert_eq!((units.len(), units.slot_columns().health.len(), units.clone().len()), (0, 0, 0));
}

#[test]
fn refused_data_leaves_no_rows_and_no_elements() {
    let mut units = UnitPool::new();
    for (text, why) in [
        (r#"[16,[["3v0",[5,true]]],[],[],[],[],7]"#, "trailing characters"),
        (r#"[16,[["3v0",[5,true]],["4v0",[66,true]]],[],[],[],[]]"#, "a health of 66"),
        (r#"[16,[["3v0",[5,true]]],[],[],["3v0"],[]]"#, "slot 3 occurs twice"),
        (r#"[16,[["3v0",[5,true]]],[],[],["0v0","1v0","2v0"],[]]"#, "more slots wait"),
        (r#"[17,[["3v0",[5,true]]],[],[],[],[]]"#, "the data is of a pool with 17 slots"),
    ] {
        read(&mut units, THREE).unwrap();
        assert_eq!((units.len(), units.slot_columns().health.len()), (3, 6));
        let error = read(&mut units, text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
        is_empty(&units);
        let unit = Unit { health: Health(9), is_flying: true };
        let handle = units.insert(unit).unwrap();
        assert_eq!((handle.index(), units.copy_of(handle)), (0, Some(unit)));
    }
}

#[test]
fn a_panic_leaves_no_rows_and_no_elements() {
    let mut units = UnitPool::new();
    read(&mut units, THREE).unwrap();
    let result = catch_unwind(AssertUnwindSafe(|| {
        read(&mut units, r#"[16,[["3v0",[5,true]],["9v0",[88,true]]],[],[],[],[]]"#)
    }));
    assert!(result.is_err());
    is_empty(&units);
}

#[test]
fn entries_have_the_order_of_insertion() {
    #[derive(Pool, Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
    #[pool(capacity = 16, columns, quarantine = 2, marks = 1)]
    struct Decal {
        place: u8,
    }

    let mut decals = DecalPool::new();
    let handles = [1, 2, 3].map(|place| decals.insert(Decal { place }).unwrap());
    let first = decals.remove(handles[0]).unwrap();
    decals.insert_at(handles[0], first).unwrap();
    let text = serde_json::to_string(&decals).unwrap();
    assert!(text.contains(r#"[["1v0",{"place":2}],["2v0",{"place":3}],["0v0",{"place":1}]]"#), "{text}");
    let read: DecalPool = serde_json::from_str(&text).unwrap();
    assert_eq!(read, decals);
    assert!(read.iter_in_order().map(|(_, decal)| *decal.place).eq([2, 3, 1]));
}
