//! Columns that are implemented by hand, and panic when an object is put together.

use stackpool::__private::Access;
use stackpool::{ColumnPool, Columns, Handle, PoolSpec, pool};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

#[derive(Columns)]
struct Number {
    number: u32,
}

/// A number. `join` panics when it is called for the time that [`PANIC_AT`] says.
#[derive(Debug, PartialEq)]
struct Fragile(u32);

thread_local! {
    static PANIC_AT: Cell<u32> = const { Cell::new(u32::MAX) };
}

impl Columns for Fragile {
    type Ref<'a> = &'a u32;
    type Mut<'a> = &'a mut u32;
    type Slices<'a> = &'a [u32];
    type SlicesMut<'a> = &'a mut [u32];
    type List = <Number as Columns>::List;
    const SHAPE: u64 = 1;

    fn split(self, _: Access<Self>) -> u32 {
        self.0
    }

    fn join(number: u32, _: Access<Self>) -> Self {
        if PANIC_AT.replace(PANIC_AT.get().wrapping_sub(1)) == 0 {
            resume_unwind(Box::new("join"));
        }
        Fragile(number)
    }

    fn refs<'a>(number: &'a u32, _: Access<Self>) -> &'a u32
    where
        Self: 'a,
    {
        number
    }

    fn muts<'a>(number: &'a mut u32, _: Access<Self>) -> &'a mut u32
    where
        Self: 'a,
    {
        number
    }

    fn slices<'a>(numbers: &'a [u32], _: Access<Self>) -> &'a [u32]
    where
        Self: 'a,
    {
        numbers
    }

    fn slices_mut<'a>(numbers: &'a mut [u32], _: Access<Self>) -> &'a mut [u32]
    where
        Self: 'a,
    {
        numbers
    }
}

pool! {
    InPlace: [Fragile; 8], columns;
    Dense: [Fragile; 8], columns, dense;
}

/// Each handle names an object of its own, and the free slots are as many as there should be.
fn is_a_pool<P>(pool: &mut ColumnPool<P>)
where
    P: PoolSpec<Item = Fragile, Layout: stackpool::layout::Tabled + stackpool::layout::Tracked>,
{
    let handles: Vec<_> = pool.handles().collect();
    assert_eq!(handles.len(), pool.len());
    let mut addresses: Vec<_> = pool.values_mut().map(std::ptr::from_mut).collect();
    addresses.sort_unstable();
    addresses.dedup();
    assert_eq!(addresses.len(), handles.len(), "two objects at one place");
    assert!(handles.iter().all(|&handle| pool.get(handle).is_some_and(|number| (1..=5).contains(number))));
    while pool.insert(Fragile(5)).is_ok() {}
    assert_eq!((pool.len(), pool.handles().count()), (8, 8));
}

/// Something that removes objects, and returns how many.
type Way<P> = fn(&mut ColumnPool<P>, &[Handle<P>]) -> usize;

fn every_panic<P>()
where
    P: PoolSpec<Item = Fragile, Layout: stackpool::layout::Tabled + stackpool::layout::Tracked>,
{
    let ways: [Way<P>; 7] = [
        |pool, handles| pool.remove(handles[1]).map_or(0, |_| 1),
        |pool, handles| pool.remove_many(handles).unwrap().count(),
        |pool, handles| pool.remove_many(handles).unwrap().rev().count(),
        |pool, _| pool.extract_if(|_, number| *number % 2 == 0).count(),
        |pool, _| pool.drain().count(),
        |pool, _| pool.drain().rev().count(),
        |pool, handles| pool.replace(handles[0], Fragile(4)).map_or(0, |_| 1),
    ];
    for way in ways {
        for at in 0..4 {
            let mut pool = ColumnPool::<P>::from_iter([1, 2, 3, 4].map(Fragile));
            let handles: Vec<_> = pool.handles().collect();
            PANIC_AT.set(at);
            let _ = catch_unwind(AssertUnwindSafe(|| way(&mut pool, &handles)));
            PANIC_AT.set(u32::MAX);
            is_a_pool(&mut pool);
        }
    }
}

#[test]
fn a_join_that_panics_leaves_a_pool() {
    every_panic::<InPlace>();
    every_panic::<Dense>();
}
