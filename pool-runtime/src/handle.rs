//! Handles: typed names of objects, in 1 to 4 bytes.

#![expect(unsafe_code, reason = "the code of a handle is never zero")]

/// Writes the traits that `derive` would bound by `P`: the value is copied, and compared by a key.
macro_rules! copied_and_compared {
    ($type:ident, |$value:ident| $key:expr) => {
        impl<P: PoolSpec> Clone for $type<P> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<P: PoolSpec> Copy for $type<P> {}

        impl<P: PoolSpec> PartialEq for $type<P> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                let ($value, key) = (other, {
                    let $value = self;
                    $key
                });
                key == $key
            }
        }

        impl<P: PoolSpec> Eq for $type<P> {}
    };
}

pub(crate) mod error;
pub(crate) mod id;
pub(crate) mod keyed_by;
mod link;
mod of;
mod plain;
#[cfg(feature = "serde")]
pub(crate) mod serde;
mod wide_link;

pub use link::Link;
pub use wide_link::WideLink;

use crate::layout::Layout;
use crate::layout::code::{self, Code};
use crate::layout::spec::{HandleBrand, PoolSpec};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// Names one object in a [`Pool<P>`](crate::Pool), in 1 to 4 bytes.
///
/// A handle is the index of a slot and, under guard `generation`, the generation that the slot had. It is `Copy`,
/// `Send` and `Sync`, whatever the item is.
///
/// ```
/// # use stackpool::Pool;
/// #[derive(Pool)]
/// #[pool(capacity = 1_000)]
/// struct Particle {
///     ttl: f32,
/// }
///
/// let mut particles = ParticlePool::new();
/// let handle: ParticleHandle = particles.insert(Particle { ttl: 2.0 })?; // alias of `Handle<Particle>`
/// assert_eq!(particles[handle].ttl, 2.0);
/// assert_eq!((size_of::<ParticleHandle>(), size_of::<Option<ParticleHandle>>()), (2, 2));
///
/// particles.remove(handle);
/// assert!(particles.get(handle).is_none()); // stale: the object is gone
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
///
/// - Which stale handles a pool catches depends on its [guard](crate::guard).
/// - Handles of different pool definitions are different types. Two pools of one definition share their handle type:
///   a handle of one also names a slot of the other. So a handle of an old pool may name another object in a new one
///   that [takes its place](crate::Pool::new), by `pool = Pool::new()` or `mem::take`:
///   [`clear`](crate::Pool::clear) keeps it stale.
/// - The index is always below the capacity: safe code cannot make another handle.
/// - There is no null handle. Use `Option<Handle>`, which is as small at most capacities, or a [`Link`] in plain
///   data.
/// - Handles are ordered by slot, then by generation.
/// - As an id outside of the process, a handle is a `u64` or a text such as `3v1`. `try_from` and `parse` check them.
/// - With the feature `serde`, a handle is serialized as its [bits](#bits), or as that text. Deserialization checks
///   them.
///
/// # Size
///
/// The size follows from the capacity. `generation_bits = n` widens the handle if the bits that are left do not
/// suffice. `handle_bytes = n` sets the size: all bits that the index leaves over are then generation bits.
///
/// | declared capacity | bits of an index | handle | `Option<Handle>` | bits left for the generation |
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
/// A handle is one number, [`to_bits`](Handle::to_bits). The index is in the low `INDEX_BITS` bits, the generation
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
/// In memory the bits are inverted, so that zero is left for `None` (in 3 bytes: a highest byte of zero). If no value
/// is left over (capacities 256, 65,536 and 16,711,681 to 16,777,216), the bits are stored as they are. This is a
/// stable contract too, for shaders and files:
///
/// | bytes | with a niche for `None` | without a niche |
/// |---|---|---|
/// | 1 | `!bits` | `bits` |
/// | 2 | `!bits`, in the byte order of the machine | `bits`, in the byte order of the machine |
/// | 3 | `!bits`, the lowest byte first | `bits`, the lowest byte first |
/// | 4 | `!bits`, in the byte order of the machine | (there is always a niche) |
///
/// Handles are [`bytemuck::NoUninit`] and [`CheckedBitPattern`](bytemuck::CheckedBitPattern). So an array of handles
/// is cast to bytes as it is, and cast back with a check. The check is that of [`from_bits`](Handle::from_bits): an
/// index beyond the capacity, a generation beyond the last, and the niche are errors. `Option<Handle>` is
/// [`Zeroable`](bytemuck::Zeroable) if there is a niche.
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
#[doc(alias("Key", "Index", "null", "DANGLING"))]
#[repr(transparent)]
pub struct Handle<P: PoolSpec> {
    code: <P::Layout as Layout>::Code,
    brand: HandleBrand<P>,
}

impl<P: PoolSpec> Handle<P> {
    const INDEX_BITS: u32 = <P::Layout as Layout>::INDEX_BITS;
    const INDEX_MASK: u32 = ((1_u64 << Self::INDEX_BITS) - 1) as u32;

    /// Makes the handle of a slot and a generation.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    /// 2. `generation` is below the layout's `GENERATIONS`.
    #[inline(always)]
    pub(crate) unsafe fn new(index: u32, generation: u32) -> Self {
        const { <P::Layout as Layout>::CHECK };
        invariant!(index < <P::Layout as Layout>::CAPACITY, "a handle beyond the capacity");
        invariant!(generation < <P::Layout as Layout>::GENERATIONS, "a handle beyond the last generation");
        let code = (u64::from(generation) << Self::INDEX_BITS) as u32 | index;
        // SAFETY: 1. `CHECK` asserts that the code of the last index and the last generation can be stored. No index
        // and generation have a larger code.
        let code = unsafe { <P::Layout as Layout>::Code::new(code) };
        Handle { code, brand: PhantomData }
    }

    /// Returns the index of the slot, which is below the capacity of the pool.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle::default())?;
    /// assert_eq!(handle.index(), 0);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias = "slot")]
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.parts().0
    }

    /// Returns the generation that the slot had when the handle was made. 0 if handles carry none.
    #[doc(alias = "version")]
    #[inline(always)]
    #[must_use]
    pub fn generation(self) -> u32 {
        self.code.above(Self::INDEX_BITS)
    }

    /// Returns the handle as a number: the index, with the generation above it. See [Bits](#bits).
    #[doc(alias("as_ffi", "into_raw_parts", "data", "KeyData"))]
    #[inline(always)]
    #[must_use]
    pub fn to_bits(self) -> u32 {
        self.code.get()
    }

    /// Returns the handle with these [`to_bits`](Handle::to_bits), or `None` if this pool definition has no such
    /// handle.
    ///
    /// The number does not say which definition it came from. Bits of another definition can be a handle of this one.
    ///
    /// It is `const`, for handles that are part of a protocol or of data made at build time. There is no dangling
    /// handle to initialise a field with: every handle can name an object sooner or later. Use `None`, or
    /// [`Link::NONE`] in plain data.
    ///
    /// ```
    /// # use stackpool::{Handle, Pool};
    /// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle::default())?;
    /// assert_eq!(Handle::from_bits(handle.to_bits()), Some(handle));
    /// assert_eq!(Handle::<Particle>::from_bits(u32::MAX), None);
    ///
    /// const FIRST: ParticleHandle = Handle::from_bits(0).unwrap(); // the first handle that every pool gives out
    /// assert_eq!(FIRST, handle);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias("from_ffi", "from_raw_parts", "KeyData"))]
    #[must_use]
    // rustc shows the line of the signature, with its comment, in place of `null`, `default` and others.
    pub const fn from_bits(bits: u32) -> Option<Self> // no handle is the `None` of an `Option<Handle<P>>`
    {
        const { <P::Layout as Layout>::CHECK };
        let index = bits & Self::INDEX_MASK;
        let generation = (bits as u64 >> Self::INDEX_BITS) as u32;
        if index >= <P::Layout as Layout>::CAPACITY || generation >= <P::Layout as Layout>::GENERATIONS {
            return None;
        }
        let ones = match Self::INVERTED {
            Some(ones) => ones,
            None => 0,
        };
        // SAFETY: 1. `CHECK` asserts that the code of the last index and the last generation can be stored. This index
        // is below the capacity and this generation below `GENERATIONS`, so their code is not larger.
        let code = unsafe { code::from_stored(ones ^ bits) };
        Some(Handle { code, brand: PhantomData })
    }

    /// Returns the handle with this [`index`](Handle::index) and this [`generation`](Handle::generation), or `None` if
    /// this pool definition has no such handle.
    ///
    /// Unlike [bits](Handle::from_bits), the two parts have the same meaning at every capacity.
    ///
    /// ```
    /// # use stackpool::{Handle, Pool};
    /// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle::default())?;
    /// assert_eq!(Handle::from_parts(handle.index(), handle.generation()), Some(handle));
    /// assert_eq!(Handle::<Particle>::from_parts(64, 0), None);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias = "from_raw_parts")]
    #[must_use]
    pub const fn from_parts(index: usize, generation: u32) -> Option<Self> {
        // Larger numbers would lose their high bits.
        if index > Self::INDEX_MASK as usize || generation >= <P::Layout as Layout>::GENERATIONS {
            return None;
        }
        Self::from_bits(((generation as u64) << Self::INDEX_BITS) as u32 | index as u32)
    }

    /// Returns the index, and the generation in the form that [guards](crate::guard::Guard::names) compare: in the
    /// lowest bits. The bits above the generation are arbitrary, so that they need not be cleared.
    #[inline(always)]
    pub(crate) fn parts(self) -> (usize, u32) {
        // Inverted back, the bits above the code are ones, as in a live cell of a guard.
        let code = self.stored() ^ const { if Self::INVERTED.is_some() { u32::MAX } else { 0 } };
        ((code & Self::INDEX_MASK) as usize, (u64::from(code) >> Self::INDEX_BITS) as u32)
    }

    /// Returns the bits as they are stored.
    #[inline(always)]
    pub(crate) fn stored(self) -> u32 {
        self.code.stored()
    }

    /// The stored bits of index 0 and generation 0, if bits are stored inverted.
    pub(crate) const INVERTED: Option<u32> = <P::Layout as Layout>::Code::INVERTED;

    /// Returns the handle with these bits, without a check.
    ///
    /// # Safety
    ///
    /// 1. [`from_bits`](Handle::from_bits) returns `Some` for `bits`.
    #[inline(always)]
    pub(crate) unsafe fn from_bits_unchecked(bits: u32) -> Self {
        let generation = (u64::from(bits) >> Self::INDEX_BITS) as u32;
        // SAFETY: 1. and 2. The caller promises that `from_bits` returns `Some`, which it does only for an index
        // below the capacity and a generation below `GENERATIONS`.
        unsafe { Handle::new(bits & Self::INDEX_MASK, generation) }
    }
}

copied_and_compared!(Handle, |handle| handle.code.get());

impl<P: PoolSpec> PartialOrd for Handle<P> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: PoolSpec> Ord for Handle<P> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (self.index(), self.generation()).cmp(&(other.index(), other.generation()))
    }
}

impl<P: PoolSpec> Hash for Handle<P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.get().hash(state);
    }
}

/// Shows `Particle#123`, or `Particle#123v2` if handles carry a generation.
impl<P: PoolSpec> fmt::Debug for Handle<P> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(P::NAME)?;
        if <P::Layout as Layout>::GENERATIONS == 1 {
            return write!(f, "#{}", self.index());
        }
        write!(f, "#{}v{}", self.index(), self.generation())
    }
}

/// Writes a number that is at most `$largest`, a constant, in as few bytes as `$largest` needs.
#[cfg(feature = "defmt")]
macro_rules! write_number {
    ($f:expr, $number:expr, $largest:expr, $one:literal, $two:literal, $four:literal) => {
        match $largest {
            0..=0xFF => defmt::write!($f, $one, $number as u8),
            0x100..=0xFFFF => defmt::write!($f, $two, $number as u16),
            _ => defmt::write!($f, $four, $number as u32),
        }
    };
}

/// Writes `#123`, or `#123v2` if handles carry a generation. The name of the definition is not written: it would take a
/// byte per letter in every message.
#[cfg(feature = "defmt")]
impl<P: PoolSpec> defmt::Format for Handle<P> {
    fn format(&self, f: defmt::Formatter<'_>) {
        write_number!(f, self.index(), <P::Layout as Layout>::CAPACITY - 1, "#{=u8}", "#{=u16}", "#{=u32}");
        let last = <P::Layout as Layout>::GENERATIONS - 1;
        if last > 0 {
            write_number!(f, self.generation(), last, "v{=u8}", "v{=u16}", "v{=u32}");
        }
    }
}
