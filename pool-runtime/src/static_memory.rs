//! The memory of static pools: `.bss` that is taken once.
//!
//! The compiler works on every byte of a static's initial value, of a 2 MB one for 25 ms, of a 512 MB one for seconds and
//! with gigabytes of memory. So only small pools are initialised by it; a large static has no initial value as a whole, and the
//! bookkeeping of its pool (not the slots) is zeroed when it is taken. A pool so large that even an uninitialised static
//! would take the compiler long, and that no program could be linked with, has no static at all: taking it does not
//! compile.

#![expect(unsafe_code, reason = "a static is taken once")]

use crate::base::class::Class;
use crate::base::flag::Flag;
use crate::base::message::Message;
use core::cell::UnsafeCell;
use core::fmt;
use core::mem::MaybeUninit;

/// Pools up to this many bytes are initialised by the compiler: 256 KiB, which take it no time to speak of.
const LARGEST_INITIALISED: u64 = 256 << 10;

/// Statics of more bytes than this are refused: 1 GiB. Code reaches 2 GiB of them.
pub(crate) const LARGEST: u64 = 1 << 30;

/// The static is initialised by the compiler.
const INITIALISED: u8 = 0;
/// The static has no initial value; its pool is zeroed when it is taken.
const UNINIT: u8 = 1;
/// There is no static.
pub(crate) const ABSENT: u8 = 2;

/// The kind of the static of a pool of so many bytes; `uncleared` where these are too many for the compiler.
pub(crate) const fn kind(bytes: usize, uncleared: u8) -> u8 {
    if bytes as u64 <= LARGEST_INITIALISED { INITIALISED } else { uncleared }
}

/// The kind of a static that start-up code may neither load nor clear.
pub(crate) const fn uncleared_kind(bytes: usize) -> u8 {
    if bytes as u64 <= LARGEST { UNINIT } else { ABSENT }
}

/// Fails to compile the pool of that name, which is too large for a static.
#[track_caller]
pub(crate) const fn too_large(name: &str, bytes: usize) -> ! {
    Message::new()
        .text("the pool of `")
        .text(name)
        .text("` takes ")
        .number(bytes as i128)
        .text(" bytes, a static at most ")
        .number(LARGEST as i128)
        .text(": make it with `boxed()` of the pool type (feature `alloc`)")
        .panic()
}

/// Whether a static pool was taken.
#[derive(Debug)]
pub struct Taken(Flag);

impl Taken {
    /// Not taken.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        Taken(Flag::new())
    }
}

/// What can be in a static: a pool.
///
/// # Safety
///
/// 1. Memory whose first `ZEROED` bytes are zero is an empty pool, whatever the bytes after them are, and whether they are set
///    or not.
/// 2. `ZEROED` is at most the size of the type.
pub unsafe trait InStatic: Sized {
    /// An empty one.
    const EMPTY: MaybeUninit<Self>;
    /// How many bytes of one have to be zero.
    const ZEROED: usize;
}

/// Kinds of statics, as [`Class`]es.
pub trait StaticClass<T> {
    /// What the static holds: a pool's bytes or nothing.
    type Memory;
    /// Its initial value.
    const INITIAL: Self::Memory;
}

impl<T: InStatic> StaticClass<T> for Class<INITIALISED> {
    type Memory = MaybeUninit<T>;
    const INITIAL: Self::Memory = T::EMPTY;
}

impl<T> StaticClass<T> for Class<UNINIT> {
    type Memory = MaybeUninit<T>;
    const INITIAL: Self::Memory = MaybeUninit::uninit();
}

impl<T> StaticClass<T> for Class<ABSENT> {
    type Memory = ();
    const INITIAL: Self::Memory = ();
}

/// The memory of a static pool.
#[repr(transparent)]
pub struct Memory<T, const KIND: u8>(UnsafeCell<<Class<KIND> as StaticClass<T>>::Memory>)
where
    Class<KIND>: StaticClass<T>;

// SAFETY: the memory is reached by one caller of `take` alone, and holds no items until then.
unsafe impl<T, const KIND: u8> Sync for Memory<T, KIND> where Class<KIND>: StaticClass<T> {}

impl<T, const KIND: u8> Memory<T, KIND>
where
    Class<KIND>: StaticClass<T>,
{
    /// The initial value of a static.
    #[must_use]
    pub const fn new() -> Self {
        Memory(UnsafeCell::new(<Class<KIND> as StaticClass<T>>::INITIAL))
    }
}

impl<T, const KIND: u8> fmt::Debug for Memory<T, KIND>
where
    Class<KIND>: StaticClass<T>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory(..)")
    }
}

/// The pool in a static, empty, at the first call.
///
/// # Safety
///
/// 1. `KIND` is not `ABSENT`.
/// 2. Nothing else uses the two statics; the first started as [`Taken::new`], the second as [`Memory::new`], or with any
///    bytes where `KIND` comes from [`uncleared_kind`].
#[inline]
#[expect(clippy::mut_from_ref, reason = "what is in the cell is one caller's")]
pub(crate) unsafe fn take<T: InStatic, const KIND: u8>(
    (taken, memory): (&'static Taken, &'static Memory<T, KIND>),
) -> Option<&'static mut T>
where
    Class<KIND>: StaticClass<T>,
{
    if !taken.0.set() {
        return None;
    }
    let pool = memory.0.get().cast::<T>();
    if KIND == UNINIT {
        // SAFETY: 1. the memory is that of a pool. 2. It is of this call alone: `taken` is set.
        unsafe { pool.cast::<u8>().write_bytes(0, T::ZEROED) };
    }
    // SAFETY: as above; the pool is empty by its initial value, or by the zero bytes just written (`InStatic`).
    Some(unsafe { &mut *pool })
}
