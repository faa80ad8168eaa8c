//! Links: handles, or none, as bytes that any bytes are.

use super::Handle;
use super::plain::CodeOf;
use crate::base::zeroed::zeroed;
use crate::layout::code::Code;
use crate::layout::spec::{Brand, PoolSpec};
use bytemuck::{Pod, Zeroable, ZeroableInOption};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A handle, or none, as plain data: what an object of a pool that is [saved](crate::Pool::save_into) holds of others.
///
/// Not all bytes are a handle, so neither a [`Handle`] nor an `Option<Handle>` is [`bytemuck::Pod`], and no item that holds
/// one is. A link is the bytes, of the size and the alignment of the handle, 1 to 4; what they say is checked when it is
/// asked for.
///
/// ```
/// use bytemuck::{Pod, Zeroable};
/// use stackpool::{Link, Pool};
///
/// #[derive(Pool, Clone, Copy, Pod, Zeroable)]
/// #[pool(capacity = 1_000)]
/// #[repr(C)]
/// struct Node {
///     value: u16,
///     parent: Link<Node>,
/// }
///
/// let mut nodes = NodePool::new();
/// let root = nodes.insert(Node { value: 1, parent: Link::NONE })?;
/// let leaf = nodes.insert(Node { value: 2, parent: root.into() })?;
///
/// let mut saved = [0; NodePool::SAVED_BYTES];
/// nodes.save_into(&mut saved)?;
/// nodes.clear();
/// nodes.restore(&saved)?;
///
/// let parent = nodes[leaf].parent.get().expect("a leaf has a parent");
/// assert_eq!(nodes[parent].value, 1);
/// assert!(nodes[parent].parent.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Bytes
///
/// Those of the [handle](Handle#bytes); zero bytes are none. So there are links where handles have a niche: not at
/// capacities of 256, 65,536 and 16,711,681 to 16,777,216, whose handles use every code. Bytes that are no handle are none
/// too: an index beyond the capacity, a generation beyond the last.
///
/// Links are equal when their bytes are.
///
/// With the feature `serde` a link is serialized as an `Option` of the handle.
///
/// # What it is checked against
///
/// That there is such a handle. Whether its object still lives is what the pool says, as of any handle.
#[repr(transparent)]
pub struct Link<P: PoolSpec>
where
    Handle<P>: ZeroableInOption,
{
    bits: <CodeOf<P> as Code>::Bits,
    brand: Brand<P>,
}

impl<P: PoolSpec> Link<P>
where
    Handle<P>: ZeroableInOption,
{
    /// The link to nothing: zero bytes.
    pub const NONE: Self = Link { bits: zeroed(), brand: PhantomData };

    /// The link to what the handle names; to nothing without one.
    #[inline]
    #[must_use]
    pub fn new(handle: Option<Handle<P>>) -> Self {
        match handle {
            Some(handle) => Link { bits: bytemuck::cast(handle), brand: PhantomData },
            None => Self::NONE,
        }
    }

    /// The handle; `None` where the bytes are none, checked as [`Handle::from_bits`] checks. O(1).
    ///
    /// ```
    /// # use stackpool::{Link, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 100)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// let unit = units.insert(Unit { health: 10 })?;
    /// assert_eq!(Link::from(unit).get(), Some(unit));
    ///
    /// let slot_100: Link<Unit> = bytemuck::cast(!100_u8); // handles are stored inverted
    /// assert_eq!(slot_100.get(), None);
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(self) -> Option<Handle<P>> {
        bytemuck::checked::try_cast(self.bits).ok()
    }

    /// Whether there is a handle: [`get`](Link::get) is `Some`. O(1).
    #[inline]
    #[must_use]
    pub fn is_some(self) -> bool {
        self.get().is_some()
    }

    /// Whether there is no handle: [`get`](Link::get) is `None`. O(1).
    #[inline]
    #[must_use]
    pub fn is_none(self) -> bool {
        self.get().is_none()
    }
}

// SAFETY: a link is a transparent struct around bits, which are `Pod`.
unsafe impl<P: PoolSpec> Zeroable for Link<P> where Handle<P>: ZeroableInOption {}

// SAFETY: a link is a transparent struct around bits, which are `Pod`, and it is `Copy` and `'static`.
unsafe impl<P: PoolSpec> Pod for Link<P> where Handle<P>: ZeroableInOption {}

impl<P: PoolSpec> From<Handle<P>> for Link<P>
where
    Handle<P>: ZeroableInOption,
{
    #[inline]
    fn from(handle: Handle<P>) -> Self {
        Self::new(Some(handle))
    }
}

impl<P: PoolSpec> From<Option<Handle<P>>> for Link<P>
where
    Handle<P>: ZeroableInOption,
{
    #[inline]
    fn from(handle: Option<Handle<P>>) -> Self {
        Self::new(handle)
    }
}

impl<P: PoolSpec> Clone for Link<P>
where
    Handle<P>: ZeroableInOption,
{
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for Link<P> where Handle<P>: ZeroableInOption {}

impl<P: PoolSpec> Default for Link<P>
where
    Handle<P>: ZeroableInOption,
{
    /// [`NONE`](Link::NONE).
    #[inline]
    fn default() -> Self {
        Self::NONE
    }
}

impl<P: PoolSpec> PartialEq for Link<P>
where
    Handle<P>: ZeroableInOption,
{
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

/// Whether the link is to what the handle names.
impl<P: PoolSpec> PartialEq<Handle<P>> for Link<P>
where
    Handle<P>: ZeroableInOption,
{
    #[inline]
    fn eq(&self, handle: &Handle<P>) -> bool {
        *self == Link::from(*handle)
    }
}

/// Whether the link is to what the handle names.
impl<P: PoolSpec> PartialEq<Link<P>> for Handle<P>
where
    Handle<P>: ZeroableInOption,
{
    #[inline]
    fn eq(&self, link: &Link<P>) -> bool {
        link == self
    }
}

impl<P: PoolSpec> Eq for Link<P> where Handle<P>: ZeroableInOption {}

impl<P: PoolSpec> Hash for Link<P>
where
    Handle<P>: ZeroableInOption,
{
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

/// As the handle, or `None`.
impl<P: PoolSpec> fmt::Debug for Link<P>
where
    Handle<P>: ZeroableInOption,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(handle) => handle.fmt(f),
            None => f.write_str("None"),
        }
    }
}
