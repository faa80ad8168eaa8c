//! The basic functions: a box is made, its object is moved out or cloned.

#![expect(unsafe_code, reason = "an object is written into a slot that no box owns yet")]

use super::{PoolBox, Vacant};
use crate::base::full::Full;
use crate::boxes::spec::{BoxSpec, BoxStatics};
use crate::track::Site;
use bytemuck::Zeroable;
use core::mem::MaybeUninit;

/// # Basics
///
/// The methods of the object are reached by dereferencing the box.
impl<P: BoxSpec> PoolBox<P> {
    /// Moves `value` into a free slot and returns its box. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if no slot is free. [Threads](#threads) says how exact that is.
    ///
    /// # Panics
    ///
    /// Every function that makes or drops a box panics in two cases:
    ///
    /// - under `sync = local` with feature `std`, in a thread that does not own the pool;
    /// - under `sync = local` without `std`, on another core or in an interrupt handler that comes in the middle of
    ///   an operation.
    ///
    /// With debug assertions, the panic of a function that makes a box names the line of the caller.
    #[doc(alias("alloc", "allocate", "insert", "request", "try_new"))]
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new(value: P::Item) -> Result<Self, Full<P::Item>> {
        const { BoxStatics::<P>::CHECK };
        let site = Site::caller();
        let Ok(vacant) = Vacant::<P>::acquire() else {
            return Err(Self::full(value));
        };
        Ok(vacant.filled(value, site))
    }

    /// Makes an object in its slot, so that a large object need not pass over the stack. O(1).
    ///
    /// `make` gets the memory of the slot, and returns the object that it made there. If `make` panics, the slot is
    /// free again, and what `make` wrote there is not dropped. For plain data, [`new_zeroed`](PoolBox::new_zeroed)
    /// avoids the stack too.
    ///
    /// It does not compile for objects of zero size. Use [`new`](PoolBox::new) for those.
    ///
    /// ```
    /// # use stackpool::{Full, Pool};
    /// #[derive(Pool)]
    /// #[pool(capacity = 4, boxed)]
    /// struct Chunk([u16; 4096]);
    ///
    /// // Optimised builds write the object in place.
    /// let chunk = ChunkBox::new_with(|slot| slot.write(Chunk([7; 4096])))?;
    /// assert_eq!(chunk.0[4095], 7);
    /// # Ok::<(), Full>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free. Then `make` is not called.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](PoolBox::new) does, and if `make` returns another object than the one in the memory that it
    /// got.
    #[doc(alias("alloc_with", "try_alloc_with"))]
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_with(make: impl FnOnce(&mut MaybeUninit<P::Item>) -> &mut P::Item) -> Result<Self, Full> {
        const { Self::TAKES_MEMORY };
        const { BoxStatics::<P>::CHECK };
        let site = Site::caller();
        Ok(Vacant::<P>::acquire()?.made_with(make, site))
    }

    /// Makes an object of zero bytes in its slot. O(size of the object).
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](PoolBox::new) does.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_zeroed() -> Result<Self, Full>
    where
        P::Item: Zeroable,
    {
        const { BoxStatics::<P>::CHECK };
        let site = Site::caller();
        let vacant = Vacant::<P>::acquire()?;
        // SAFETY: the slot belongs to this call, is aligned, and holds no object.
        unsafe { vacant.as_ptr().write_bytes(0, 1) };
        // SAFETY: 1. zero bytes were just written, and they are an object by `Zeroable`.
        Ok(unsafe { vacant.occupied(site) })
    }

    /// Moves the object out and frees its slot. O(1).
    #[inline]
    #[must_use]
    pub fn into_inner(this: Self) -> P::Item {
        let vacant = Vacant(Self::into_handle(this));
        // SAFETY: the box owned the object in the slot. The slot is freed after this, and nobody drops the object
        // there.
        unsafe { vacant.as_ptr().read() }
    }

    /// Clones the object into a box of its own. O(1), plus the time of the clone.
    ///
    /// Boxes are `Clone` only with the key `clone` in addition to `boxed`. Without it, `boxed.clone()` clones the
    /// object out of its box. If `clone` of the object panics, the new slot is free again.
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free. Then nothing is cloned.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](PoolBox::new) does.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn try_clone(this: &Self) -> Result<Self, Full>
    where
        P::Item: Clone,
    {
        Self::clone_of(this)
    }

    /// Does [`try_clone`](PoolBox::try_clone) with an object that may be anywhere.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub(crate) fn clone_of(object: &P::Item) -> Result<Self, Full>
    where
        P::Item: Clone,
    {
        Self::new_after(Site::caller(), |full| full, || Ok(object.clone()))
    }

    /// Takes a slot, and then puts the result of `make` there. So if making an object makes others of the same pool,
    /// they are nested at most as deep as the pool has room. If `make` returns an error or panics, the slot is free
    /// again.
    pub(crate) fn new_after<E>(
        site: Site,
        full: impl FnOnce(Full) -> E,
        make: impl FnOnce() -> Result<P::Item, E>,
    ) -> Result<Self, E> {
        let vacant = match Vacant::<P>::acquire() {
            Ok(vacant) => vacant,
            Err(error) => return Err(full(error)),
        };
        let object = make()?;
        Ok(vacant.filled(object, site))
    }
}

/// A definition whose boxes are `Clone`: the key `clone`, in addition to `boxed`, implements it.
///
/// Functions and types over any definition name it in addition to [`BoxSpec`]:
///
/// ```
/// use stackpool::{BoxSpec, CloneBoxes, PoolBox, pool};
///
/// #[derive(Clone)]
/// struct Node<P: BoxSpec<Item = Self> + CloneBoxes> {
///     key: u32,
///     next: Option<PoolBox<P>>,
/// }
///
/// pool! { Nodes: [Node<Nodes>; 8], boxed, clone; }
///
/// let last = NodesBox::new(Node { key: 2, next: None }).ok();
/// let list = Node { key: 1, next: last };
/// assert_eq!(list.clone().next.map(|node| node.key), Some(2));
/// # assert_eq!(list.key, 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "the boxes of `{Self}` are not `Clone`, because a pool may be full",
    label = "needs the key `clone` beside `boxed`",
    note = "`#[pool(capacity = .., boxed, clone)]`, or `boxed, clone` in `pool!`, makes them `Clone`; cloning then \
            panics if the pool is full",
    note = "in code for any definition, the bound is `P: BoxSpec + CloneBoxes`",
    note = "`PoolBox::try_clone(&node)` returns an error if the pool is full"
)]
pub trait CloneBoxes {}

/// With the key `clone` in addition to `boxed`.
///
/// # Panics
///
/// `clone` panics if no slot is free. [`try_clone`](PoolBox::try_clone) returns an error instead. `clone_from` clones
/// into the slot that the box has, so it needs no free slot for the object itself.
impl<P: BoxSpec<Item: Clone> + CloneBoxes> Clone for PoolBox<P> {
    #[inline]
    #[track_caller]
    fn clone(&self) -> Self {
        match Self::try_clone(self) {
            Ok(clone) => clone,
            Err(full) => panic!("{full}; `PoolBox::try_clone` returns this as an error"),
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        (**self).clone_from(&**source);
    }
}
