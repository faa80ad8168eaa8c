//! Boxes: a comparison with a model, and tests of ownership.

#![cfg(feature = "derive")]

#[path = "../common/boxes.rs"]
#[expect(unsafe_code, reason = "boxes are taken apart and put together again")]
mod boxes;
#[path = "../common/drops.rs"]
mod drops;
#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

#[cfg(feature = "stable_deref_trait")]
mod dma;
mod model;
mod objects;
mod ownership;

// Under `sync = local`, there are weak pointers only with this feature.
#[cfg(feature = "std")]
mod shared;
mod traits;
#[cfg(any(feature = "std", feature = "critical-section"))]
mod waiting;

/// An object whose destructor panics.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("the destructor panics");
    }
}

/// The bytes of a pointer, and of an optional one.
fn sizes<T>() -> (usize, usize) {
    (size_of::<T>(), size_of::<Option<T>>())
}
