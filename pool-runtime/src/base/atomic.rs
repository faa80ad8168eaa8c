//! Atomics for memory that threads share: those of `core`, or 32-bit ones of `portable-atomic` on targets without
//! compare-and-swap. The model checker compiles the files that use them with its own atomics instead.

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
