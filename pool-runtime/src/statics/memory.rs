//! The memory of statics.

use super::InStatic;
use super::kind::{Initial, StaticClass};
use crate::base::class::Class;
use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Memory for a `T`. Only the code that manages the memory knows what it holds.
#[repr(transparent)]
pub(crate) struct Place<T>(UnsafeCell<MaybeUninit<T>>);

impl<T> Place<T> {
    pub(crate) const fn new(start: MaybeUninit<T>) -> Self {
        Place(UnsafeCell::new(start))
    }

    /// Memory without an initial value.
    pub(crate) const fn uninit() -> Self {
        Place::new(MaybeUninit::uninit())
    }

    /// Returns the address of the memory. The memory may be written through it.
    #[inline]
    pub(crate) const fn as_ptr(&self) -> *mut T {
        self.0.get().cast()
    }
}

/// The memory of a static with content `C`.
///
/// It belongs to no other content. `C` is invariant, so a `Memory` of a subtype or a supertype of `C` is another
/// type.
#[repr(transparent)]
pub struct Memory<C: InStatic, const KIND: u8>(Place<<Class<KIND> as StaticClass>::Held<C::Pool>>, Brand<C>)
where
    Class<KIND>: StaticClass;

/// A marker without bytes that is invariant in `C`.
type Brand<C> = PhantomData<fn(C) -> C>;

// SAFETY: a shared `Memory` can only be given to `Statics::new`, and only one call of `take` then reaches its
// content. The content may be sent to the thread of that call (3. of `InStatic`).
unsafe impl<C: InStatic, const KIND: u8> Sync for Memory<C, KIND> where Class<KIND>: StaticClass {}

impl<C: InStatic, const KIND: u8> Memory<C, KIND>
where
    Class<KIND>: Initial<C>,
{
    /// The initial value of a static of this kind.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "only the macros make one")]
    pub const fn new() -> Self {
        Memory(Place::new(<Class<KIND> as Initial<C>>::INITIAL), PhantomData)
    }
}

impl<C: InStatic, const KIND: u8> Memory<C, KIND>
where
    Class<KIND>: StaticClass,
{
    /// Returns the address of the memory. If the kind has no static, nothing is there.
    pub(super) const fn as_ptr(&self) -> *mut C::Pool {
        self.0.as_ptr().cast()
    }
}

opaque_debug!([C: InStatic, const KIND: u8] Memory<C, KIND> where Class<KIND>: StaticClass);
