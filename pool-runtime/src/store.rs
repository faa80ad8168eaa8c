//! Stores: the memory of the objects of a pool, by place, and one trait for all of them.
//!
//! [`in_place`] has a slot per object. [`columns`] has an array per field. A store does not know which of its places
//! hold objects: the [rows](crate::rows) do.

#![expect(unsafe_code, reason = "the memory of free slots is uninitialised")]

pub(crate) mod columns;
mod in_place;
pub(crate) mod saved;

use crate::free::SlotMemory;
use crate::layout::spec::PoolSpec;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// The memory of `CAPACITY` objects of a definition.
///
/// The functions take `this`, a pointer. Every one of them requires of its caller, as *the rule of stores*: `this` is
/// valid for reads during the call or for the lifetime of the result, for writes too if something is written or lent to
/// be written, `place` is below the capacity, and nothing else accesses the object there meanwhile, except that several
/// readers can.
///
/// # Safety
///
/// 1. The functions access the object at `place`, and nothing else but the memory of places that have no object.
/// 2. A store may hold any bytes, initialised or not. It has no drop of its own.
pub unsafe trait Store<P: PoolSpec>: Sized {
    /// The borrow of an object, for reading.
    type Ref<'a>
    where
        Self: 'a;
    /// The borrow of an object, for writing.
    type Mut<'a>
    where
        Self: 'a;
    /// What is put at a place.
    type Parts;
    /// How many places, from the first on, have an object, live or not. `()` if only live places have one.
    type Filled: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static;

    /// No place has an object.
    const UNFILLED: Self::Filled;
    /// Whether objects have to be dropped.
    const NEEDS_DROP: bool;
    /// Whether the store takes more memory than caches have, so that walks look ahead.
    const IS_FAR: bool;

    /// Returns whether a place has an object, live or not. Guard `none` needs it, since it accepts every handle. Other
    /// guards accept only handles of live objects.
    #[inline(always)]
    fn has_object(_filled: Self::Filled, _place: usize) -> bool {
        true
    }

    /// Returns `filled`, or `count` places if these are fewer.
    fn at_most(filled: Self::Filled, count: u32) -> Self::Filled;

    /// Takes an object apart, before anything is changed for it: it can call what a user implemented, and panic.
    fn split(object: P::Item) -> Self::Parts;

    /// Puts an object at a place. An earlier object there is forgotten.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores.
    /// 2. `filled` is that of the store.
    unsafe fn put(this: *mut Self, filled: &mut Self::Filled, place: usize, parts: Self::Parts);

    /// Takes the object from a place.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores.
    /// 2. The place has an object, which nobody uses afterwards.
    unsafe fn take(this: *const Self, place: usize) -> P::Item;

    /// Takes the parts of the object from a place. It calls nothing that a user implemented, and does not panic.
    ///
    /// # Safety
    ///
    /// As for [`take`](Store::take).
    unsafe fn take_parts(this: *const Self, place: usize) -> Self::Parts;

    /// Puts an object together, after everything was changed for it: it can call what a user implemented, and panic.
    fn join(parts: Self::Parts) -> P::Item;

    /// Drops the object at a place.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores.
    /// 2. The place has an object, which nobody uses afterwards.
    unsafe fn drop_in_place(this: *mut Self, place: usize);

    /// Moves an object of a dense pool to another place. An earlier object there is forgotten.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores, for both places.
    /// 2. The place `from` has an object, or is the same as `to`.
    unsafe fn shift(this: *mut Self, from: usize, to: usize);

    /// Swaps the objects at two places.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores, for both places.
    /// 2. Both places have an object.
    unsafe fn swap(this: *mut Self, a: usize, b: usize);

    /// Moves the objects of a cycle of places: the one at `from(place)` to `place`, from `start` on, until `from`
    /// returns `start`.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores, for all these places.
    /// 2. They have an object.
    /// 3. `from` does not unwind, and returns each place of the cycle once.
    unsafe fn rotate(this: *mut Self, start: usize, from: impl FnMut(usize) -> usize);

    /// Lends the object at a place.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores.
    /// 2. The place has an object.
    unsafe fn lend<'a>(this: *const Self, place: usize) -> Self::Ref<'a>
    where
        Self: 'a;

    /// Lends the object at a place, for writing.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores.
    /// 2. The place has an object.
    unsafe fn lend_mut<'a>(this: *mut Self, place: usize) -> Self::Mut<'a>
    where
        Self: 'a;

    /// Resets a place to its state in a new pool, if every place must have an object: it was reserved, and is free
    /// again.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores.
    #[inline(always)]
    unsafe fn give_up(_this: *mut Self, _place: usize) {}

    /// Copies all objects of a store whose objects need no drop, in a pool that does not know which are live; or as
    /// many as are filled.
    ///
    /// # Safety
    ///
    /// 1. `this` is valid for writes, and `other` for reads. They are different stores.
    unsafe fn copy_all(this: *mut Self, filled: &mut Self::Filled, other: *const Self, others: Self::Filled);

    /// Returns the memory of the store, if free slots are in it. It is for writing if `this` is.
    #[inline(always)]
    fn memory(_this: *mut Self) -> SlotMemory {
        SlotMemory::NONE
    }

    /// Prefetches the object at a place, if that saves time.
    #[inline(always)]
    fn prefetch(_this: *const Self, _place: usize) {}
}

/// A store whose objects are `Copy`, in parts at least.
///
/// # Safety
///
/// 1. The object that [`take`](Store::take) returns is a copy, and the one at the place can be used as before. A store
///    that is copied byte by byte has copies of all objects.
pub(crate) unsafe trait CopiedStore<P: PoolSpec>: Store<P> {}

/// A store whose objects can be cloned.
pub(crate) trait CloneObject<P: PoolSpec>: Store<P> {
    /// Clones the object at a place.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores.
    /// 2. The place has an object.
    unsafe fn clone_object(this: *const Self, place: usize) -> P::Item;
}

/// Drops the objects at all places that `next` returns. If a destructor panics, the remaining objects are dropped too.
///
/// # Safety
///
/// 1. `store` is valid for reads and writes during the call.
/// 2. Every place that `next` returns is below the capacity, and is returned once.
/// 3. The places have objects, which nobody uses afterwards.
pub(crate) unsafe fn drop_objects<P: PoolSpec, S: Store<P>>(
    store: *mut S,
    next: impl FnMut() -> Option<usize>,
) {
    struct Rest<P: PoolSpec, S: Store<P>, F: FnMut() -> Option<usize>>(
        *mut S,
        F,
        core::marker::PhantomData<P>,
    );

    impl<P: PoolSpec, S: Store<P>, F: FnMut() -> Option<usize>> Rest<P, S, F> {
        fn drop_objects(&mut self) {
            while let Some(place) = (self.1)() {
                // SAFETY: 1. the caller promises a valid store and places below the capacity. 2. the place has an
                // object, which nobody uses afterwards, and `next` does not return it again.
                unsafe { S::drop_in_place(self.0, place) };
            }
        }
    }

    impl<P: PoolSpec, S: Store<P>, F: FnMut() -> Option<usize>> Drop for Rest<P, S, F> {
        fn drop(&mut self) {
            self.drop_objects();
        }
    }

    // Runs to the end here. If a destructor unwinds through it, the destructor of `Rest` continues.
    Rest(store, next, core::marker::PhantomData).drop_objects();
}
