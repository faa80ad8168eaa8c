//! `take_ended` and `ended`: after a loop over the changes of a pool, side tables and structures have nothing of an
//! object that ended, also if its slot has a new one.

use crate::size::{cases, miri_or};
use proptest::collection::vec;
use proptest::prelude::*;
use stackpool::{
    Change, Columns, Handle, HandleList, HandleLists, HandleMap, HandleTree, SparseHandleMap, pool,
};
use std::collections::HashMap;

pool! {
    Monsters: [u32; 6], changes, quarantine = 0, handle_bytes = 4;
    DenseMonsters: [u32; 6], dense, changes, quarantine = 0, handle_bytes = 4;
    RowMonsters: [Row; 6], columns, changes, quarantine = 0, handle_bytes = 4;
    LiveMonsters: [u32; 6], changes, guard = live, quarantine = 0;
}

#[derive(Clone, Copy, Columns)]
struct Row {
    kind: u32,
}

impl From<u32> for Row {
    fn from(kind: u32) -> Self {
        Row { kind }
    }
}

/// A pool, and what is kept for its objects in each way. The value of a handle is the handle.
macro_rules! follows {
    ($($test:ident: $Pool:ident of $P:ident, $Item:ty;)*) => {$(
        #[test]
        fn $test() {
            let steps = vec((0..6_u8, 0..6_usize), 0..miri_or(20, 150));
            proptest!(cases(2, 128), |(steps in steps)| {
                let mut monsters = $Pool::new();
                let saved = monsters.save();
                let mut map = HandleMap::<$P, Handle<$P>>::new();
                let mut sparse = SparseHandleMap::<$P, Handle<$P>, 6>::new();
                let mut by_index = HashMap::new();
                let (mut begun, mut stopped) = (0, 0);
                for (step, slot) in steps {
                    let handle = monsters.handle_at(slot);
                    match (step, handle) {
                        (0 | 1, _) => drop(monsters.insert(<$Item>::from(7_u32))),
                        (2, Some(handle)) => drop(monsters.remove(handle)),
                        (3, Some(handle)) => drop(monsters.get_mut(handle)),
                        (4, _) if slot == 0 => monsters.clear(),
                        (4, _) if slot == 1 => monsters.restore(&saved).unwrap(),
                        (5, _) => {
                            for change in monsters.take_changed() {
                                let ended = map.take_ended(&change);
                                prop_assert_eq!(sparse.take_ended(&change), ended);
                                prop_assert!(ended.is_none_or(|(handle, value)| handle == value));
                                stopped += usize::from(ended.is_some());
                                let former = by_index.get(&change.index());
                                if former.is_some_and(|&old| change.handle() != Some(old)) {
                                    by_index.remove(&change.index());
                                }
                                if let Change::Live(handle, _) = change {
                                    begun += usize::from(!map.contains(handle));
                                    map.insert(handle, handle);
                                    let _ = sparse.insert(handle, handle).unwrap();
                                    by_index.insert(change.index(), handle);
                                }
                            }
                            prop_assert!(map.keys().eq((0..6).filter_map(|slot| monsters.handle_at(slot))));
                            prop_assert_eq!(sparse.len(), monsters.len());
                            prop_assert!(sparse.keys().iter().all(|&handle| monsters.contains(handle)));
                            prop_assert_eq!(by_index.len(), monsters.len());
                            prop_assert_eq!(begun - stopped, monsters.len());
                        }
                        _ => {}
                    }
                }
            });
        }
    )*};
}

follows! {
    values_follow_a_pool: MonstersPool of Monsters, u32;
    values_follow_a_dense_pool: DenseMonstersPool of DenseMonsters, u32;
    values_follow_a_column_pool: RowMonstersPool of RowMonsters, Row;
}

#[test]
fn an_object_in_the_slot_of_another_one_ends_it() {
    let mut monsters = MonstersPool::new();
    let mut sprites = HandleMap::<Monsters, u32>::new();
    let mut stopped = Vec::new();
    for frame in 0..50 {
        if let Some(old) = monsters.handles().next() {
            monsters.remove(old);
        }
        monsters.insert(frame).unwrap();
        for change in monsters.take_changed() {
            stopped.extend(sprites.take_ended(&change).map(|(_, sprite)| sprite));
            if let Change::Live(monster, kind) = change {
                assert_eq!(sprites.insert(monster, *kind), None);
            }
        }
        assert_eq!((sprites.len(), monsters.len()), (1, 1));
    }
    assert!(stopped.into_iter().eq(0..49));
}

/// What handles do not tell apart, a table does not either: `insert` returns the old value.
#[test]
fn without_generations_an_old_value_comes_back_from_insert() {
    let mut monsters = LiveMonstersPool::new();
    let mut sprites = HandleMap::<LiveMonsters, u32>::new();
    let old = monsters.insert(1).unwrap();
    sprites.insert(old, 1);
    monsters.remove(old);
    let new = monsters.insert(2).unwrap();
    assert_eq!(old, new);
    for change in monsters.take_changed() {
        assert_eq!(sprites.take_ended(&change), None);
        assert_eq!(sprites.insert(new, 2), Some((old, 1)));
    }
    monsters.remove(new);
    for change in monsters.take_changed() {
        assert_eq!(sprites.take_ended(&change), Some((new, 2)));
    }
}

#[test]
fn structures_name_the_members_that_ended() {
    let mut monsters = MonstersPool::new();
    let [a, b, c, d] = [0, 1, 2, 3].map(|kind| monsters.insert(kind).unwrap());
    let mut list = HandleList::<Monsters>::new();
    let mut lists = HandleLists::<Monsters, Monsters>::new();
    let mut tree = HandleTree::<Monsters>::new();
    for member in [a, b, c] {
        list.push_back(member);
        lists.push_back(d, member);
    }
    lists.push_back(b, d);
    tree.append_root(a);
    tree.append(a, b).unwrap();
    tree.append(b, c).unwrap();
    drop(monsters.take_changed());

    monsters.remove(b);
    monsters.remove(d);
    let [new_d, new_b] = [4, 5].map(|kind| monsters.insert(kind).unwrap());
    assert_eq!((new_b.index(), new_d.index()), (b.index(), d.index()));
    let _ = monsters.get_mut(a);
    let mut ended = Vec::new();
    for change in monsters.take_changed() {
        ended.extend(list.ended(&change));
        assert_eq!(lists.ended(&change), (change.index() == b.index()).then_some(b));
        if let Some(owner) = lists.ended_owner(&change) {
            lists.clear_list(owner); // that of `b` first, whose only member is `d`
        }
        if let Some(node) = tree.ended(&change) {
            assert!(tree.remove(node).eq([c, b]), "with what is below");
        }
    }
    assert_eq!(ended, [b]);
    assert!(lists.is_empty() && tree.iter().eq([a]));
    assert!(list.remove(b) && list.iter().eq([a, c]));
}
