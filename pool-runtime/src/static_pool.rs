//! Static pools: `.bss` memory that is taken once.
//!
//! The compiler works on every byte of a static's initial value, of a 512 MB one for seconds and with gigabytes of
//! memory. So only small pools are initialised by it; a large static has no initial value as a whole, and the
//! bookkeeping of its pool (not the slots) is zeroed when it is taken. A pool so large that even an uninitialised static
//! would take the compiler long, and that no program could be linked with, has no static at all: taking it does not
//! compile.
//!
//! The macros print (`#k` is the crate, `#P` the definition):
//!
//! ```text
//! unsafe impl #k::__private::StaticPool<#KIND> for #P {           // KIND: static_kind::<#P>(), or under a link_section
//!     fn statics() -> (&'static Taken, &'static StaticMemory<#P, #KIND>) {              // uncleared_static_kind::<#P>()
//!         static TAKEN: #k::__private::Taken = #k::__private::Taken::new();
//!         #link_section
//!         static MEMORY: #k::__private::StaticMemory<#P, #KIND> = #k::__private::StaticMemory::new();
//!         (&TAKEN, &MEMORY)
//!     }
//! }
//!
//! fn take_pool() -> Option<&'static mut Pool<#P>> { #k::__private::take::<#P, #KIND>() }
//! ```

#![expect(unsafe_code, reason = "a static is taken once")]

use crate::class::Class;
use crate::flag::Flag;
use crate::guard::Guard;
use crate::layout::Layout;
use crate::message::Message;
use crate::pool::Pool;
use crate::spec::PoolSpec;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// Pools up to this many bytes are initialised by the compiler: 8 MiB.
const LARGEST_INITIALISED: u64 = 8 << 20;

/// Statics of more bytes than this are refused: 1 GiB. Code reaches 2 GiB of them.
pub(crate) const LARGEST: u64 = 1 << 30;

/// The static is initialised by the compiler.
const INITIALISED: u8 = 0;
/// The static has no initial value; its pool is zeroed when it is taken.
const UNINIT: u8 = 1;
/// There is no static.
const ABSENT: u8 = 2;

/// The kind of the static of a pool of type `P`.
#[must_use]
pub const fn static_kind<P: PoolSpec>() -> u8 {
    match size_of::<Pool<P>>() as u64 {
        0..=LARGEST_INITIALISED => INITIALISED,
        _ => uncleared_static_kind::<P>(),
    }
}

/// The kind of a static that start-up code may neither load nor clear, as in a `link_section` of its own.
#[must_use]
pub const fn uncleared_static_kind<P: PoolSpec>() -> u8 {
    match Pool::<P>::TOTAL_BYTES as u64 {
        0..=LARGEST => UNINIT,
        _ => ABSENT,
    }
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

    /// Takes it: whether this is the first call.
    fn take(&self) -> bool {
        self.0.set()
    }
}

/// Kinds of statics, as [`Class`]es.
pub trait StaticClass<P: PoolSpec> {
    /// What the static holds: a pool's bytes or nothing.
    type Memory;
    /// Its initial value.
    const INITIAL: Self::Memory;
}

impl<P: PoolSpec> StaticClass<P> for Class<INITIALISED> {
    type Memory = MaybeUninit<Pool<P>>;
    const INITIAL: Self::Memory = MaybeUninit::new(Pool::new());
}

impl<P: PoolSpec> StaticClass<P> for Class<UNINIT> {
    type Memory = MaybeUninit<Pool<P>>;
    const INITIAL: Self::Memory = MaybeUninit::uninit();
}

impl<P: PoolSpec> StaticClass<P> for Class<ABSENT> {
    type Memory = ();
    const INITIAL: Self::Memory = ();
}

/// The memory of a static pool.
#[repr(transparent)]
pub struct StaticMemory<P: PoolSpec, const KIND: u8>(UnsafeCell<<Class<KIND> as StaticClass<P>>::Memory>)
where
    Class<KIND>: StaticClass<P>;

// SAFETY: the memory is reached by one caller of `take` alone, and holds no items until then.
unsafe impl<P: PoolSpec, const KIND: u8> Sync for StaticMemory<P, KIND> where Class<KIND>: StaticClass<P> {}

impl<P: PoolSpec, const KIND: u8> StaticMemory<P, KIND>
where
    Class<KIND>: StaticClass<P>,
{
    /// The initial value of a static.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        StaticMemory(UnsafeCell::new(<Class<KIND> as StaticClass<P>>::INITIAL))
    }
}

impl<P: PoolSpec, const KIND: u8> core::fmt::Debug for StaticMemory<P, KIND>
where
    Class<KIND>: StaticClass<P>,
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("StaticMemory(..)")
    }
}

/// A pool definition with a static pool.
///
/// # Safety
///
/// 1. `statics` returns the same two statics at every call, and nothing else uses them.
/// 2. The first starts as [`Taken::new`]; the second as [`StaticMemory::new`], or with any bytes where `KIND` comes from
///    [`uncleared_static_kind`].
pub unsafe trait StaticPool<const KIND: u8>: PoolSpec
where
    Class<KIND>: StaticClass<Self>,
{
    /// The flag and the memory of the static pool.
    fn statics() -> (&'static Taken, &'static StaticMemory<Self, KIND>);
}

/// The static pool of `P`, empty, at the first call.
#[inline]
#[must_use]
pub fn take<P, const KIND: u8>() -> Option<&'static mut Pool<P>>
where
    P: StaticPool<KIND>,
    Class<KIND>: StaticClass<P>,
{
    const {
        let () = Pool::<P>::CHECK;
        if KIND == ABSENT {
            Message::new()
                .text("the pool of `")
                .text(P::NAME)
                .text("` takes ")
                .number(Pool::<P>::TOTAL_BYTES as i128)
                .text(" bytes, a static at most ")
                .number(LARGEST as i128)
                .text(": make it with `boxed()`")
                .panic();
        }
    };
    let (taken, memory) = P::statics();
    if !taken.take() {
        return None;
    }
    let pool = memory.0.get().cast::<Pool<P>>();
    if KIND == UNINIT {
        // Under guard `none` every slot must hold a valid item, which zero bytes are.
        let bytes =
            if <P::Layout as Layout>::Guard::TRACKS { Pool::<P>::SLOTS_OFFSET } else { size_of::<Pool<P>>() };
        // SAFETY: the memory is that of a pool (`KIND` is not ABSENT), and of this call alone: `taken` is set, and the
        // impl of the trait promises that it belongs to this memory.
        unsafe { pool.cast::<u8>().write_bytes(0, bytes) };
    }
    // SAFETY: as above; the pool is empty by its initial value, or by the zero bytes just written: the stack and the
    // guard are `Zeroable`, and come before the slots; under guard `none` the slots were zeroed too, by either, and zero
    // bytes are valid items of plain data.
    Some(unsafe { &mut *pool })
}
