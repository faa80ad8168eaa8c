//! Value pools, and pools over explicit lists, as the content of [statics](crate::statics).
//!
//! The values of a list are a constant of the definition. In an ordinary static they are its initial value. In a
//! section that start-up code neither loads nor clears, they are written when the static is taken.

use super::{ListPool, ValuePool, ValueSpec};
use crate::base::already_taken::TakenKind;
use crate::rows::Rows;
use crate::statics::InStatic;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

// SAFETY: 1. `EMPTY` is what `new` makes. 2. `make_empty` zeroes those bytes that make memory an empty pool: there
// is nothing but rows in it. 3. the pool holds numbers, which belong to no
// thread.
unsafe impl<V: ValueSpec> InStatic for ValuePool<V> {
    type Definition = V;
    type Pool = Self;
    const NAME: &'static str = V::NAME;
    const TAKEN_KIND: TakenKind = TakenKind::Values;
    const BYTES: u64 = Self::TOTAL_BYTES as u64;
    const SLOTS_BYTES: usize = Rows::<V::Layout>::SLOTS_BYTES;
    const CAPACITY: usize = ValuePool::<V>::CAPACITY;
    const CHECK: () = Self::CHECK;
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(ValuePool::new());

    #[inline]
    unsafe fn make_empty(memory: *mut Self) {
        // SAFETY: 1. the caller promises memory that is valid for writes of a pool and that nothing else reaches. 2.
        // the bytes are inside a pool.
        unsafe { Self::ZEROED_BYTES.write(memory) };
    }
}

/// A definition whose values are a list.
pub trait ListSpec: Sized + 'static {
    /// The pool that the alias stands for.
    type Pool: OfLen + Send + 'static;
    /// The name of the definition.
    const NAME: &'static str;
    /// A new pool over the list.
    const COMPLETE: Self::Pool;
}

/// A pool over a list, with the number of its values.
pub trait OfLen {
    /// The number of values.
    const LEN: usize;
}

impl<T, const N: usize> OfLen for ListPool<T, N> {
    const LEN: usize = N;
}

/// The list of a definition. Two definitions may have pools of one type. This type tells them apart.
pub struct Listed<L>(PhantomData<fn(L) -> L>);

// SAFETY: 1. `COMPLETE` is an empty pool. 2. `make_empty` writes `COMPLETE`. 3. `ListSpec` says that the pool is
// `Send`, with its values.
unsafe impl<L: ListSpec> InStatic for Listed<L> {
    type Definition = L;
    type Pool = L::Pool;
    const NAME: &'static str = L::NAME;
    const TAKEN_KIND: TakenKind = TakenKind::List;
    const BYTES: u64 = size_of::<L::Pool>() as u64;
    const SLOTS_BYTES: usize = size_of::<L::Pool>();
    const CAPACITY: usize = L::Pool::LEN;
    /// The values are in the program in any case.
    const LARGEST_INITIALISED: u64 = u64::MAX;
    const CHECK: () = ();
    const EMPTY: MaybeUninit<L::Pool> = MaybeUninit::new(L::COMPLETE);

    #[inline]
    unsafe fn make_empty(memory: *mut L::Pool) {
        // SAFETY: 1. and 2. the caller promises memory that is valid for writes of a pool, aligned, and that nothing
        // else reaches.
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
