//! Side tables through serde.

use super::refused::{Counted, MISTAKES, refuses};
use super::*;
use serde::de::DeserializeSeed;
use stackpool::{HandleMap, Heap, Pool};

pool! {
    Units: [u8; 100], generation_bits = 3;
    Tiles: [u8; 100], guard = live;
    Unguarded: [u8; 100], guard = none;
}

const ENTRIES: usize = miri_or(12, 40);

/// Some entries in arbitrary slots and generations.
fn some_map<P: PoolSpec>() -> HandleMap<P, String> {
    let handles = (0..ENTRIES as u32).map(|i| {
        let generation = (i % 5 % Pool::<P>::GENERATIONS) << Pool::<P>::INDEX_BITS;
        Handle::from_bits((i * 37 % 100) | generation).expect("a handle")
    });
    handles.map(|handle| (handle, format!("{handle:?}"))).collect()
}

fn comes_back<P: PoolSpec>() {
    let map = some_map::<P>();
    assert_eq!(map.len(), ENTRIES);
    round_trip(&map);
    round_trip(&HandleMap::<P, String>::new());
    // Read in place, into a map with other entries.
    let mut other: HandleMap<P, String> =
        map.iter().skip(7).map(|(handle, _)| (handle, String::new())).collect();
    let bytes = postcard::to_allocvec(&map).unwrap();
    DeserializeSeed::deserialize(&mut other, &mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
    assert_eq!(other, map);
    for end in (0..bytes.len()).step_by(miri_or(59, 1)) {
        assert!(other.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes[..end])).is_err());
        assert!(other.is_empty());
    }
}

#[test]
fn maps_come_back_with_their_handles() {
    comes_back::<Units>();
    comes_back::<Tiles>();
    comes_back::<Unguarded>();
}

#[test]
fn hostile_data_is_an_error_and_leaves_an_empty_map() {
    let mut map = HandleMap::<Units, Counted>::new();
    let read = |map: &mut HandleMap<Units, Counted>, text: &str| {
        map.deserialize_from(&mut serde_json::Deserializer::from_str(text))
    };
    refuses(&mut map, read, HandleMap::len, &MISTAKES);
}

#[cfg(feature = "alloc")]
#[test]
#[cfg_attr(miri, ignore = "6 MB")]
fn large_maps_are_made_where_they_stay() {
    pool! { Large: [u8; 100_000]; }
    type Map = HandleMap<Large, [u64; 8]>; // 6.5 MB

    #[derive(Deserialize)]
    struct World {
        map: Heap<Map>,
    }

    let world: World = serde_json::from_str(r#"{"map":[["99999v0",[1,2,3,4,5,6,7,8]]]}"#).unwrap();
    let entry = (Handle::from_bits(99_999).expect("a handle"), &[1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(world.map.iter().eq([entry]));
}
