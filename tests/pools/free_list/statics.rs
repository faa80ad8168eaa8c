//! Static pools: in `.bss`, without an initial value, and in a section that is not cleared.

#![expect(unsafe_code, reason = "a section is named")]

use stackpool::layout::Tracked;
use stackpool::{Pool, PoolSpec, pool};

pool! {
    Small: [u16; 1_000], bookkeeping = free_list, quarantine = 0;
    /// More than 256 KiB: only the bookkeeping has an initial value.
    Large: [[u8; 2_700]; 101], bookkeeping = free_list, guard = live, quarantine = 0;
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".bss.far"))]
    Far: [u32; 300], bookkeeping = free_list, guard = live, quarantine = 0;
}

/// The first slots are handed out in ascending order. A slot that was freed is the next.
fn works<P: PoolSpec<Item: PartialEq + std::fmt::Debug + Copy>>(pool: &mut Pool<P>, item: P::Item)
where
    P::Layout: Tracked,
{
    let handles: Vec<_> = (0..100).map(|_| pool.insert(item).ok().unwrap()).collect();
    assert!(handles.iter().map(|handle| handle.index()).eq(0..100));
    for &handle in &handles[10..20] {
        assert_eq!(pool.remove(handle), Some(item));
    }
    let again: Vec<_> = (0..11).map(|_| pool.insert(item).ok().unwrap().index()).collect();
    assert!(again.into_iter().eq((10..20).rev().chain([100])));
    pool.clear();
    assert_eq!(pool.next_handle().map(stackpool::Handle::index), Some(0));
}

#[test]
fn taken_pools_are_empty() {
    works(Small::take_pool().unwrap(), 7);
    works(Far::take_pool().unwrap(), 7);
    assert!(Small::take_pool().is_err());
}

#[test]
fn a_large_one_has_no_initial_value() {
    const _: () = assert!(LargePool::TOTAL_BYTES > 256 << 10);
    works(Large::take_pool().unwrap(), [7; 2_700]);
}
