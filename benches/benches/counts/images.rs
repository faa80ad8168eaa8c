//! Saves a half-full pool of 10,000 to bytes and restores it.

use crate::pools::{Saved, SavedLive};
use gungraun::{library_benchmark, library_benchmark_group};
use stackpool::layout::Tracked;
use stackpool::{Heap, Pool, PoolSpec};
use stackpool_benches::Item;
use stackpool_benches::container::scattered;

/// The pool, and a buffer for its image.
fn half_full<P: 'static + PoolSpec<Item = Item>>() -> (Heap<Pool<P>>, Vec<u8>)
where
    P::Layout: Tracked,
{
    let (pool, _) = scattered::<Item, Heap<Pool<P>>>(Pool::<P>::CAPACITY, Pool::<P>::CAPACITY / 2);
    let image = pool.save();
    (pool, image)
}

/// An empty pool, and the image of another one.
fn empty<P: 'static + PoolSpec<Item = Item>>() -> (Heap<Pool<P>>, Vec<u8>)
where
    P::Layout: Tracked,
{
    (Pool::on_heap(), half_full::<P>().1)
}

#[library_benchmark]
#[bench::u16(setup = half_full::<Saved>)]
#[bench::live(setup = half_full::<SavedLive>)]
fn save<P: 'static + PoolSpec<Item = Item>>(
    (pool, mut image): (Heap<Pool<P>>, Vec<u8>),
) -> (Heap<Pool<P>>, Vec<u8>)
where
    P::Layout: Tracked,
{
    assert!(pool.save_into(&mut image).is_ok());
    (pool, image)
}

#[library_benchmark]
#[bench::u16(setup = empty::<Saved>)]
#[bench::live(setup = empty::<SavedLive>)]
fn restore<P: 'static + PoolSpec<Item = Item>>(
    (mut pool, image): (Heap<Pool<P>>, Vec<u8>),
) -> (Heap<Pool<P>>, Vec<u8>)
where
    P::Layout: Tracked,
{
    assert!(pool.restore(&image).is_ok());
    (pool, image)
}

library_benchmark_group!(name = images, benchmarks = [save, restore]);
