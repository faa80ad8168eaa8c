//! Methods that maps of `std` and of `slotmap` have too.

use super::*;
use stackpool::DisjointError;
use std::mem::forget;

fn handle_of<P: PoolSpec>(bits: u32) -> Handle<P> {
    Handle::from_bits(bits).expect("a handle")
}

#[test]
fn several_values_are_lent_at_once() {
    let [a, b, c, old] = [3, 4, 128, 3 | 1 << Pool::<Words>::INDEX_BITS].map(handle_of::<Words>);
    let mut table = SparseHandleMap::<Words, String, 3>::from([(a, "a".to_owned()), (c, "c".to_owned())]);
    let [last, first] = table.get_disjoint_mut([c, a]).unwrap();
    std::mem::swap(first, last);
    first.push('!');
    last.push('?');
    assert_eq!((&*table[a], &*table[c]), ("c!", "a?"));
    assert_eq!(table.get_disjoint_mut([]), Ok([]));
    assert_eq!(table.get_disjoint_mut([a, c, a]), Err(DisjointError::Overlapping(a)));
    for (handles, stale, position) in [([a, c, b], b, 2), ([old, a, c], old, 0)] {
        match table.get_disjoint_mut(handles) {
            Err(DisjointError::Stale(error)) => {
                assert_eq!((error.handle(), error.position()), (stale, position));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn tables_are_made_of_what_maps_of_std_are() {
    let [a, b] = [149, 4].map(handle_of::<Live>);
    let mut table = SparseHandleMap::<Live, u32, 4>::from([(a, 1), (b, 2), (a, 3)]);
    assert_eq!(table.iter().collect::<Vec<_>>(), [(a, &3), (b, &2)]);
    let mut copy = SparseHandleMap::<Live, u32, 4>::new();
    copy.extend(table.iter().rev());
    assert_eq!(copy, table);
    let hash = |table: &SparseHandleMap<Live, u32, 4>| {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(table)
    };
    assert_eq!(hash(&copy), hash(&table), "in another order");
    copy[b] = 7;
    assert_ne!(hash(&copy), hash(&table));
    copy[b] = 2;
    copy.insert(handle_of(5), 2).unwrap();
    assert_ne!(hash(&copy), hash(&table));
    assert_eq!(table.entry(handle_of(9)).or_insert_with_key(|handle| handle.index() as u32), Ok(&mut 9));
    assert_eq!(table.entry(a).or_insert_with_key(|_| unreachable!("there is a value")), Ok(&mut 3));
    assert_eq!(table.entry(handle_of(0)).or_default(), Ok(&mut 0));
    assert!(table.entry(handle_of(1)).or_default().is_err());
    for (_, value) in &mut table {
        *value += 1;
    }
    assert_eq!(table.into_iter().map(|(_, value)| value).collect::<Vec<_>>(), [4, 3, 10, 1]);
}

#[test]
fn a_full_table_returns_the_entry_and_no_more() {
    let mut entries = (0..5).map(|bits| (handle_of::<Live>(bits), bits));
    let mut table = SparseHandleMap::<Live, u32, 2>::new();
    let full = table.try_extend(&mut entries).unwrap_err();
    assert_eq!((full.into_inner(), entries.len()), ((handle_of(2), 2), 2));
    assert_eq!(table.values(), [0, 1]);
    // A value of a slot that has one needs no room.
    assert_eq!(table.try_extend([(handle_of(1), 7)]), Ok(()));
    assert_eq!(table.values(), [0, 7]);
}

#[test]
fn a_drain_that_is_forgotten_leaks_values_and_nothing_else() {
    let drops = Drops::default();
    let mut table = SparseHandleMap::<Live, Token, 4>::new();
    table.extend((0..4).map(|id| (handle_of(id), drops.token(id))));
    let mut drain = table.drain();
    assert_eq!(drain.next().map(seen), Some((handle_of(0), 0)));
    assert_eq!(format!("{drain:?}"), "Drain { remaining: 3, .. }");
    // Miri reports leaks, so these are dropped after all.
    let leaked: Vec<Token> = drain.by_ref().map(|entry| entry.1).collect();
    forget(drain);
    assert!(table.is_empty() && (0..4).all(|bits| !table.contains(handle_of(bits))));
    table.insert(handle_of(2), drops.token(9)).unwrap();
    assert_eq!((table.len(), leaked.len()), (1, 3));
}

#[test]
fn an_iterator_drops_what_is_left_even_if_a_destructor_panics() {
    let dropped = std::cell::Cell::new(0);
    let mut table = SparseHandleMap::<Live, Bomb<'_>, 8>::new();
    for drained in [true, false] {
        table.extend((0..5).map(|bits| (handle_of(bits), Bomb(bits == 2, &dropped))));
        let panicked = if drained {
            catch_unwind(AssertUnwindSafe(|| table.drain().take(1).count())).is_err()
        } else {
            let table = std::mem::take(&mut table);
            catch_unwind(AssertUnwindSafe(|| table.into_iter().rev().take(1).count())).is_err()
        };
        assert!(panicked && table.is_empty());
        assert_eq!(dropped.take(), 5);
    }
}

#[test]
fn an_entry_is_removed_with_its_handle() {
    let [a, b, c] = [3, 4, 5].map(handle_of::<Live>);
    let mut table = SparseHandleMap::<Live, u32, 4>::from([(a, 1), (b, 2), (c, 3)]);
    assert_eq!(table.remove_entry(b), Some((b, 2)));
    assert_eq!((table.remove_entry(b), table.len()), (None, 2));
    assert_eq!((table[a], table[c]), (1, 3));
}
