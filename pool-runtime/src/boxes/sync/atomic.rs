//! The atomics that the shared stack is made of: those of `core`, or, in tests, those of a model checker.

use core::fmt::Debug;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// An atomic integer.
pub trait Atomic: Debug {
    /// The integer.
    type Value: Copy;

    fn load(&self, order: Ordering) -> Self::Value;
    fn compare_exchange_weak(
        &self,
        current: Self::Value,
        new: Self::Value,
        success: Ordering,
        failure: Ordering,
    ) -> Result<Self::Value, Self::Value>;
    fn fetch_add(&self, value: Self::Value, order: Ordering) -> Self::Value;
    fn fetch_sub(&self, value: Self::Value, order: Ordering) -> Self::Value;
    fn fetch_max(&self, value: Self::Value, order: Ordering) -> Self::Value;
}

/// A family of atomic integers.
pub trait Atomics: Debug {
    /// A `u32`.
    type U32: Atomic<Value = u32>;
    /// A `u64`.
    type U64: Atomic<Value = u64>;
}

/// The atomics of `core`.
#[derive(Debug)]
pub struct CoreAtomics;

impl Atomics for CoreAtomics {
    type U32 = AtomicU32;
    type U64 = AtomicU64;
}

/// Implements [`Atomic`] for types that have its methods already.
macro_rules! atomics {
    ($($atomic:ident: $value:ident),*) => {$(
        impl Atomic for $atomic {
            type Value = $value;

            #[inline]
            fn load(&self, order: Ordering) -> $value {
                $atomic::load(self, order)
            }

            #[inline]
            fn compare_exchange_weak(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                $atomic::compare_exchange_weak(self, current, new, success, failure)
            }

            #[inline]
            fn fetch_add(&self, value: $value, order: Ordering) -> $value {
                $atomic::fetch_add(self, value, order)
            }

            #[inline]
            fn fetch_sub(&self, value: $value, order: Ordering) -> $value {
                $atomic::fetch_sub(self, value, order)
            }

            #[inline]
            fn fetch_max(&self, value: $value, order: Ordering) -> $value {
                $atomic::fetch_max(self, value, order)
            }
        }
    )*};
}

atomics!(AtomicU32: u32, AtomicU64: u64);
