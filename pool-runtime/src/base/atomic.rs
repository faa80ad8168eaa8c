//! The atomic integers of 32 bits with compare-and-swap: those of `core`, or of `portable-atomic` on targets that have
//! none.

#[cfg(target_has_atomic = "32")]
pub(crate) use core::sync::atomic::AtomicU32;
#[cfg(all(not(target_has_atomic = "32"), feature = "portable-atomic"))]
pub(crate) use portable_atomic::AtomicU32;
