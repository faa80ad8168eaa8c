//! Which cell the modes of `sync` have for their counts, and which have weak pointers.

#![expect(unsafe_code, reason = "zero bytes are a word of 0")]

use super::counter::Counter;
use super::local_counter::LocalCounter;
use super::shared_counter::SharedCounter;
use crate::boxes::spec::{Mode, SendsBoxes};
use crate::boxes::sync::local::Local;
use bytemuck::Zeroable;

/// The modes, each with the cell for its counts.
///
/// `Local` keeps every owner and every weak pointer on one thread. Under the other modes they may be on any thread.
pub trait Counts: Mode {
    #[doc(hidden)]
    type Counter: Counter + Zeroable;
}

impl Counts for Local {
    type Counter = LocalCounter;
}

impl<M: SendsBoxes> Counts for M {
    type Counter = SharedCounter;
}

/// Weak pointers to a `T`.
///
/// A weak pointer outlives its object, and the generations of a slot wrap at some time. Then it gives an object that
/// another thread may have made. So either any thread may have any object of the pool, or one thread makes them all.
/// Without feature `std`, `sync = local` cannot tell an interrupt handler from the code that it interrupts, and has no
/// weak pointers.
#[diagnostic::on_unimplemented(
    message = "there are no weak pointers to `{T}` here",
    label = "needs weak pointers",
    note = "under `sync = threads` and `sync = critical_section` the item must be `Send` and `Sync`",
    note = "`sync = local` has weak pointers to every item, with feature `std`"
)]
pub trait Weakens<T>: Counts {}

#[cfg(feature = "std")]
impl<T> Weakens<T> for Local {}

/// For no type. Because of this second implementation, rustc explains the trait, and not the bounds of the other one.
#[cfg(not(feature = "std"))]
impl<T: NoType> Weakens<T> for Local {}

#[cfg(not(feature = "std"))]
trait NoType {}

impl<T: Send + Sync, M: SendsBoxes> Weakens<T> for M {}

// SAFETY: it is an atomic integer, or a `Cell` of an integer, which has the memory layout of its content, as its
// documentation says. Zero bytes are a word of 0. (This impl is here because the model checker compiles the counter
// with atomics of its own, which are not zero bytes.)
unsafe impl Zeroable for SharedCounter {}
