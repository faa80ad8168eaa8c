//! Who may make and drop boxes: `sync = ..`, one mode a file.
//!
//! ```text
//!  threads            magazine (a few slots of one thread) --+
//!                                                            +--> shared --> shared_stack --> links
//!  threads, exact     ---------------------------------------+
//!
//!  local (std)        owner (counts of one thread) --------------------------+
//!                                                                            +--> index_stack --> table
//!  local (no std), critical_section   -------------------> counted ----------+
//! ```

#![expect(unsafe_code, reason = "who releases a slot must own it")]

#[cfg(target_has_atomic = "64")]
mod atomic;
#[cfg(feature = "std")]
mod branded;
#[cfg(any(not(feature = "std"), feature = "critical-section", not(target_has_atomic = "8")))]
mod counted;
#[cfg(any(feature = "critical-section", not(target_has_atomic = "8")))]
mod critical_section;
#[cfg(target_has_atomic = "64")]
mod exact;
mod local;
#[cfg(all(target_has_atomic = "64", feature = "std"))]
mod magazine;
pub(crate) mod modes;
#[cfg(target_has_atomic = "64")]
mod shared;
#[cfg(target_has_atomic = "64")]
mod shared_stack;
#[cfg(all(test, target_has_atomic = "64"))]
mod tests;
#[cfg(target_has_atomic = "64")]
mod threads;

use crate::boxes::pool_box::BoxSpec;
#[cfg(target_has_atomic = "64")]
use crate::free::links::Links;
use crate::layout::Layout;
use bytemuck::Zeroable;
#[cfg(target_has_atomic = "64")]
use shared::Shared;

/// Who may make and drop the boxes of a pool.
///
/// # Safety
///
/// 1. An index that `acquire` gave is below the capacity, and is not given again before it is released.
/// 2. What a thread did before it released an index, the one that acquires it sees.
pub unsafe trait Mode: Sized + 'static {
    /// The free slots. All zero bytes: all of them.
    type State<L: Layout>: Zeroable + Sync + 'static;
    /// What threads keep to themselves.
    type Caches<P: BoxSpec<Mode = Self>>: Copy;

    /// Whether threads keep free slots to themselves.
    const HAS_CACHES: bool = false;

    /// Takes a free slot.
    #[cfg_attr(debug_assertions, track_caller)]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32>;

    /// Gives a slot back.
    ///
    /// # Safety
    ///
    /// 1. `index` came from `acquire` of the same pool, and was not released since.
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32);

    /// Gives back what this thread keeps to itself.
    #[inline]
    fn flush<P: BoxSpec<Mode = Self>>() {}

    /// Counts since the start of the program.
    fn usage<P: BoxSpec<Mode = Self>>() -> Usage;
}

/// A mode whose boxes may go to another thread, where their objects may.
///
/// # Safety
///
/// 1. An index that one thread acquired, another may release.
#[diagnostic::on_unimplemented(
    message = "boxes under `sync = local` stay on one thread",
    label = "a box would leave its thread",
    note = "`sync = threads` lets boxes move to other threads"
)]
pub unsafe trait SendsBoxes: Mode {}

// SAFETY: atomic integers, for which zero bytes are 0, and links. No call and no count so far; the top of the stack is slot
// 0, from which zero bytes link all slots in a row. (Here, because the model checker's atomics, of which `Shared` is made
// there, are not zero bytes.)
#[cfg(target_has_atomic = "64")]
unsafe impl<L: Links + Zeroable> Zeroable for Shared<L> {}

/// Slots that each thread keeps to itself at most, of a pool of this capacity.
pub(crate) const fn cache_size<M: Mode>(capacity: u32) -> usize {
    #[cfg(all(target_has_atomic = "64", feature = "std"))]
    if M::HAS_CACHES {
        return magazine::size(capacity);
    }
    let _ = capacity;
    0
}

/// How much of a pool is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub(crate) live: u32,
    pub(crate) most_live: u32,
    pub(crate) exhausted: u64,
}
