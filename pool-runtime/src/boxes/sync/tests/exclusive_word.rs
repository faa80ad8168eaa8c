//! A word that behaves as that of Cortex-M: a store fails if anyone stored since the load. A tag counts the stores.
//!
//! The steps are those of Cortex-M, in their order, and both accesses are relaxed: so the model checker sees whether
//! the barriers are in the right places.

use crate::base::atomic::{AtomicU64, fence};
use core::sync::atomic::Ordering;

#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct ExclusiveWord(pub(crate) AtomicU64);

impl ExclusiveWord {
    pub(crate) fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed) as u32
    }

    pub(crate) fn take(&self, mut change: impl FnMut(u32) -> Option<u32>) -> Option<u32> {
        loop {
            let old = self.load_exclusive();
            barrier();
            let new = change(old as u32)?;
            if self.store_exclusive(old, new) {
                return Some(old as u32);
            }
        }
    }

    pub(crate) fn give(&self, mut change: impl FnMut(u32) -> u32) {
        loop {
            let old = self.load_exclusive();
            let new = change(old as u32);
            barrier();
            if self.store_exclusive(old, new) {
                return;
            }
        }
    }

    /// Returns the value, with the tag that tells its store from others.
    fn load_exclusive(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Stores the value, unless someone stored since `old` was loaded.
    fn store_exclusive(&self, old: u64, value: u32) -> bool {
        let tag = (old >> 32).wrapping_add(1) << 32;
        let stored =
            self.0.compare_exchange_weak(old, tag | u64::from(value), Ordering::Relaxed, Ordering::Relaxed);
        stored.is_ok()
    }
}

/// `dmb`, as far as the stack relies on it.
fn barrier() {
    fence(Ordering::AcqRel);
}
