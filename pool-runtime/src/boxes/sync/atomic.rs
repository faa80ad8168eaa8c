//! The atomics of boxes that several threads make: those of `core`. The model checker compiles the neighbouring files
//! with another file in place of this one.

pub(crate) use crate::base::atomic::AtomicU32;
#[cfg(target_has_atomic = "64")]
pub(crate) use core::sync::atomic::AtomicU64;
#[cfg(all(
    any(test, not(target_has_atomic = "64")),
    not(all(target_arch = "arm", target_os = "none", target_has_atomic = "32"))
))]
pub(crate) use core::sync::atomic::fence;
