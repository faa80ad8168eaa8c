//! Sparse side tables through serde.

use super::refused::{Counted, MISTAKES, refuses};
use super::*;
use serde::de::DeserializeSeed;
use stackpool::{Pool, SparseHandleMap};

pool! {
    Units: [u8; 100], generation_bits = 3;
    Tiles: [u8; 100], guard = live;
    Unguarded: [u8; 100], guard = none;
}

const ENTRIES: usize = miri_or(12, 40);

/// Entries in arbitrary slots and generations, in the order that removals leave behind.
fn some_table<P: PoolSpec>() -> SparseHandleMap<P, String, ENTRIES> {
    let mut table = SparseHandleMap::new();
    for i in 0..ENTRIES as u32 {
        let generation = (i % 5 % Pool::<P>::GENERATIONS) << Pool::<P>::INDEX_BITS;
        let handle = Handle::from_bits((i * 37 % 100) | generation).expect("a handle");
        table.insert(handle, format!("{handle:?}")).expect("room");
    }
    let removed: Vec<_> = table.keys().iter().copied().step_by(7).collect();
    for handle in removed {
        table.remove(handle);
    }
    table
}

fn comes_back<P: PoolSpec>() {
    let mut table = some_table::<P>();
    round_trip(&table);
    round_trip(&SparseHandleMap::<P, String, 1>::new());
    // Read in place, into a table with other entries.
    let mut other = SparseHandleMap::<P, String, ENTRIES>::new();
    other.extend(table.iter().rev().skip(7).map(|(handle, _)| (handle, String::new())));
    let bytes = postcard::to_allocvec(&table).unwrap();
    DeserializeSeed::deserialize(&mut other, &mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
    assert_eq!((other.keys(), other.values()), (table.keys(), table.values()));
    // The two stay in the same order.
    for handle in [table.keys()[1], table.keys()[0], *table.keys().last().unwrap()] {
        assert_eq!(other.remove(handle), table.remove(handle));
        assert_eq!((other.keys(), other.values()), (table.keys(), table.values()));
    }
    for end in (0..bytes.len()).step_by(miri_or(59, 1)) {
        assert!(other.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes[..end])).is_err());
        assert!(other.is_empty());
    }
}

#[test]
fn tables_come_back_in_their_order() {
    comes_back::<Units>();
    comes_back::<Tiles>();
    comes_back::<Unguarded>();
}

/// The form is the same, so a table can be replaced by one of the other kind.
#[test]
fn maps_and_sparse_tables_read_each_other() {
    let table = some_table::<Units>();
    let map: stackpool::HandleMap<Units, String> =
        serde_json::from_str(&serde_json::to_string(&table).unwrap()).unwrap();
    assert!(map.len() == table.len() && table.iter().all(|(handle, value)| map.get(handle) == Some(value)));
    let back: SparseHandleMap<Units, String, ENTRIES> =
        serde_json::from_str(&serde_json::to_string(&map).unwrap()).unwrap();
    assert_eq!(back, table);
    assert!(back.keys().is_sorted_by_key(|handle| handle.index()));
}

#[test]
fn hostile_data_is_an_error_and_leaves_an_empty_table() {
    type Table = SparseHandleMap<Units, Counted, 3>;
    let mut table = Table::new();
    let read =
        |table: &mut Table, text: &str| table.deserialize_from(&mut serde_json::Deserializer::from_str(text));
    refuses(&mut table, read, Table::len, &MISTAKES);
    let more = [
        (r#"[["0v0",1],["1v0",2],["2v0",3],["1v0",4]]"#, "slot 1 occurs twice"), // of a full table
        (
            r#"[["0v0",1],["1v0",2],["2v0",3],["3v0",4]]"#,
            "the side table of `Units` has no room: its capacity is 3",
        ),
        ("7", "at most 3 values under handles of `Units`"),
    ];
    refuses(&mut table, read, Table::len, &more);
}

#[cfg(feature = "alloc")]
#[test]
#[cfg_attr(miri, ignore = "4 MB")]
fn large_tables_are_made_where_they_stay() {
    type Table = SparseHandleMap<Large, [u64; 8], 60_000>; // 4.2 MB

    pool! { Large: [u8; 100_000]; }

    #[derive(Deserialize)]
    struct World {
        table: stackpool::Heap<Table>,
    }

    let world: World = serde_json::from_str(r#"{"table":[["99999v0",[1,2,3,4,5,6,7,8]]]}"#).unwrap();
    let entry = (Handle::from_bits(99_999).expect("a handle"), &[1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(world.table.iter().eq([entry]));
}
