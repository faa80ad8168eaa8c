//! The atomics of boxes that several threads make: those of `core`. The model checker compiles its neighbours with a file of
//! its own in place of this one.

pub(crate) use core::sync::atomic::{AtomicU32, AtomicU64};
