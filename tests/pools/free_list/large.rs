//! A pool with links of 4 bytes, in which every slot is used.

#![cfg(not(miri))]

use stackpool::pool;

pool! {
    Many: [u32; 16_777_300], guard = live, bookkeeping = free_list, quarantine = 0;
}

#[test]
fn links_of_four_bytes() {
    const LAST: usize = 16_777_299;
    let mut pool = ManyPool::on_heap();
    let handles: Vec<_> = (0..=LAST as u32).map(|item| pool.insert(item).unwrap()).collect();
    assert!(pool.is_full() && pool.insert(0).is_err());
    // Start at the end, so that the links name slots of 25 bits.
    for handle in handles.iter().rev().step_by(1_000) {
        assert_eq!(pool.remove(*handle), Some(handle.index() as u32));
    }
    let freed: Vec<_> = (0..=LAST).rev().step_by(1_000).collect();
    let copy = pool.clone();
    assert_eq!(copy.next_handle(), pool.next_handle());
    for (mut pool, name) in [(pool, "the pool"), (copy, "its clone")] {
        for &index in freed.iter().rev() {
            assert_eq!(pool.insert(1).unwrap().index(), index, "{name}");
        }
        assert!(pool.is_full());
        assert_eq!((pool[handles[LAST]], pool[handles[LAST - 1]]), (1, LAST as u32 - 1));
        pool.clear();
        assert_eq!(pool.next_handle(), Some(handles[0]));
    }
}
