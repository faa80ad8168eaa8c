//! Handles: typed tokens of 1 to 4 bytes.

#![expect(unsafe_code, reason = "the code of a handle is never zero")]

pub(crate) mod error;
mod link;
mod plain;
#[cfg(feature = "serde")]
mod serde;

pub use link::Link;

use crate::layout::Layout;
use crate::layout::code::Code;
use crate::layout::spec::{Brand, PoolSpec};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A token for an object in a [`Pool<P>`](crate::Pool): the index of its slot and, under guard `generation`, the
/// generation of the slot.
///
/// It is as small as the capacity allows, `Option<Handle<P>>` too:
///
/// | declared capacity | bits of an index | handle | `Option<Handle>` | bits of generation left |
/// |---|---|---|---|---|
/// | 1 ..= 255 | 0 to 8 | 1 byte | 1 byte | 7 down to 0 |
/// | 256 | 8 | 1 byte | 2 bytes | 0 |
/// | 257 ..= 65,535 | 9 to 16 | 2 bytes | 2 bytes | 7 down to 0 |
/// | 65,536 | 16 | 2 bytes | 4 bytes | 0 |
/// | 65,537 ..= 16,711,680 | 17 to 24 | 3 bytes | 3 bytes | 7 down to 0 |
/// | 16,711,681 ..= 16,777,216 | 24 | 3 bytes | 4 bytes | 0 |
/// | up to 4,294,967,295 | 25 to 32 | 4 bytes | 4 bytes | 7 down to 0 |
///
/// # Bits
///
/// A handle is one number, [`to_bits`](Handle::to_bits), with the index in the low `INDEX_BITS` bits and the generation
/// above it. This is a stable contract.
///
/// ```text
///  bit         INDEX_BITS + GENERATION_BITS        INDEX_BITS            0
///             +-----------------------------------+---------------------+
///   0 .. 0    |            generation             |        index        |
///             +-----------------------------------+---------------------+
/// ```
///
/// # Bytes
///
/// In memory its bits are inverted, so that zero is left for `None` (in 3 bytes: a third byte of zero); where no value is
/// left over (capacities 256, 65,536 and above 16,711,680 in 3 bytes) it is stored as it is. This is a stable contract
/// too, for shaders and files:
///
/// | bytes | with a niche for `None` | without |
/// |---|---|---|
/// | 1 | `!bits` | `bits` |
/// | 2 | `!bits`, in the byte order of the machine | `bits`, in the byte order of the machine |
/// | 3 | `!bits`, the lowest byte first | `bits`, the lowest byte first |
/// | 4 | `!bits`, in the byte order of the machine | (there is always a niche) |
///
/// Handles are [`bytemuck::NoUninit`] and [`CheckedBitPattern`](bytemuck::CheckedBitPattern): arrays of them go out as bytes
/// as they are, and come back checked, as [`from_bits`](Handle::from_bits) checks: an index beyond the capacity, a
/// generation beyond the last and the niche are errors. `Option<Handle>` is [`Zeroable`](bytemuck::Zeroable) where there is
/// a niche. In items that are plain data themselves, such as those of a pool that is saved, a [`Link`] stands for it.
///
/// ```
/// # use stackpool::{Handle, Pool};
/// # #[derive(Pool, Default)] #[pool(capacity = 1_000)] struct Particle { ttl: f32 }
/// let mut particles = ParticlePool::new();
/// let sent = [particles.insert(Particle::default())?, particles.insert(Particle::default())?];
/// let bytes: &[u8] = bytemuck::cast_slice(&sent);
/// assert_eq!(bytes, [!0_u16, !1].map(u16::to_ne_bytes).as_flattened());
///
/// let received: &[u16] = &[!0, !1];
/// assert_eq!(bytemuck::checked::try_cast_slice(received), Ok(&sent[..]));
/// let slot_1000: &[u16] = &[!1000];
/// assert!(bytemuck::checked::try_cast_slice::<_, ParticleHandle>(slot_1000).is_err());
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
///
/// With the feature `serde` a handle is serialized as the number of its [bits](#bits), and checked when it comes back.
///
/// # What it is checked against
///
/// A handle's index is below the capacity by construction: there is no safe way to make another. Which handles a pool
/// still accepts is the business of its [guard](crate::guard).
///
/// Handles of different pool definitions are different types; those of two pools of one definition are the same type,
/// and a handle of one names a slot of the other. A handle is `Copy`, `Send` and `Sync` whatever the item is, and
/// ordered by slot first, then by generation.
#[repr(transparent)]
pub struct Handle<P: PoolSpec> {
    code: <P::Layout as Layout>::Code,
    brand: Brand<P>,
}

impl<P: PoolSpec> Handle<P> {
    const INDEX_BITS: u32 = <P::Layout as Layout>::INDEX_BITS;
    const INDEX_MASK: u32 = ((1_u64 << Self::INDEX_BITS) - 1) as u32;

    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    /// 2. `generation` is below the layout's `GENERATIONS`.
    #[inline]
    pub(crate) unsafe fn new(index: u32, generation: u32) -> Self {
        const { <P::Layout as Layout>::CHECK };
        debug_assert!(index < <P::Layout as Layout>::CAPACITY, "a handle beyond the capacity");
        debug_assert!(generation < <P::Layout as Layout>::GENERATIONS, "a handle beyond the last generation");
        let code = (u64::from(generation) << Self::INDEX_BITS) as u32 | index;
        // SAFETY: 1. `CHECK` says that the code of the last index and the last generation can be stored, and no other
        // code is larger.
        let code = unsafe { <P::Layout as Layout>::Code::new(code) };
        Handle { code, brand: PhantomData }
    }

    /// The number of the slot, below the pool's capacity.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle::default())?;
    /// assert_eq!(handle.index(), 0);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.parts().0
    }

    /// The generation of the slot that the handle was made for: 0 where handles carry none.
    #[inline]
    #[must_use]
    pub fn generation(self) -> u32 {
        self.code.above(Self::INDEX_BITS)
    }

    /// The handle as a number: the index, and the generation above it. See [Bits](#bits).
    #[inline]
    #[must_use]
    pub fn to_bits(self) -> u32 {
        self.code.get()
    }

    /// The handle that [`to_bits`](Handle::to_bits) gave, `None` for a number that is no handle of this pool definition.
    ///
    /// ```
    /// # use stackpool::{Handle, Pool};
    /// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle::default())?;
    /// assert_eq!(Handle::from_bits(handle.to_bits()), Some(handle));
    /// assert_eq!(Handle::<Particle>::from_bits(u32::MAX), None);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[must_use]
    pub fn from_bits(bits: u32) -> Option<Self> {
        let index = bits & Self::INDEX_MASK;
        let generation = (u64::from(bits) >> Self::INDEX_BITS) as u32;
        if index >= <P::Layout as Layout>::CAPACITY || generation >= <P::Layout as Layout>::GENERATIONS {
            return None;
        }
        // SAFETY: 1. and 2. checked above.
        Some(unsafe { Handle::new(index, generation) })
    }

    /// The index, and the generation as a [guard](crate::guard::Guard::names) compares it: in the lowest bits, with nothing said
    /// of those above, so that none has to be cleared.
    #[inline]
    pub(crate) fn parts(self) -> (usize, u32) {
        let code = if Self::INVERTED.is_some() { !self.stored() } else { self.stored() };
        ((code & Self::INDEX_MASK) as usize, (u64::from(code) >> Self::INDEX_BITS) as u32)
    }

    /// The bits that are stored.
    #[inline]
    pub(crate) fn stored(self) -> u32 {
        self.code.stored()
    }

    /// The stored bits of index 0 and generation 0, where they are inverted.
    pub(crate) const INVERTED: Option<u32> = <P::Layout as Layout>::Code::INVERTED;

    /// # Safety
    ///
    /// 1. [`from_bits`](Handle::from_bits) gives a handle for `bits`.
    #[inline]
    pub(crate) unsafe fn from_bits_unchecked(bits: u32) -> Self {
        let generation = (u64::from(bits) >> Self::INDEX_BITS) as u32;
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { Handle::new(bits & Self::INDEX_MASK, generation) }
    }

    /// Slot first, then generation.
    #[inline]
    fn order(self) -> (usize, u32) {
        (self.index(), self.generation())
    }
}

impl<P: PoolSpec> Clone for Handle<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for Handle<P> {}

impl<P: PoolSpec> PartialEq for Handle<P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.code.get() == other.code.get()
    }
}

impl<P: PoolSpec> Eq for Handle<P> {}

impl<P: PoolSpec> PartialOrd for Handle<P> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: PoolSpec> Ord for Handle<P> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl<P: PoolSpec> Hash for Handle<P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.get().hash(state);
    }
}

/// `Particle#123`, and with the generation where handles carry one: `Particle#123v2`.
impl<P: PoolSpec> fmt::Debug for Handle<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", P::NAME, self.index())?;
        if <P::Layout as Layout>::GENERATIONS > 1 {
            write!(f, "v{}", self.generation())?;
        }
        Ok(())
    }
}
