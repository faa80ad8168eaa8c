//! Kinds of statics: who makes what is in them, and whether they are there at all.
//!
//! The compiler works on every byte of a static's initial value, of a 2 MB one for 25 ms, of a 512 MB one for seconds and
//! with gigabytes of memory. So only small pools are initialised by it; a large static has no initial value as a whole, and the
//! bookkeeping of its pool (not the slots) is zeroed when it is taken. A pool so large that even an uninitialised static
//! would take the compiler long, and that no program could be linked with, has no static at all: taking it does not
//! compile.

use super::InStatic;
use crate::base::class::Class;
use core::mem::MaybeUninit;

/// Contents of up to this many bytes are initialised by the compiler: 256 KiB, which take it no time to speak of.
pub(super) const LARGEST_INITIALISED: u64 = 256 << 10;

/// Statics of more bytes than this are refused: 1 GiB. Code reaches 2 GiB of them.
pub(crate) const LARGEST: u64 = 1 << 30;

/// The static is initialised by the compiler.
pub(super) const INITIALISED: u8 = 0;
/// The static has no initial value; what is in it is made when it is taken.
pub(super) const UNINIT: u8 = 1;
/// There is no static.
pub(crate) const ABSENT: u8 = 2;

/// The kind of the static of this content.
#[must_use]
pub const fn static_kind<C: InStatic>() -> u8 {
    if size_of::<C::Pool>() as u64 <= C::LARGEST_INITIALISED {
        INITIALISED
    } else {
        uncleared_static_kind::<C>()
    }
}

/// The kind of a static that start-up code may neither load nor clear, as in a `link_section` of its own.
#[must_use]
pub const fn uncleared_static_kind<C: InStatic>() -> u8 {
    kind_of_uncleared(C::BYTES)
}

/// The kind of a static of this many bytes that start-up code may neither load nor clear.
pub(crate) const fn kind_of_uncleared(bytes: u64) -> u8 {
    if bytes <= LARGEST { UNINIT } else { ABSENT }
}

/// Kinds of statics, as [`Class`]es.
pub trait StaticClass {
    /// A `T`, or nothing where there is no static.
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

/// What a static of a kind starts as, with a content of type `C`.
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
