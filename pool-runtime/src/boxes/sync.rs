//! The modes of `sync = ..`, which say who may make and drop boxes. One mode per file.
//!
//! ```text
//!  threads            magazine (a few slots of one thread) --+
//!                                                            +--> shared -------------------+
//!  threads, exact (no std)   --------------------------------+                              +--> stack_head --> links
//!  threads, exact (std)   ---------------------------------------> shared_stacks -----------+
//!  both, Cortex-M with exclusive loads   ------------------------> exclusive_stack --> exclusive_word, links
//!  both, other targets without 64-bit atomics   -----------------> shared_bits --> bits
//!
//!  local (std)        owner (counts of one thread) --------------------------+
//!                                                                            +--> index_stack --> table
//!  local (no std), critical_section   -------------------> counted ----------+
//! ```

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
mod atomic;
#[cfg(feature = "std")]
mod branded;
#[cfg(any(not(feature = "std"), feature = "critical-section", not(target_has_atomic = "8")))]
mod counted;
#[cfg(any(feature = "critical-section", not(target_has_atomic = "8")))]
mod critical_section;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
mod exact;
#[cfg(any(
    all(target_arch = "arm", target_os = "none", target_has_atomic = "32", not(target_has_atomic = "64")),
    all(test, target_has_atomic = "64")
))]
#[cfg_attr(target_has_atomic = "64", expect(unreachable_pub, reason = "for its tests alone"))]
mod exclusive_stack;
#[cfg(all(target_arch = "arm", target_os = "none", target_has_atomic = "32", not(target_has_atomic = "64")))]
mod exclusive_word;
#[cfg(all(test, target_has_atomic = "64"))]
#[path = "sync/tests/exclusive_word.rs"]
mod exclusive_word;
mod local;
#[cfg(all(target_has_atomic = "64", feature = "std"))]
mod magazine;
pub(crate) mod modes;
#[cfg(target_has_atomic = "64")]
mod shared;
#[cfg(all(
    any(target_has_atomic = "32", feature = "portable-atomic"),
    any(test, not(target_has_atomic = "64")),
    not(all(target_arch = "arm", target_os = "none", target_has_atomic = "32"))
))]
#[cfg_attr(target_has_atomic = "64", expect(unreachable_pub, reason = "no layout has bits here"))]
mod shared_bits;
#[cfg(all(target_has_atomic = "64", feature = "std"))]
mod shared_stacks;
#[cfg(target_has_atomic = "64")]
mod stack_head;
#[cfg(all(test, target_has_atomic = "64"))]
mod tests;
#[cfg(all(target_has_atomic = "64", feature = "std"))]
mod thread_number;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
mod threads;

use crate::boxes::pool_box::BoxSpec;
#[cfg(any(
    target_has_atomic = "64",
    all(target_arch = "arm", target_os = "none", target_has_atomic = "32")
))]
use crate::free::links::Links;
use crate::layout::Layout;
use bytemuck::Zeroable;
#[cfg(target_has_atomic = "64")]
use shared::Shared;

/// The slots that all threads of a pool share.
#[cfg(target_has_atomic = "64")]
type SharedSlots<L> = Shared<<L as Layout>::Links>;
#[cfg(all(target_arch = "arm", target_os = "none", target_has_atomic = "32", not(target_has_atomic = "64")))]
type SharedSlots<L> = exclusive_stack::ExclusiveStack<<L as Layout>::Links>;
#[cfg(all(
    any(target_has_atomic = "32", feature = "portable-atomic"),
    not(target_has_atomic = "64"),
    not(all(target_arch = "arm", target_os = "none", target_has_atomic = "32"))
))]
type SharedSlots<L> = shared_bits::SharedBits<<L as Layout>::Bits>;

/// The slots that all threads of a pool share, if no thread keeps any.
#[cfg(all(target_has_atomic = "64", feature = "std"))]
type ExactSlots<L> = shared_stacks::SharedStacks<<L as Layout>::Links, 8>;
#[cfg(all(
    any(target_has_atomic = "32", feature = "portable-atomic"),
    not(all(target_has_atomic = "64", feature = "std"))
))]
type ExactSlots<L> = SharedSlots<L>;

/// Who may make and drop the boxes of a pool.
///
/// # Safety
///
/// 1. `acquire` gives indices below the capacity, and gives none twice unless it was released in between.
/// 2. A thread that acquires an index sees everything that the thread which released it did before.
pub unsafe trait Mode: Sized + 'static {
    /// The free slots. All zero bytes mean that all slots are free.
    type State<L: Layout>: Zeroable + Sync + 'static;
    /// What threads keep for themselves.
    type Caches<P: BoxSpec<Mode = Self>>: Copy;

    /// Whether threads keep free slots for themselves.
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

    /// Gives back what this thread keeps for itself.
    #[inline]
    fn flush<P: BoxSpec<Mode = Self>>() {}

    /// The counts since the start of the program.
    fn usage<P: BoxSpec<Mode = Self>>() -> Usage;

    /// The counts, if they can be seen from here. It does not panic, in any thread or interrupt handler.
    #[cfg(feature = "report")]
    fn seen_usage<P: BoxSpec<Mode = Self>>() -> Option<Usage> {
        Some(Self::usage::<P>())
    }
}

/// A mode whose boxes may go to another thread, if their objects may.
///
/// # Safety
///
/// 1. Any thread may release an index, whichever thread acquired it.
#[diagnostic::on_unimplemented(
    message = "boxes under `sync = local` stay on one thread",
    label = "a box would leave its thread",
    note = "`sync = threads` lets boxes move to other threads; in code for any definition, the bound is \
            `PoolBox<P>: Send`"
)]
pub unsafe trait SendsBoxes: Mode {}

// SAFETY: `Shared` consists of atomic integers, for which zero bytes are 0, and of links. Zero bytes mean no call and
// no count so far. The top of the stack is then slot 0, and zero bytes link all slots in ascending order. (This impl
// is here because the model checker compiles `Shared` with atomics of its own, which are not zero bytes.)
#[cfg(target_has_atomic = "64")]
unsafe impl<L: Links + Zeroable> Zeroable for Shared<L> {}

#[cfg(any(
    all(target_arch = "arm", target_os = "none", target_has_atomic = "32", not(target_has_atomic = "64")),
    all(test, target_has_atomic = "64")
))]
// SAFETY: `ExclusiveStack` consists of atomic integers, for which zero bytes are 0, and of links. Zero bytes mean that
// no slot is taken and that the top of the stack is slot 0, and they link all slots in ascending order.
unsafe impl<L: Links + Zeroable> Zeroable for exclusive_stack::ExclusiveStack<L> {}

// SAFETY: `SharedStacks` consists of atomic integers, for which zero bytes are 0, and of links. Zero bytes mean that
// all stacks are empty, and that no slot was ever taken.
#[cfg(all(target_has_atomic = "64", feature = "std"))]
unsafe impl<L: Links + Zeroable, const N: usize> Zeroable for shared_stacks::SharedStacks<L, N> {}

#[cfg(all(
    any(target_has_atomic = "32", feature = "portable-atomic"),
    any(test, not(target_has_atomic = "64")),
    not(all(target_arch = "arm", target_os = "none", target_has_atomic = "32"))
))]
// SAFETY: `SharedBits` consists of atomic integers, for which zero bytes are 0, and of bits, for which they mean that
// no slot is taken. So do the counts.
unsafe impl<B: crate::free::bits::Bits + Zeroable> Zeroable for shared_bits::SharedBits<B> {}

/// Slots that each thread keeps for itself at most, in a pool of this capacity.
pub(crate) const fn cache_size<M: Mode>(capacity: u32) -> usize {
    #[cfg(all(target_has_atomic = "64", feature = "std"))]
    if M::HAS_CACHES {
        return magazine::size(capacity);
    }
    let _ = capacity;
    0
}

/// How full a pool is and was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub(crate) live: u32,
    pub(crate) most_live: u32,
    pub(crate) exhausted: u64,
    /// How many threads keep slots for themselves, which count as live.
    pub(crate) caches: u32,
}
