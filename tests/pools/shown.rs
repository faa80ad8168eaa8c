//! What errors, changes and iterators show, and how they are compared.

use stackpool::{Change, DisjointError, Handle, HandleMap, Occupied, SparseHandleMap, pool};
use std::collections::hash_map::DefaultHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

pool! {
    Units: [u32; 100], marks, changes, quarantine = 0;
    Flags: [u8; 3], guard = live, quarantine = 0;
    Retiring: [u8; 1], generation_bits = 14, on_wrap = retire, quarantine = 0;
}

fn shown(value: impl Debug) -> String {
    format!("{value:?}")
}

#[test]
fn iterators_show_what_is_left_of_them() {
    let mut units = UnitsPool::new();
    let mut map = HandleMap::<Units, u8>::new();
    let mut visited = HandleMap::<Units, ()>::new();
    let handles: Vec<_> = (0..70).map(|n| units.insert(n).unwrap()).collect();
    for &handle in &handles {
        map.insert(handle, 7);
    }
    assert_eq!((units.live_words().nth(1), units.live_words().nth(2)), (Some(0b11_1111), None));
    let mut visit = visited.visit(&units);
    assert_eq!((visit.get(handles[2]), visit.get(handles[2])), (Some(&2), None));
    assert_eq!(shown(visit), "Visit { visited: 1, .. }");
    for (value, expected) in [
        (shown(units.iter_in_order()), "Since { .. }"),
        (shown(units.live_words()), "LiveWordsIter { words: 0..2, .. }"),
        (shown(units.join(&map)), "Join { .. }"),
        (shown(units.parts(2)), "Parts { remaining: 2, .. }"),
        (shown(units.parts(2).nth(1)), "Some(Part { slots: 64..128, .. })"),
        (shown(units.cursor()), "Cursor(0)"),
        (shown(units.vacant_entry().unwrap()), "VacantEntry(Units#70v0)"),
    ] {
        assert_eq!(value, expected);
    }
    let taken = [handles[3], handles[1]];
    assert_eq!(shown(units.remove_many(&taken).unwrap()), "Removed([Units#3v0, Units#1v0])");
    assert_eq!(shown(units.insert_many([5, 6]).unwrap()), "[Units#1v1, Units#3v1]");
    assert_eq!(shown(units.extract_if(|_, _| true)), "ExtractIf { .. }");
    let mut drain = units.drain();
    drain.next();
    assert_eq!(shown(drain), "Drain { remaining: 69, .. }");
    assert_eq!(shown(map.extract_if(|_, _| true)), "ExtractIf { .. }");
}

#[test]
fn errors_of_handles_name_them_and_their_places() {
    let mut units = UnitsPool::new();
    let [first, gone] = [1, 2].map(|n| units.insert(n).unwrap());
    units.remove(gone);
    let stale = units.remove_many(&[first, gone]).err().unwrap();
    assert_eq!(format!("{stale:?}"), "Stale { handle: Units#1v0, position: 1 }");
    assert_eq!(stale.to_string(), "Units#1v0, at position 1, names nothing here, or occurs twice");
    for (handles, debug, display) in [
        (
            [first, gone],
            "Stale(Stale { handle: Units#1v0, position: 1 })",
            "Units#1v0, at position 1, names nothing here",
        ),
        ([first, first], "Overlapping(Units#0v0)", "two handles name the slot of Units#0v0"),
    ] {
        let error = units.get_disjoint_mut(handles).err().unwrap();
        assert_eq!((format!("{error:?}").as_str(), error.to_string().as_str()), (debug, display));
    }
    assert_eq!(shown(DisjointError::from(stale)), "Stale(Stale { handle: Units#1v0, position: 1 })");

    let occupied = units.insert_at(first, 9).unwrap_err();
    assert_eq!((occupied.into_inner(), shown(occupied)), (9, "Occupied(..)".into()));
    assert_eq!(occupied.to_string(), "the slot is not free for this handle");
    assert_eq!(occupied.without_value(), Occupied::new(()));
}

#[test]
fn equal_errors_have_equal_hashes() {
    let hash = |value: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        value(&mut hasher);
        hasher.finish()
    };
    let mut flags = FlagsPool::new();
    flags.extend([1, 2, 3]);
    let full = flags.insert(7).unwrap_err();
    assert_eq!(hash(&|hasher| full.hash(hasher)), hash(&|hasher| stackpool::Full::new(7_u8).hash(hasher)));
}

#[test]
fn a_change_is_the_slot_and_what_is_in_it() {
    let mut units = UnitsPool::new();
    let [first, second] = [1, 2].map(|n| units.insert(n).unwrap());
    units.remove(first);
    let changes: Vec<_> = units.changed().collect();
    let copies = changes.clone();
    assert_eq!(copies, changes);
    assert_eq!(shown(copies), "[Free(0), Live(Units#1v0, 2)]");
    assert!(changes[0] != changes[1] && changes[1] == Change::Live(second, &2));
    assert_ne!(Change::<Units, u8>::Free(0), Change::Free(1));
    assert_ne!(Change::Live(second, 2), Change::Live(second, 3));
}

#[test]
fn clones_of_iterators_go_on_by_themselves() {
    let mut units = UnitsPool::new();
    let mut map = HandleMap::<Units, u32>::new();
    let mut sparse = SparseHandleMap::<Units, u32, 8>::new();
    for n in 0..5 {
        let handle = units.insert(n).unwrap();
        map.insert(handle, n);
        sparse.insert(handle, n).unwrap();
    }
    fn check<I: Iterator<Item: PartialEq + Debug> + Clone>(mut items: I) {
        items.next();
        let mut clone = items.clone();
        let rest: Vec<_> = items.by_ref().collect();
        assert_eq!((rest.len(), items.next()), (4, None));
        assert_eq!(clone.by_ref().collect::<Vec<_>>(), rest);
    }
    check(units.iter());
    check(units.values());
    check(units.handles());
    check(units.join(&map));
    check(map.iter());
    check(map.keys());
    check(map.values());
    check(sparse.iter());
    check(units.live_ranges().flatten());
    let (mut cursor, mut seen) = (units.cursor(), Vec::new());
    cursor.next(&units);
    let mut copy = Clone::clone(&cursor);
    while let Some(handle) = copy.next(&units) {
        seen.push(handle.index());
    }
    assert_eq!((seen, cursor.index()), (vec![1, 2, 3, 4], 1));
}

#[test]
#[should_panic = "Retiring#0v0 names no live object: its slot is retired"]
fn a_panic_says_that_the_slot_is_retired() {
    let mut retiring = RetiringPool::new();
    let first = retiring.insert(1).unwrap();
    retiring.remove(first);
    let last = Handle::from_parts(0, RetiringPool::GENERATIONS - 1).unwrap();
    retiring.insert_at(last, 2).unwrap();
    retiring.remove(last);
    let _ = retiring[first];
}
