//! What is said to who asks for memory on the heap without feature `alloc`.
//!
//! The methods are those of that feature, by their names. What they would return is a type that nothing decides, so that
//! the missing feature is all that is said: whatever is done with it, rustc has an error already. They are written out for
//! each type: of methods that a macro prints rustc shows the macro as well, ten lines more in each message.

use crate::image::DeltaError;
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
use crate::side::handle_map::HandleMap;
use crate::value_pool::{ListPool, ValuePool, ValueSpec};

/// Never implemented: its message is what it is for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` on the heap needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `take_pool()` on the item or the marker gives the static pool, and `new()` makes a value"
)]
pub trait OnHeap<B> {}

/// Never implemented: its message is what it is for.
#[diagnostic::on_unimplemented(
    message = "`save` and `delta` make a `Vec`, which needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `save_into` and `save_delta` write to a buffer, of `SAVED_BYTES` and `MAX_DELTA_BYTES` bytes"
)]
pub trait SavedOnHeap<B> {}

impl<P: PoolSpec> Pool<P> {
    #[doc(hidden)]
    #[must_use]
    pub fn boxed<B>() -> B
    where
        Self: OnHeap<B>,
    {
        unreachable!("`OnHeap` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn clone_boxed<B>(&self) -> B
    where
        Self: OnHeap<B>,
    {
        unreachable!("`OnHeap` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[doc(hidden)]
    pub fn delta<B>(&self, _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }
}

impl<V: ValueSpec> ValuePool<V> {
    #[doc(hidden)]
    #[must_use]
    pub fn boxed<B>() -> B
    where
        Self: OnHeap<B>,
    {
        unreachable!("`OnHeap` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn clone_boxed<B>(&self) -> B
    where
        Self: OnHeap<B>,
    {
        unreachable!("`OnHeap` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[doc(hidden)]
    pub fn delta<B>(&self, _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }
}

impl<P: PoolSpec, V> HandleMap<P, V> {
    #[doc(hidden)]
    #[must_use]
    pub fn boxed<B>() -> B
    where
        Self: OnHeap<B>,
    {
        unreachable!("`OnHeap` has no impl")
    }
}

impl<T, const N: usize> ListPool<T, N> {
    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }
}
