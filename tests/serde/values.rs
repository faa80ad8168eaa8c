//! Value pools through serde.

use super::*;
use proptest::prelude::*;
use serde::de::DeserializeSeed;
use stackpool::{Heap, ListPool, Pool, ValuePool, ValueSpec};

#[derive(Pool, Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[pool(values)]
struct Cell {
    #[pool(range = 0..10)]
    x: u8,
    #[pool(range = -7..7)]
    y: i8,
}

pool! {
    Letters: [char; 'a'..='e'];
}

/// Does an operation on a pool, with the value of this number.
fn step<V: ValueSpec>(pool: &mut ValuePool<V>, (kind, number): (u8, u32)) -> Option<V::Item> {
    let value = V::value(number % ValuePool::<V>::CAPACITY as u32);
    match kind {
        0 => pool.acquire_exact(value).ok().map(|()| value),
        1 => pool.release(value).ok().map(|()| value),
        2 => pool.acquire_many(number as usize % 9)?.last(),
        _ => pool.acquire(),
    }
}

proptest! {
    #![proptest_config(cases(1, 60))]

    /// In both formats, into a new pool and into a used one: the result hands out the same values as the first pool,
    /// and is written as the same bytes.
    #[test]
    fn pools_of_values_come_back(
        past in prop::collection::vec((0..4_u8, any::<u32>()), 0..miri_or(30, 200)),
        other_past in prop::collection::vec((0..4_u8, any::<u32>()), 0..miri_or(20, 50)),
    ) {
        let mut cells = CellPool::new();
        for operation in past {
            step(&mut cells, operation);
        }
        let text = serde_json::to_string(&cells).unwrap();
        let mut restored: CellPool = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(restored.save(), cells.save(), "{}", text);

        let mut over = CellPool::new();
        for operation in other_past {
            step(&mut over, operation);
        }
        let bytes = postcard::to_allocvec(&cells).unwrap();
        DeserializeSeed::deserialize(&mut over, &mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
        prop_assert_eq!(over.save(), cells.save(), "{:x?}", bytes);

        while let Some(cell) = cells.acquire() {
            prop_assert_eq!(restored.acquire(), Some(cell));
        }
        prop_assert!(restored.is_full());
        for end in (0..bytes.len()).step_by(miri_or(17, 1)) {
            prop_assert!(over.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes[..end])).is_err());
            prop_assert_eq!(over.save(), CellPool::new().save());
        }
    }
}

#[test]
fn what_is_in_order_takes_no_room() {
    let mut letters = LettersPool::new();
    assert_eq!(serde_json::to_string(&letters).unwrap(), r#"{"capacity":5,"out":[],"free":[]}"#);
    letters.acquire_exact('d').unwrap();
    assert_eq!(serde_json::to_string(&letters).unwrap(), r#"{"capacity":5,"out":["d"],"free":["b","c"]}"#);
    assert_eq!(letters.acquire_many(4).unwrap().collect::<String>(), "bcae");
    let full = r#"{"capacity":5,"out":["a","b","c","d","e"],"free":[]}"#;
    assert_eq!(serde_json::to_string(&letters).unwrap(), full);
    round_trip(&letters);
}

#[test]
fn hostile_data_is_an_error_and_leaves_a_new_pool() {
    let mut letters = LettersPool::new();
    let new = letters.save();
    for (text, why) in [
        (r#"{"capacity":6,"out":[],"free":[]}"#, "this pool has another capacity: the data has 6 values"),
        (
            r#"{"capacity":5,"out":["a","f"],"free":[]}"#,
            "the value at position 1 is not in the set of the pool",
        ),
        (r#"{"capacity":5,"out":["a","b","a"],"free":[]}"#, "the value at position 2 occurs twice"),
        (r#"{"capacity":5,"out":["a"],"free":["c","a"]}"#, "the value at position 1 occurs twice"),
        (r#"{"capacity":5,"free":["c","b"],"out":["c"]}"#, "the value at position 0 occurs twice"),
        (
            r#"{"capacity":5,"free":["e","d","c","b","a","a"],"out":[]}"#,
            "the value at position 5 occurs twice",
        ),
        (r#"{"capacity":5,"out":["a"]}"#, "missing field `free`"),
        (r#"{"capacity":5,"out":["a"],"out":["b"],"free":[]}"#, "duplicate field `out`"),
        (r#"{"capacity":5,"out":["a"],"free":[],"retired":[]}"#, "unknown field `retired`"),
        (r#"{"capacity":5,"out":["ab"],"free":[]}"#, "a character"),
        (r#"[5,["a"]]"#, "invalid length 2, expected a `ValuePool`"),
        ("7", "expected a `ValuePool`"),
    ] {
        letters.acquire_exact('c').unwrap();
        let error =
            letters.deserialize_from(&mut serde_json::Deserializer::from_str(text)).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
        assert_eq!(letters.save(), new, "{text}");
    }
    // With the fields in another order, and without the names of the fields.
    for text in [r#"{"free":["e"],"out":["b"],"capacity":5}"#, r#"[5,["b"],["e"]]"#] {
        letters.deserialize_from(&mut serde_json::Deserializer::from_str(text)).unwrap();
        assert_eq!(letters.clone().acquire_many(4).unwrap().collect::<String>(), "eacd", "{text}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "6 MB")]
fn large_pools_are_made_where_they_stay() {
    pool! { Large: [u32; 0..2_000_000]; } // 6.25 MB

    #[derive(Deserialize)]
    struct World {
        numbers: Heap<LargePool>,
    }

    let mut world: World =
        serde_json::from_str(r#"{"numbers":{"capacity":2000000,"out":[0,1999999],"free":[7]}}"#).unwrap();
    assert_eq!(
        (world.numbers.len(), world.numbers.acquire(), world.numbers.acquire()),
        (2, Some(7), Some(1))
    );
}

#[test]
fn lists_come_back_with_their_order() {
    let mut list = ListPool::<u8, 7>::new(std::array::from_fn(|i| 10 * i as u8));
    let mut over = ListPool::new([99; 7]);
    for operation in [0, 3, 0, 0, 40, 0, 30, 2, 0, 0, 0, 0_usize] {
        match operation {
            0 => drop(list.acquire()),
            1..10 => drop(list.acquire_many(operation)),
            value => list.release(value as u8).unwrap(),
        }
        let text = serde_json::to_string(&list).unwrap();
        let restored: ListPool<u8, 7> = serde_json::from_str(&text).unwrap();
        let bytes = postcard::to_allocvec(&list).unwrap();
        over.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
        for back in [&restored, &over] {
            assert_eq!((back.len(), back.available()), (list.len(), list.available()));
        }
    }
    assert!(list.is_full());

    let before = over.clone();
    for (text, why) in [
        (r#"{"capacity":6,"free":[]}"#, "this pool has another capacity: the data has 6 values"),
        (r#"{"capacity":7,"free":[1,2,3,4,5,6,7,8]}"#, "the data has more values than the pool"),
        (r#"{"capacity":7,"free":[1,2,256]}"#, "u8"),
        (r#"{"capacity":7}"#, "missing field `free`"),
    ] {
        let error =
            over.deserialize_from(&mut serde_json::Deserializer::from_str(text)).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
        assert_eq!((over.len(), over.available()), (before.len(), before.available()));
    }
}

#[derive(Pool, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[pool(values, quarantine = 2)]
struct Port(#[pool(range = 0..6)] u8);

#[test]
fn what_waits_comes_back() {
    let mut ports = PortPool::new();
    ports.acquire_many(4).unwrap();
    ports.release_many(&[Port(2), Port(0), Port(1)]).unwrap();
    let text = serde_json::to_string(&ports).unwrap();
    assert_eq!(text, r#"{"capacity":6,"out":[3],"free":[],"waiting":[0,1]}"#);
    let mut back: PortPool = serde_json::from_str(&text).unwrap();
    assert_eq!(back, ports);
    for _ in 0..6 {
        assert_eq!(back.acquire(), ports.acquire());
    }
    for (text, why) in [
        (
            r#"{"capacity":6,"out":[],"free":[],"waiting":[0,1,2]}"#,
            "more values wait in the data than the quarantine of this pool holds, which are 2",
        ),
        (r#"{"capacity":6,"out":[0],"free":[],"waiting":[0]}"#, "the value at position 0 occurs twice"),
        (r#"{"capacity":6,"out":7,"free":[]}"#, "expected a sequence"),
    ] {
        let error = serde_json::from_str::<PortPool>(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn a_list_is_a_seed() {
    let mut list = ListPool::new([1, 2, 3]);
    list.acquire().unwrap();
    let text = serde_json::to_string(&list).unwrap();
    let mut back = ListPool::new([9, 9, 9]);
    (&mut back).deserialize(&mut serde_json::Deserializer::from_str(&text)).unwrap();
    assert_eq!((back.available(), back.len()), (list.available(), 1));
}
