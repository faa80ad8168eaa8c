//! A word that behaves as that of Cortex-M: a store fails if anyone stored since the load. A tag counts the stores.

use super::atomic::AtomicU64;
use core::sync::atomic::Ordering;

#[derive(Debug)]
#[repr(transparent)]
pub(super) struct ExclusiveWord(pub(super) AtomicU64);

impl ExclusiveWord {
    pub(super) fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed) as u32
    }

    pub(super) fn take(&self, change: impl FnMut(u32) -> Option<u32>) -> Option<u32> {
        self.update(Ordering::Acquire, Ordering::Acquire, change)
    }

    pub(super) fn give(&self, mut change: impl FnMut(u32) -> u32) {
        self.update(Ordering::Release, Ordering::Relaxed, |old| Some(change(old)));
    }

    fn update(
        &self,
        stored: Ordering,
        loaded: Ordering,
        mut change: impl FnMut(u32) -> Option<u32>,
    ) -> Option<u32> {
        let changed = self.0.fetch_update(stored, loaded, |tagged| {
            let tag = (tagged >> 32).wrapping_add(1) << 32;
            change(tagged as u32).map(|new| tag | u64::from(new))
        });
        changed.ok().map(|tagged| tagged as u32)
    }
}
