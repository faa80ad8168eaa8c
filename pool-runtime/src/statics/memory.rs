//! Kinds of statics: where the initial value comes from, and whether the static exists at all. And the memory of a
//! static of each kind.
//!
//! The compiler works on every byte of a static's initial value: 25 ms for 2 MB, seconds and gigabytes of memory for
//! 512 MB. So the compiler initialises only small pools. A large static has no initial value as a whole; `take`
//! zeroes the bookkeeping of its pool, but not the slots. Beyond a limit there is no static at all: it would take the
//! compiler long even without an initial value, and no program could be linked with it. Taking such a static does not
//! compile.

use super::InStatic;
use crate::base::class::Class;
use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The compiler initialises contents of up to this many bytes: 256 KiB, which takes negligible time.
pub(super) const LARGEST_INITIALISED: u64 = 256 << 10;

/// The largest static in bytes: 1 GiB. Code can address statics of 2 GiB.
pub(crate) const LARGEST: u64 = 1 << 30;

/// The largest static in bytes whose initial value the compiler makes, if nothing else can make it: 64 MiB, for which
/// it takes about a second.
pub(crate) const LARGEST_OF_VALUES: u64 = 64 << 20;

/// The compiler initialises the static.
pub(super) const INITIALISED: u8 = 0;
/// The static has no initial value. Its content is made when it is taken.
pub(super) const UNINIT: u8 = 1;
/// There is no static.
pub(crate) const ABSENT: u8 = 2;

/// Returns the kind of the static of this content.
#[must_use]
pub const fn static_kind<C: InStatic>() -> u8 {
    if size_of::<C::Pool>() as u64 <= C::LARGEST_INITIALISED {
        INITIALISED
    } else {
        uncleared_static_kind::<C>()
    }
}

/// Returns the kind of a static that start-up code neither loads nor clears, such as one in a `link_section` of its
/// own.
#[must_use]
pub const fn uncleared_static_kind<C: InStatic>() -> u8 {
    kind_of_uncleared(C::BYTES)
}

/// Returns the kind of a static of `bytes` bytes that start-up code neither loads nor clears.
#[inline]
pub(crate) const fn kind_of_uncleared(bytes: u64) -> u8 {
    if bytes <= LARGEST { UNINIT } else { ABSENT }
}

/// Returns the kind of a static of `bytes` bytes whose initial value only the compiler can make.
#[inline]
pub(crate) const fn kind_of_values(bytes: u64) -> u8 {
    if bytes <= LARGEST_OF_VALUES { INITIALISED } else { ABSENT }
}

/// The kinds of statics, as [`Class`]es.
pub trait StaticClass {
    /// The type of the memory: `T`, or `()` if there is no static.
    type Held<T>;
}

impl StaticClass for Class<INITIALISED> {
    type Held<T> = T;
}

impl StaticClass for Class<UNINIT> {
    type Held<T> = T;
}

impl StaticClass for Class<ABSENT> {
    type Held<T> = ();
}

/// The initial value of a static of a kind, with a content of type `C`.
pub trait Initial<C: InStatic>: StaticClass {
    /// The initial value.
    const INITIAL: MaybeUninit<Self::Held<C::Pool>>;
}

impl<C: InStatic> Initial<C> for Class<INITIALISED> {
    const INITIAL: MaybeUninit<C::Pool> = C::EMPTY;
}

impl<C: InStatic> Initial<C> for Class<UNINIT> {
    const INITIAL: MaybeUninit<C::Pool> = MaybeUninit::uninit();
}

impl<C: InStatic> Initial<C> for Class<ABSENT> {
    const INITIAL: MaybeUninit<()> = MaybeUninit::uninit();
}

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

/// A marker without bytes that is invariant in `C`: the static of one definition cannot stand for that of another one
/// whose type is a subtype of it.
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

/// The static of a `T` that is zero bytes at first, which belongs to the definition `D`; of nothing if its kind says
/// that there is none.
///
/// It is `Sync` if a `T` is: no impl says so here, so the compiler checks it at each static.
#[repr(transparent)]
pub struct Zeroed<D, T, const KIND: u8>(MaybeUninit<<Class<KIND> as StaticClass>::Held<T>>, Brand<D>)
where
    Class<KIND>: StaticClass;

impl<D, T, const KIND: u8> Zeroed<D, T, KIND>
where
    Class<KIND>: StaticClass,
{
    /// Zero bytes.
    #[must_use]
    pub const fn new() -> Self {
        Zeroed(MaybeUninit::zeroed(), PhantomData)
    }

    /// Returns the address of the `T`, which holds at first zero bytes. If the kind has no static, nothing is there.
    pub(crate) const fn as_ptr(&self) -> *const T {
        self.0.as_ptr().cast()
    }
}

opaque_debug!([D, T, const KIND: u8] Zeroed<D, T, KIND> where Class<KIND>: StaticClass);
