//! Loom's atomics, which replace the file `base/atomic.rs` of the runtime.

pub use loom::sync::atomic::fence;
use loom::sync::atomic::{AtomicU32 as LoomU32, AtomicU64 as LoomU64, Ordering};

/// A `u32`.
pub type AtomicU32 = Announced<LoomU32>;
/// A `u64`.
pub type AtomicU64 = Announced<LoomU64>;

/// An atomic of loom that announces its loads.
///
/// Loom also tries the opposite order of two accesses if one of them is not a load. But loom remembers only the last
/// access to each atomic. If one thread loads a value and another thread loads it and then stores, the store hides
/// that thread's load, and the order in which the store comes first is never tried (tokio-rs/loom#166, #392). To have
/// two loads tried in both orders, and with them everything after the loads, each load is announced by a relaxed
/// read-modify-write of an atomic that has no other use. It orders no other memory.
#[derive(Debug)]
pub struct Announced<A> {
    value: A,
    loads: LoomU32,
}

impl<A> Announced<A> {
    fn announce(&self) {
        self.loads.fetch_add(0, Ordering::Relaxed);
    }
}

macro_rules! announced {
    ($($atomic:ident: $value:ident),*) => {$(
        impl Announced<$atomic> {
            /// Makes an atomic with this value.
            #[must_use]
            pub fn new(value: $value) -> Self {
                Announced { value: $atomic::new(value), loads: LoomU32::new(0) }
            }

            /// Loads the value.
            pub fn load(&self, order: Ordering) -> $value {
                self.announce();
                self.value.load(order)
            }

            /// Stores a value.
            pub fn store(&self, value: $value, order: Ordering) {
                self.value.store(value, order);
            }

            /// Stores `new` if the value is `current`.
            ///
            /// # Errors
            ///
            /// Returns the value if it is not `current`.
            pub fn compare_exchange_weak(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                self.value.compare_exchange_weak(current, new, success, failure)
            }

            /// Replaces the value by the result of `change`, if there is one.
            ///
            /// # Errors
            ///
            /// Returns the value for which there is none.
            pub fn fetch_update(
                &self,
                success: Ordering,
                failure: Ordering,
                mut change: impl FnMut($value) -> Option<$value>,
            ) -> Result<$value, $value> {
                let mut value = self.load(failure);
                loop {
                    let new = change(value).ok_or(value)?;
                    match self.compare_exchange_weak(value, new, success, failure) {
                        Err(other) => value = other,
                        replaced => return replaced,
                    }
                }
            }

            /// Adds to the value.
            pub fn fetch_add(&self, value: $value, order: Ordering) -> $value {
                self.value.fetch_add(value, order)
            }

            /// Subtracts from the value.
            pub fn fetch_sub(&self, value: $value, order: Ordering) -> $value {
                self.value.fetch_sub(value, order)
            }

            /// Sets bits.
            pub fn fetch_or(&self, value: $value, order: Ordering) -> $value {
                self.value.fetch_or(value, order)
            }

            /// Clears the bits that are not in `value`.
            pub fn fetch_and(&self, value: $value, order: Ordering) -> $value {
                self.value.fetch_and(value, order)
            }

            /// Raises the value to `value` if it is smaller.
            pub fn fetch_max(&self, value: $value, order: Ordering) -> $value {
                self.value.fetch_max(value, order)
            }
        }
    )*};
}

announced!(LoomU32: u32, LoomU64: u64);
