//! Links of 4 bytes, whatever the capacity of their pool.

use super::link::link_traits;
use super::{Handle, Link};
use crate::layout::Layout;
use crate::layout::spec::{HandleBrand, PoolSpec};
use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A [`Link`] of 4 bytes at every capacity, for structs whose layout must not depend on another type.
///
/// A `Link<Enemy>` has as many bytes as a handle of `Enemy` needs: 1 at a capacity of 200, 2 at 300. So a
/// `#[repr(C)]` struct with such a field gets padding, or another layout, when somebody raises the capacity of `Enemy`.
/// A wide link has the size and the alignment of a `u32`. Use it in what a shader or another program reads, and in
/// `#[repr(C)]` items that are `Pod`. Use a [`Link`] elsewhere: it is smaller.
///
/// ```
/// use bytemuck::{Pod, Zeroable};
/// use stackpool::{Pool, WideLink};
///
/// #[derive(Pool)]
/// #[pool(capacity = 200)]
/// struct Enemy(u32);
///
/// #[derive(Pool, Clone, Copy, Pod, Zeroable)]
/// #[pool(capacity = 1_000)]
/// #[repr(C)]
/// struct Bullet {
///     position: [f32; 2],
///     target: WideLink<Enemy>, // a `Link` would leave 3 bytes of padding here, which `Pod` refuses
///     ttl: u32,
/// }
///
/// let mut enemies = EnemyPool::new();
/// let enemy = enemies.insert(Enemy(7))?;
/// let bullet = Bullet { position: [0.0; 2], target: enemy.into(), ttl: 9 };
/// assert_eq!(bullet.target.get().and_then(|enemy| enemies.get(enemy)).map(|enemy| enemy.0), Some(7));
/// assert_eq!(size_of::<Bullet>(), 16);
/// # Ok::<(), stackpool::Full<Enemy>>(())
/// ```
///
/// # Bytes
///
/// Zero is `None`. Any other number is the inverted [`to_bits`](Handle::to_bits) of the handle, as a handle of 4 bytes
/// is stored. So a shader finds the index of the slot as `!link & ((1 << INDEX_BITS) - 1)`.
///
/// The size stays when the capacity changes. The meaning of the bits does not: a larger index leaves fewer bits to the
/// generation, or moves it up. Saves with links of either kind stay readable with `grows_to = N` on the definition that
/// the link names. With the feature `serde`, a link is serialized as an `Option` of the handle.
#[repr(transparent)]
pub struct WideLink<P: PoolSpec> {
    bits: u32,
    brand: HandleBrand<P>,
}

impl<P: PoolSpec> WideLink<P> {
    /// A link that holds no handle. Its bytes are zero.
    #[doc(alias = "null")]
    pub const NONE: Self = WideLink { bits: 0, brand: PhantomData };

    /// No handle has the bits that would be stored as zero.
    const ZERO_IS_LEFT: () = assert!(
        ((<P::Layout as Layout>::GENERATIONS as u64 - 1) << <P::Layout as Layout>::INDEX_BITS)
            + (<P::Layout as Layout>::CAPACITY as u64 - 1)
            < u32::MAX as u64,
        "the bits of the last handle are all ones"
    );

    /// Makes a link of an optional handle.
    #[inline]
    #[must_use]
    pub fn new(handle: Option<Handle<P>>) -> Self {
        const { Self::ZERO_IS_LEFT };
        let bits = match handle {
            Some(handle) => !handle.to_bits(),
            None => 0,
        };
        WideLink { bits, brand: PhantomData }
    }

    /// Returns the handle, or `None` if the bytes are not a handle. Checks them like [`Handle::from_bits`]. O(1).
    ///
    /// ```
    /// # use stackpool::{Pool, WideLink};
    /// # #[derive(Pool)] #[pool(capacity = 100)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// let unit = units.insert(Unit { health: 10 })?;
    /// assert_eq!(WideLink::from(unit).get(), Some(unit));
    ///
    /// let slot_100: WideLink<Unit> = bytemuck::cast(!100_u32);
    /// assert_eq!(slot_100.get(), None);
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(self) -> Option<Handle<P>> {
        if self.bits == 0 { None } else { Handle::from_bits(!self.bits) }
    }
}

// SAFETY: a link is a transparent struct around a `u32`, which is `Pod`, and a marker without bytes.
unsafe impl<P: PoolSpec> Zeroable for WideLink<P> {}

// SAFETY: a link is a transparent struct around a `u32`, which is `Pod`, and a marker without bytes. It is `Copy` and
// `'static`.
unsafe impl<P: PoolSpec + 'static> Pod for WideLink<P> {}

/// A link whose bytes are no handle becomes [`NONE`](WideLink::NONE).
impl<P: PoolSpec> From<Link<P>> for WideLink<P> {
    #[inline]
    fn from(link: Link<P>) -> Self {
        Self::new(link.get())
    }
}

/// A link whose bytes are no handle becomes [`NONE`](Link::NONE).
impl<P: PoolSpec> From<WideLink<P>> for Link<P> {
    #[inline]
    fn from(link: WideLink<P>) -> Self {
        Self::new(link.get())
    }
}

link_traits!(WideLink);

/// Shows the handle, or `None`.
impl<P: PoolSpec> fmt::Debug for WideLink<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Link::from(*self).fmt(f)
    }
}

/// Writes the handle, or `None`.
#[cfg(feature = "defmt")]
impl<P: PoolSpec> defmt::Format for WideLink<P> {
    fn format(&self, f: defmt::Formatter<'_>) {
        Link::from(*self).format(f);
    }
}
