//! Allocates a thousand values of 32 bytes in a region, and frees their memory.

use bumpalo::Bump;
use gungraun::{library_benchmark, library_benchmark_group};
use stackpool::region::{Boxed, Frame, Linear, Scope};
use stackpool_benches::Item;
use std::hint::black_box;

const VALUES: u64 = 1_000;
const BYTES: usize = 2 * VALUES as usize * size_of::<Item>();

/// A region or another allocator.
trait Region {
    fn new() -> Self;

    fn pass(&mut self);
}

impl Region for Bump {
    fn new() -> Self {
        Bump::with_capacity(BYTES)
    }

    fn pass(&mut self) {
        for i in 0..VALUES {
            black_box(self.alloc([i; 4]));
        }
        self.reset();
    }
}

impl Region for Linear<Boxed> {
    fn new() -> Self {
        Linear::from(Boxed::new(BYTES))
    }

    fn pass(&mut self) {
        fill(&self.enter());
        self.reset();
    }
}

impl Region for Frame<Boxed> {
    fn new() -> Self {
        Frame::from(Boxed::new(BYTES))
    }

    fn pass(&mut self) {
        fill(&self.enter());
        self.reset();
    }
}

#[inline]
fn fill(scope: &Scope<'_>) {
    for i in 0..VALUES {
        black_box(scope.alloc([i; 4]).unwrap_or_else(|_| full()));
    }
}

#[cold]
#[inline(never)]
fn full() -> ! {
    panic!("a region of this benchmark is too small");
}

#[library_benchmark]
#[bench::bumpalo(setup = <Bump as Region>::new)]
#[bench::linear(setup = <Linear<Boxed> as Region>::new)]
#[bench::frame(setup = <Frame<Boxed> as Region>::new)]
fn alloc<R: Region>(mut region: R) -> R {
    region.pass();
    region
}

library_benchmark_group!(name = regions, benchmarks = [alloc]);
