//! Operations on a thousand objects at once.

use crate::pools::{None, Packed18, Short};
use gungraun::{library_benchmark, library_benchmark_group};
use stackpool::layout::Tabled;
use stackpool::{Handle, Heap, Pool, PoolSpec};
use stackpool_benches::container::Payload;
use stackpool_benches::{Item, Random};

const BATCH: usize = 1_000;

/// A half-full pool, and the handles of a random half of its objects.
fn half<P: PoolSpec<Item = Item>>() -> (Heap<Pool<P>>, Vec<Handle<P>>) {
    let mut pool = Pool::<P>::on_heap();
    let items = (0..2 * BATCH as u64).map(Item::of);
    let mut handles: Vec<_> = items.filter_map(|item| pool.insert(item).ok()).collect();
    Random::new().shuffle(&mut handles);
    handles.truncate(BATCH);
    (pool, handles)
}

/// The same pool without the objects of these handles.
fn emptied<P: PoolSpec<Item = Item>>() -> (Heap<Pool<P>>, Vec<Handle<P>>) {
    let (mut pool, handles) = half();
    for &handle in &handles {
        pool.remove(handle);
    }
    (pool, handles)
}

#[library_benchmark]
#[bench::u16(setup = emptied::<Short>)]
#[bench::none(setup = emptied::<None>)]
#[bench::packed18(setup = emptied::<Packed18>)]
fn insert_many<P: PoolSpec<Item = Item, Layout: Tabled>>(
    (mut pool, mut handles): (Heap<Pool<P>>, Vec<Handle<P>>),
) -> (Heap<Pool<P>>, Vec<Handle<P>>) {
    let items = (0..BATCH).map(|i| Item::of(i as u64));
    if let Ok(inserted) = pool.insert_many(items) {
        handles.iter_mut().zip(inserted).for_each(|(place, handle)| *place = handle);
    }
    (pool, handles)
}

#[library_benchmark]
#[bench::u16(setup = half::<Short>)]
#[bench::none(setup = half::<None>)]
#[bench::packed18(setup = half::<Packed18>)]
fn remove_many<P: PoolSpec<Item = Item>>(
    (mut pool, handles): (Heap<Pool<P>>, Vec<Handle<P>>),
) -> (Heap<Pool<P>>, Vec<Handle<P>>, u64) {
    let removed = pool.remove_many(&handles).expect("the handles are live, and each occurs once");
    let sum = removed.fold(0_u64, |sum, item| sum.wrapping_add(item.first()));
    (pool, handles, sum)
}

library_benchmark_group!(name = batches, benchmarks = [insert_many, remove_many]);
