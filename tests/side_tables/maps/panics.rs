//! Destructors, clones and closures that panic: every value is dropped once.

use super::*;

/// A value whose destructor or clone panics if it is armed.
struct Bomb {
    token: Token,
    armed: bool,
}

impl Drop for Bomb {
    fn drop(&mut self) {
        if std::mem::take(&mut self.armed) {
            panic!("bomb {}", self.token.id);
        }
    }
}

/// A map with values in the slots 0 to 4. The value in slot 2 panics.
fn with_a_bomb(drops: &Drops) -> HandleMap<Bytes, Bomb> {
    let bombs = (0..5).map(|i| (handle_of(i), Bomb { token: drops.token(i), armed: i == 2 }));
    bombs.collect()
}

#[test]
fn every_value_is_dropped_once_when_a_destructor_panics() {
    let drops = Drops::default();
    let map = with_a_bomb(&drops);
    assert!(catch_unwind(AssertUnwindSafe(|| drop(map))).is_err());
    assert_eq!(drops.alive(), []);

    let drops = Drops::default();
    let mut map = with_a_bomb(&drops);
    assert!(catch_unwind(AssertUnwindSafe(|| map.clear())).is_err());
    assert_eq!((map.len(), drops.alive()), (2, vec![3, 4]));
    assert_eq!(map.keys().map(Handle::index).collect::<Vec<_>>(), [3, 4]);
    drop(map);
    assert_eq!(drops.alive(), []);

    let drops = Drops::default();
    let mut map = with_a_bomb(&drops);
    assert!(catch_unwind(AssertUnwindSafe(|| map.retain(|key, _| key.index() == 1))).is_err());
    assert_eq!((map.len(), drops.alive()), (3, vec![1, 3, 4]));
    drop(map);
    assert_eq!(drops.alive(), []);

    let drops = Drops::default();
    let mut map = with_a_bomb(&drops);
    assert!(catch_unwind(AssertUnwindSafe(|| drop(map.drain()))).is_err());
    assert_eq!((map.len(), drops.alive()), (2, vec![3, 4]));

    // If an entry takes over a slot, the old value is gone and the new one is in the map.
    let drops = Drops::default();
    let mut map = with_a_bomb(&drops);
    let newer = handle_of::<Bytes>(2 | 1 << Pool::<Bytes>::INDEX_BITS);
    let bomb = Bomb { token: drops.token(9), armed: false };
    assert!(catch_unwind(AssertUnwindSafe(|| map.entry(newer).or_insert(bomb).armed)).is_err());
    assert_eq!((map.len(), drops.alive()), (5, vec![0, 1, 3, 4, 9]));
    assert!(map.contains(newer));
}

#[test]
fn closures_that_panic_leave_what_was_there() {
    let drops = Drops::default();
    let mut map: HandleMap<Bytes, Token> = (0..5).map(|i| (handle_of(i), drops.token(i))).collect();
    let keep = |key: Handle<Bytes>, _: &mut Token| match key.index() {
        3 => panic!("asked about 3"),
        index => index != 1,
    };
    assert!(catch_unwind(AssertUnwindSafe(|| map.retain(keep))).is_err());
    assert_eq!((map.len(), drops.alive()), (4, vec![0, 2, 3, 4]));
    let vacant = handle_of(1);
    let make = || -> Token { panic!("no value") };
    assert!(catch_unwind(AssertUnwindSafe(|| map.entry(vacant).or_insert_with(make).id)).is_err());
    assert!(!map.contains(vacant));
    assert_eq!(map.len(), 4);
}

#[test]
fn clones_are_equal_and_one_that_panics_loses_nothing() {
    #[derive(PartialEq, Debug)]
    struct Fragile(Box<u32>);

    impl Clone for Fragile {
        fn clone(&self) -> Self {
            assert!(*self.0 != 77, "not this one");
            Fragile(self.0.clone())
        }
    }

    let mut map = HandleMap::<Live, Fragile>::new();
    map.extend((0..150).step_by(7).map(|i| (handle_of(i), Fragile(Box::new(i + 1)))));
    let mut clone = map.clone();
    assert_eq!(clone, map);
    clone.remove(handle_of(7));
    assert_ne!(clone, map);
    clone.clone_from(&map);
    assert_eq!(clone, map);
    map[handle_of(70)] = Fragile(Box::new(77));
    assert!(catch_unwind(AssertUnwindSafe(|| clone.clone_from(&map))).is_err());
    assert_eq!(clone.len(), 10);
    assert!(clone.iter().eq(map.iter().take(10)));
    assert!(catch_unwind(AssertUnwindSafe(|| map.clone())).is_err());
    #[cfg(feature = "alloc")]
    assert!(catch_unwind(AssertUnwindSafe(|| stackpool::Heap::from(&map))).is_err());
}
