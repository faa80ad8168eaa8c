//! Links: optional handles whose every byte pattern is valid.

use super::Handle;
use super::plain::{CodeOf, bytes_of};
use crate::base::zeroed::zeroed;
use crate::layout::code::Code;
use crate::layout::spec::{HandleBrand, PoolSpec};
use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// An optional handle as plain data, for fields of items that are [saved](crate::Pool::save_into).
///
/// A [`Handle`] or an `Option<Handle>` is not [`bytemuck::Pod`], since some byte patterns are not a handle. So an
/// item that holds one is not `Pod` either. A link holds the bytes of a handle, and checks them when it is read. It
/// has the size and the alignment of `Option<Handle>`: 1 to 4 bytes. A [`WideLink`](crate::WideLink) has 4 bytes at
/// every capacity, for `#[repr(C)]` structs whose layout must stay.
///
/// ```
/// use bytemuck::{Pod, Zeroable};
/// use stackpool::{Link, Pool};
///
/// #[derive(Pool, Clone, Copy, Pod, Zeroable)]
/// #[pool(capacity = 300)]
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
/// let mut buffer = [0; NodePool::SAVED_BYTES];
/// let saved = nodes.save_into(&mut buffer)?;
/// nodes.clear();
/// nodes.restore(saved)?;
///
/// let parent = nodes[leaf].parent.get().expect("a leaf has a parent");
/// assert_eq!(nodes[parent].value, 1);
/// assert!(nodes[parent].parent.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What is checked
///
/// [`get`](Link::get) checks that such a handle exists: an index beyond the capacity or a generation beyond the last
/// reads as `None`. Whether the object still lives is decided by the pool, as for any handle.
///
/// # Bytes
///
/// Zero bytes are `None`. All others are those of the [handle](Handle#bytes). At capacities of 256, 65,536 and
/// 16,711,681 to 16,777,216, handles use every code; there, the bytes of the handle are followed by a number of the
/// same width (1 byte after a handle of 3), which is 1.
///
/// Two links are equal if their bytes are equal.
///
/// With the feature `serde`, a link is serialized as an `Option` of the handle.
#[repr(transparent)]
pub struct Link<P: PoolSpec> {
    pub(super) bits: <CodeOf<P> as Code>::LinkBits,
    pub(super) brand: HandleBrand<P>,
}

impl<P: PoolSpec> Link<P> {
    /// A link that holds no handle. Its bytes are zero.
    #[doc(alias("null", "DANGLING"))]
    pub const NONE: Self = Link { bits: zeroed(), brand: PhantomData };

    /// Makes a link of an optional handle.
    #[inline]
    #[must_use]
    pub fn new(handle: Option<Handle<P>>) -> Self {
        match handle {
            Some(handle) => Link { bits: CodeOf::<P>::link(bytes_of(handle)), brand: PhantomData },
            None => Self::NONE,
        }
    }

    /// Returns the handle, or `None` if the bytes are not a handle. Checks them like [`Handle::from_bits`]. O(1).
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
        CodeOf::<P>::read_link(self.bits).and_then(Handle::from_bits)
    }
}

// SAFETY: a link is a transparent struct around `LinkBits`, which are `Pod`, and a marker without bytes.
unsafe impl<P: PoolSpec> Zeroable for Link<P> {}

// SAFETY: a link is a transparent struct around `LinkBits`, which are `Pod`, and a marker without bytes. It is `Copy`
// and `'static`.
unsafe impl<P: PoolSpec + 'static> Pod for Link<P> {}

/// What links of all widths do by [`Link::new`] and [`Link::get`]: conversions, traits, and short methods.
macro_rules! link_traits {
    ($Link:ident) => {
        impl<P: PoolSpec> $Link<P> {
            /// Returns the handle, as [`get`](Self::get) does, and leaves [`NONE`](Self::NONE). O(1).
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Link), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 100)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            /// let unit = units.insert(Unit { health: 10 })?;
            #[doc = concat!("let mut next = ", stringify!($Link), "::from(unit);")]
            /// assert_eq!((next.take(), next.take()), (Some(unit), None));
            /// # Ok::<(), stackpool::Full<Unit>>(())
            /// ```
            #[inline]
            pub fn take(&mut self) -> Option<Handle<P>> {
                core::mem::replace(self, Self::NONE).get()
            }

            /// Returns whether [`get`](Self::get) returns a handle. O(1).
            #[inline]
            #[must_use]
            pub fn is_some(self) -> bool {
                self.get().is_some()
            }

            /// Returns whether [`get`](Self::get) returns `None`. O(1).
            #[inline]
            #[doc(alias = "is_null")]
            #[must_use]
            pub fn is_none(self) -> bool {
                self.get().is_none()
            }
        }

        impl<P: PoolSpec> From<Handle<P>> for $Link<P> {
            #[inline]
            fn from(handle: Handle<P>) -> Self {
                Self::new(Some(handle))
            }
        }

        impl<P: PoolSpec> From<Option<Handle<P>>> for $Link<P> {
            #[inline]
            fn from(handle: Option<Handle<P>>) -> Self {
                Self::new(handle)
            }
        }

        #[doc = concat!("The same as [`get`](", stringify!($Link), "::get).")]
        impl<P: PoolSpec> From<$Link<P>> for Option<Handle<P>> {
            #[inline]
            fn from(link: $Link<P>) -> Self {
                link.get()
            }
        }

        copied_and_compared!($Link, |link| link.bits);

        impl<P: PoolSpec> Default for $Link<P> {
            #[doc = concat!("Returns [`NONE`](", stringify!($Link), "::NONE).")]
            #[inline]
            fn default() -> Self {
                Self::NONE
            }
        }

        /// Compares the handle that the link holds.
        impl<P: PoolSpec> PartialEq<Handle<P>> for $Link<P> {
            #[inline]
            fn eq(&self, handle: &Handle<P>) -> bool {
                *self == Self::from(*handle)
            }
        }

        /// Compares the handle that the link holds.
        impl<P: PoolSpec> PartialEq<$Link<P>> for Handle<P> {
            #[inline]
            fn eq(&self, link: &$Link<P>) -> bool {
                link == self
            }
        }

        impl<P: PoolSpec> Hash for $Link<P> {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.bits.hash(state);
            }
        }
    };
}
pub(super) use link_traits;

link_traits!(Link);

/// Shows the handle, or `None`.
impl<P: PoolSpec> fmt::Debug for Link<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(handle) => handle.fmt(f),
            None => f.write_str("None"),
        }
    }
}

/// Writes the handle, or `None`.
#[cfg(feature = "defmt")]
impl<P: PoolSpec> defmt::Format for Link<P> {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self.get() {
            Some(handle) => defmt::write!(f, "{}", handle),
            None => defmt::write!(f, "None"),
        }
    }
}
