//! Methods that maps of `std` and of `slotmap` have too.

use super::*;
use stackpool::DisjointError;

#[test]
fn several_values_are_lent_at_once() {
    let [a, b, c, old] = [3, 4, 149, 3 | 1 << Pool::<Bytes>::INDEX_BITS].map(handle_of::<Bytes>);
    let mut map = HandleMap::<Bytes, String>::from([(a, "a".to_owned()), (c, "c".to_owned())]);
    let [last, first] = map.get_disjoint_mut([c, a]).unwrap();
    std::mem::swap(first, last);
    first.push('!');
    last.push('?');
    assert_eq!((&*map[a], &*map[c]), ("c!", "a?"));
    assert_eq!(map.get_disjoint_mut([]), Ok([]));
    assert_eq!(map.get_disjoint_mut([a, c, a]), Err(DisjointError::Overlapping(a)));
    for (handles, stale, position) in [([a, c, b], b, 2), ([old, a, c], old, 0)] {
        match map.get_disjoint_mut(handles) {
            Err(DisjointError::Stale(error)) => {
                assert_eq!((error.handle(), error.position()), (stale, position));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn maps_are_made_of_what_maps_of_std_are() {
    let [a, b] = [3, 4].map(handle_of::<Live>);
    let mut map = HandleMap::from([(a, 1), (b, 2), (a, 3)]);
    assert_eq!(map.iter().collect::<Vec<_>>(), [(a, &3), (b, &2)]);
    let mut copy = HandleMap::<Live, u32>::new();
    copy.extend(&map);
    assert_eq!(copy, map);
    let hash = |map: &HandleMap<Live, u32>| {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(map)
    };
    assert_eq!(hash(&copy), hash(&map));
    copy[b] = 7;
    assert_ne!(hash(&copy), hash(&map));
    copy[b] = 2;
    copy.insert(handle_of(5), 2);
    assert_ne!(hash(&copy), hash(&map));
    assert_eq!(*map.entry(handle_of(9)).or_insert_with_key(|handle| handle.index() as u32), 9);
    assert_eq!(*map.entry(a).or_insert_with_key(|_| unreachable!("there is a value")), 3);
}

#[test]
fn an_entry_is_removed_with_its_handle() {
    let [a, b, c] = [3, 4, 5].map(handle_of::<Live>);
    let mut map = HandleMap::<Live, u32>::from([(a, 1), (b, 2), (c, 3)]);
    assert_eq!(map.remove_entry(b), Some((b, 2)));
    assert_eq!((map.remove_entry(b), map.len()), (None, 2));
    assert_eq!((map[a], map[c]), (1, 3));
}

#[test]
fn the_last_of_an_iterator_is_that_of_the_back() {
    let mut units = BytesPool::new();
    let mut map = HandleMap::<Bytes, u32>::new();
    let handles: Vec<Handle<Bytes>> = (0..5).map(|n| units.insert(n).unwrap()).collect();
    for (n, &handle) in (10..).zip(&handles) {
        map.insert(handle, n);
    }
    assert_eq!(map.iter().last(), Some((handles[4], &14)));
    assert_eq!(map.keys().last(), Some(handles[4]));
    assert_eq!(map.values().last(), Some(&14));
    assert_eq!(map.iter_mut().last(), Some((handles[4], &mut 14)));
    assert_eq!(map.values_mut().last(), Some(&mut 14));
}

#[test]
fn entries_of_maps_show_their_key_and_value() {
    let mut units = LivePool::new();
    let handle = units.insert(1).unwrap();
    let mut map = HandleMap::<Live, u8>::new();
    assert_eq!(format!("{:?}", map.entry(handle)), "Vacant(VacantEntry { key: Live#0, .. })");
    map.insert(handle, 9);
    assert_eq!(format!("{:?}", map.entry(handle)), "Occupied(OccupiedEntry { key: Live#0, value: 9 })");
    assert!(matches!(map.entry(handle), Entry::Occupied(_)));
}
