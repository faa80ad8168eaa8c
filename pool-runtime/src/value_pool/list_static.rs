//! Pools over explicit lists as the content of [statics](crate::statics).
//!
//! The values are a constant of the definition. In an ordinary static they are its initial value; in a section that start-up
//! code may neither load nor clear they are written when the static is taken.

use crate::statics::InStatic;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// A definition whose values are a list.
pub trait ListSpec: Sized + 'static {
    /// The pool: what the alias stands for.
    type Pool: Send + 'static;
    /// The name of the definition.
    const NAME: &'static str;
    /// A pool of which nothing is handed out.
    const COMPLETE: Self::Pool;
}

/// The list of a definition. Two definitions may have pools of one type; this tells them apart.
pub struct Listed<L>(PhantomData<fn(L) -> L>);

// SAFETY: 1. and 2.: `COMPLETE` is. 3. The pool is `Send`, with its values.
unsafe impl<L: ListSpec> InStatic for Listed<L> {
    type Definition = L;
    type Pool = L::Pool;
    const NAME: &'static str = L::NAME;
    const BYTES: u64 = size_of::<L::Pool>() as u64;
    /// The values are in the program anyway.
    const LARGEST_INITIALISED: u64 = u64::MAX;
    const CHECK: () = ();
    const EMPTY: MaybeUninit<L::Pool> = MaybeUninit::new(L::COMPLETE);

    #[inline]
    unsafe fn make_empty(memory: *mut L::Pool) {
        // SAFETY: by the caller.
        unsafe { memory.write(L::COMPLETE) };
    }
}

impl<L> core::fmt::Debug for Listed<L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Listed(..)")
    }
}

/// The length of a list of items of type `T`.
#[must_use]
pub const fn list_len<T, const N: usize>(_item: PhantomData<T>, _list: &[T; N]) -> usize {
    N
}
