//! Kinds of statics: where the initial value comes from, and whether the static exists at all.
//!
//! The compiler works on every byte of a static's initial value: 25 ms for 2 MB, seconds and gigabytes of memory for
//! 512 MB. So the compiler initialises only small pools. A large static has no initial value as a whole; `take`
//! zeroes the bookkeeping of its pool, but not the slots. Beyond a limit there is no static at all: it would take the
//! compiler long even without an initial value, and no program could be linked with it. Taking such a static does not
//! compile.

use super::InStatic;
use crate::base::class::Class;
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
pub(crate) const fn kind_of_uncleared(bytes: u64) -> u8 {
    if bytes <= LARGEST { UNINIT } else { ABSENT }
}

/// Returns the kind of a static of `bytes` bytes whose initial value only the compiler can make.
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
