//! Side tables through serde.

use super::*;
use serde::de::DeserializeSeed;
use stackpool::{HandleMap, Heap, Pool};
use std::rc::Rc;

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
    // Values that count themselves: values that were read before an error are dropped.
    #[derive(Debug)]
    struct Shared(#[expect(dead_code, reason = "it is there to be dropped")] Rc<()>);

    thread_local!(static ALIVE: Rc<()> = Rc::new(()));

    impl<'de> Deserialize<'de> for Shared {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            u8::deserialize(deserializer)?;
            Ok(Shared(ALIVE.with(Rc::clone)))
        }
    }

    let mut map = HandleMap::<Units, Shared>::new();
    for (text, why) in [
        ("[[0,1],[1,2],[0,3]]", "slot 0 occurs twice"),
        ("[[0,1],[1,2],[128,3]]", "slot 0 occurs twice"), // another generation
        ("[[0,1],[100,2]]", "the bits of a handle of `Units`"),
        ("[[0,1],[1,256]]", "u8"),
        ("[[0,1],[1]]", "invalid length 1"),
        ("[[0,1],[1,2]", "EOF"),
        ("7", "values under handles of `Units`"),
    ] {
        let good = "[[3,1],[4,1],[5,1]]";
        map.deserialize_from(&mut serde_json::Deserializer::from_str(good)).unwrap();
        assert_eq!((map.len(), ALIVE.with(Rc::strong_count)), (3, 4));
        let error =
            map.deserialize_from(&mut serde_json::Deserializer::from_str(text)).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
        assert_eq!((map.len(), ALIVE.with(Rc::strong_count)), (0, 1), "{text}");
    }
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

    let world: World = serde_json::from_str(r#"{"map":[[99999,[1,2,3,4,5,6,7,8]]]}"#).unwrap();
    let entry = (Handle::from_bits(99_999).expect("a handle"), &[1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(world.map.iter().eq([entry]));
}
