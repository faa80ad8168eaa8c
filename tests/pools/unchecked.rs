//! Getters without a check, and the check that debug builds make.

#![expect(unsafe_code, reason = "the getters are unsafe functions")]

use stackpool::{HandleMap, Pool, PoolSpec, SparseHandleMap, pool};

pool! {
    Generational: [u32; 6];
    Live: [u32; 6], guard = live;
    Unguarded: [u32; 6], guard = none;
    Listed: [u32; 6], bookkeeping = free_list;
}

fn reach_the_object<P: PoolSpec<Item = u32>>() {
    let mut pool = Pool::<P>::new();
    let handles = [1, 2, 3].map(|number| pool.insert(number).unwrap());
    for (handle, number) in handles.into_iter().zip(1..) {
        // SAFETY: 1. the number was inserted above, and nothing was removed.
        assert_eq!(unsafe { pool.get_unchecked(handle) }, &number);
        // SAFETY: 1. as above.
        *unsafe { pool.get_unchecked_mut(handle) } += 10;
        assert_eq!(pool.get(handle), Some(&(number + 10)));
    }
}

#[test]
fn unchecked_getters_reach_the_object() {
    reach_the_object::<Generational>();
    reach_the_object::<Live>();
    reach_the_object::<Unguarded>();
    reach_the_object::<Listed>();

    let mut pool = GenerationalPool::new();
    let handle = pool.insert(1).unwrap();
    let mut map = HandleMap::<Generational, String>::from([(handle, String::from("a"))]);
    // SAFETY: 1. the map was made with a value under this handle.
    unsafe { map.get_unchecked_mut(handle) }.push('b');
    // SAFETY: 1. as above.
    assert_eq!(unsafe { map.get_unchecked(handle) }, "ab");

    // A removal moves the value to another place.
    let other = pool.insert(2).unwrap();
    let mut table = SparseHandleMap::<Generational, u32, 2>::from([(other, 7), (handle, 9)]);
    table.remove(other);
    // SAFETY: 1. the table was made with a value under this handle.
    *unsafe { table.get_unchecked_mut(handle) } += 1;
    // SAFETY: 1. as above.
    assert_eq!((unsafe { table.get_unchecked(handle) }, table.get(handle)), (&10, Some(&10)));
}

/// The checks of debug builds panic before anything is read.
#[cfg(debug_assertions)]
mod debug {
    use super::{GenerationalPool, HandleMap, SparseHandleMap};

    #[test]
    #[should_panic(expected = "Generational#0v0 names no live object")]
    fn a_stale_handle_is_caught() {
        let mut pool = GenerationalPool::new();
        let handle = pool.insert(1).unwrap();
        pool.remove(handle);
        pool.insert(2).unwrap();
        // SAFETY: 1. does not hold: the check panics before anything is read.
        let _ = unsafe { pool.get_unchecked(handle) };
    }

    #[test]
    #[should_panic(expected = "Generational#0v0 names no live object")]
    fn a_stale_handle_is_caught_for_writing() {
        let mut pool = GenerationalPool::new();
        let handle = pool.insert(1).unwrap();
        pool.remove(handle);
        // SAFETY: 1. does not hold: the check panics before anything is read.
        let _ = unsafe { pool.get_unchecked_mut(handle) };
    }

    #[test]
    #[should_panic(expected = "the map has no value under Generational#0v0")]
    fn a_missing_value_is_caught() {
        let handle = GenerationalPool::new().insert(1).unwrap();
        let map = HandleMap::<super::Generational, u8>::new();
        // SAFETY: 1. does not hold: the check panics before anything is read.
        let _ = unsafe { map.get_unchecked(handle) };
    }

    #[test]
    #[should_panic(expected = "the map has no value under Generational#0v0")]
    fn a_missing_value_is_caught_for_writing() {
        let handle = GenerationalPool::new().insert(1).unwrap();
        let mut map = HandleMap::<super::Generational, u8>::new();
        // SAFETY: 1. does not hold: the check panics before anything is read.
        let _ = unsafe { map.get_unchecked_mut(handle) };
    }
    #[test]
    #[should_panic(expected = "the table has no value under Generational#0v0")]
    fn a_missing_value_of_a_sparse_table_is_caught() {
        let handle = GenerationalPool::new().insert(1).unwrap();
        let table = SparseHandleMap::<super::Generational, u8, 1>::new();
        // SAFETY: 1. does not hold: the check panics before anything is read.
        let _ = unsafe { table.get_unchecked(handle) };
    }

    #[test]
    #[should_panic(expected = "the table has no value under Generational#0v0")]
    fn a_missing_value_of_a_sparse_table_is_caught_for_writing() {
        let handle = GenerationalPool::new().insert(1).unwrap();
        let mut table = SparseHandleMap::<super::Generational, u8, 1>::new();
        // SAFETY: 1. does not hold: the check panics before anything is read.
        let _ = unsafe { table.get_unchecked_mut(handle) };
    }
}
