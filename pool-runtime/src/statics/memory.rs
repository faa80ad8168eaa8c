//! Memory in statics.

use super::InStatic;
use super::kind::{Initial, StaticClass};
use crate::base::class::Class;
use core::cell::UnsafeCell;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Memory for a `T`, written through shared references. Its owner knows whether there is a `T` in it.
#[repr(transparent)]
pub(crate) struct Place<T>(UnsafeCell<MaybeUninit<T>>);

impl<T> Place<T> {
    pub(crate) const fn new(start: MaybeUninit<T>) -> Self {
        Place(UnsafeCell::new(start))
    }

    /// No initial value.
    pub(crate) const fn uninit() -> Self {
        Place::new(MaybeUninit::uninit())
    }

    /// Its address. What is there may be written.
    #[inline]
    pub(crate) const fn as_ptr(&self) -> *mut T {
        self.0.get().cast()
    }
}

/// The memory of a static with content `C`.
///
/// It is that of no other content, not of one whose type is a subtype of this one's either: `C` is invariant.
#[repr(transparent)]
pub struct Memory<C: InStatic, const KIND: u8>(Place<<Class<KIND> as StaticClass>::Held<C::Pool>>, Brand<C>)
where
    Class<KIND>: StaticClass;

/// Of no size, and invariant in `C`.
type Brand<C> = PhantomData<fn(C) -> C>;

// SAFETY: whoever shares it can do nothing but hand it to `Statics::new`, for one caller of `take` to reach what is inside. What is
// there before may go to the thread of that caller (`InStatic`, 3).
unsafe impl<C: InStatic, const KIND: u8> Sync for Memory<C, KIND> where Class<KIND>: StaticClass {}

impl<C: InStatic, const KIND: u8> Memory<C, KIND>
where
    Class<KIND>: Initial<C>,
{
    /// The initial value of a static of this kind.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        Memory(Place::new(<Class<KIND> as Initial<C>>::INITIAL), PhantomData)
    }
}

impl<C: InStatic, const KIND: u8> Memory<C, KIND>
where
    Class<KIND>: StaticClass,
{
    /// Its address; that of nothing where the kind is that of no static.
    pub(super) const fn as_ptr(&self) -> *mut C::Pool {
        self.0.as_ptr().cast()
    }
}

impl<C: InStatic, const KIND: u8> fmt::Debug for Memory<C, KIND>
where
    Class<KIND>: StaticClass,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory(..)")
    }
}
