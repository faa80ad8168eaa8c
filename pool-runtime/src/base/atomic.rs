//! The atomics that threads share: those of `core`; of 32 bits by `portable-atomic` on targets that have none with
//! compare-and-swap. The model checker compiles the files that use these with its own in their place.

#[cfg(target_has_atomic = "32")]
pub(crate) use core::sync::atomic::AtomicU32;
#[cfg(target_has_atomic = "64")]
pub(crate) use core::sync::atomic::AtomicU64;
#[cfg(all(
    any(test, not(target_has_atomic = "64")),
    not(all(target_arch = "arm", target_os = "none", target_has_atomic = "32"))
))]
pub(crate) use core::sync::atomic::fence;
#[cfg(all(not(target_has_atomic = "32"), feature = "portable-atomic"))]
pub(crate) use portable_atomic::AtomicU32;
