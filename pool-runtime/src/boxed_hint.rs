//! What is said to who asks for a boxed pool without feature `alloc`.

use crate::pool::Pool;
use crate::spec::PoolSpec;

/// Never implemented: its message is what it is for.
#[diagnostic::on_unimplemented(
    message = "pools on the heap need feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `take_pool()` on the item or the marker gives the static pool"
)]
pub trait FeatureAlloc {}

impl<P: PoolSpec> Pool<P> {
    #[doc(hidden)]
    #[must_use]
    pub fn boxed() -> &'static mut Self
    where
        P::Layout: FeatureAlloc,
    {
        unreachable!("`FeatureAlloc` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn clone_boxed(&self) -> &'static mut Self
    where
        P::Layout: FeatureAlloc,
    {
        unreachable!("`FeatureAlloc` has no impl")
    }
}
