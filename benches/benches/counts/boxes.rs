//! Makes and drops a box, a thousand times.

use gungraun::{library_benchmark, library_benchmark_group};
use heapless::box_pool;
use heapless::pool::boxed::{Box as HeaplessBox, BoxBlock};
use stackpool::{BoxSpec, PoolBox, pool};
use stackpool_benches::Item;
use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::Deref;

const PAIRS: u64 = 1_000;

pool! {
    Local: [Item; 1_024], boxed, sync = local;
    Threads: [Item; 1_024], boxed;
    Exact: [Item; 1_024], boxed, exact;
}

box_pool!(Heapless: Item);

/// A type that owns an object.
trait Owner: Deref<Target = Item> + Sized {
    fn make(item: Item) -> Option<Self>;

    /// Prepares this owner before the first object is made.
    fn prepare() {}
}

impl Owner for Box<Item> {
    fn make(item: Item) -> Option<Self> {
        Some(Box::new(item))
    }
}

impl<P: BoxSpec<Item = Item>> Owner for PoolBox<P> {
    fn make(item: Item) -> Option<Self> {
        PoolBox::new(item).ok()
    }
}

impl Owner for HeaplessBox<Heapless> {
    fn make(item: Item) -> Option<Self> {
        Heapless.alloc(item).ok()
    }

    fn prepare() {
        let blocks = Vec::from_iter((0..1_024).map(|_| BoxBlock::new()));
        blocks.leak().iter_mut().rev().for_each(|block| Heapless.manage(block));
    }
}

/// One box is made in advance, so that one-time work is not counted.
fn first<O: Owner>() -> PhantomData<O> {
    O::prepare();
    drop(black_box(O::make([0; 4])));
    PhantomData
}

#[library_benchmark]
#[bench::mimalloc(setup = first::<Box<Item>>)]
#[bench::local(setup = first::<PoolBox<Local>>)]
#[bench::threads(setup = first::<PoolBox<Threads>>)]
#[bench::threads_exact(setup = first::<PoolBox<Exact>>)]
#[bench::heapless(setup = first::<HeaplessBox<Heapless>>)]
fn pair<O: Owner>(_: PhantomData<O>) {
    for i in 0..PAIRS {
        let owner = O::make([i; 4]);
        black_box(owner.as_deref());
    }
}

library_benchmark_group!(name = boxes, benchmarks = [pair]);
