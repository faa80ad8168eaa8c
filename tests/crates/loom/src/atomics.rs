//! Loom's atomics as those of the runtime.

use crate::runtime::sync::atomic::{Atomic, Atomics};
use crate::runtime::sync::links::Links;
use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The atomics of loom.
#[derive(Debug)]
pub struct LoomAtomics;

impl Atomics for LoomAtomics {
    type U32 = Announced<AtomicU32>;
    type U64 = Announced<AtomicU64>;
}

/// An atomic of loom's whose loads are announced.
///
/// Loom tries two accesses in the other order too if one is not a load. But of each atomic it remembers the last access
/// alone: that a thread loads what it then stores to hides from loom that another thread had loaded it before, and the order
/// in which the store comes first is never tried (tokio-rs/loom#166, #392). So that two loads are tried in both orders, and
/// with them what comes after, each is announced by a relaxed read-modify-write of an atomic that serves nothing else: it
/// orders no other memory.
#[derive(Debug)]
pub struct Announced<A> {
    value: A,
    loads: AtomicU32,
}

impl<A> Announced<A> {
    /// Announces the loads of an atomic.
    #[must_use]
    pub fn new(value: A) -> Self {
        Announced { value, loads: AtomicU32::new(0) }
    }

    fn announce(&self) {
        self.loads.fetch_add(0, Ordering::Relaxed);
    }
}

impl Announced<AtomicU32> {
    /// Stores a value.
    pub fn store(&self, value: u32, order: Ordering) {
        self.value.store(value, order);
    }
}

macro_rules! atomics {
    ($($atomic:ident: $value:ident),*) => {$(
        impl Atomic for Announced<$atomic> {
            type Value = $value;

            fn load(&self, order: Ordering) -> $value {
                self.announce();
                self.value.load(order)
            }

            fn compare_exchange_weak(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                self.value.compare_exchange_weak(current, new, success, failure)
            }

            fn fetch_add(&self, value: $value, order: Ordering) -> $value {
                self.value.fetch_add(value, order)
            }

            fn fetch_sub(&self, value: $value, order: Ordering) -> $value {
                self.value.fetch_sub(value, order)
            }

            fn fetch_max(&self, value: $value, order: Ordering) -> $value {
                self.value.fetch_max(value, order)
            }
        }
    )*};
}

atomics!(AtomicU32: u32, AtomicU64: u64);

/// A link for each slot from `first` to the capacity. Stored as the runtime stores them: `link ^ (index + 1)`, relaxed.
#[derive(Debug)]
pub struct LoomLinks {
    first: u32,
    links: Vec<Announced<AtomicU32>>,
}

impl LoomLinks {
    pub(crate) fn zeroed(first: u32, capacity: u32) -> Self {
        LoomLinks { first, links: (first..capacity).map(|_| Announced::new(AtomicU32::new(0))).collect() }
    }
}

impl Links for LoomLinks {
    fn capacity(&self) -> u32 {
        self.first + self.links.len() as u32
    }

    fn get(&self, index: u32) -> Option<u32> {
        let link = self.links.get((index - self.first) as usize)?.load(Ordering::Relaxed) ^ (index + 1);
        assert!(link <= self.capacity(), "a link beyond the capacity");
        Some(link)
    }

    fn set(&self, index: u32, link: u32) {
        assert!(link <= self.capacity(), "a link beyond the capacity");
        self.links[(index - self.first) as usize].store(link ^ (index + 1), Ordering::Relaxed);
    }
}
