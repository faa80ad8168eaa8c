//! Scopes of a frame: they allocate by reference and store by id.

#![expect(unsafe_code, reason = "ids become references")]

use super::end::{End, Top};
use super::frame_id::{Counts, FrameId, Names, Stored, found_by_id};
use super::no_drop::{self, NoDrop};
use super::scope::Scope;
use super::storage::{Storage, check_align};
use crate::base::full::Full;
use core::marker::PhantomData;
use core::num::NonZeroU32;
use core::ops::Deref;
use core::ptr::NonNull;

/// Allocates from a frame that is borrowed for `'a`, and stores values by id.
///
/// It derefs to [`Scope`], which has the methods that allocate.
///
/// - A reference from [`alloc`](Scope::alloc) and the other methods of `Scope` borrows the frame.
/// - A value from [`store`](FrameScope::store) is reached only through its [`FrameId`], until the frame is reset. It
///   stays when the scope ends.
///
/// A scope stays on its thread. The values that it finds can be shared with other threads.
///
/// `S` is the storage of the frame. Inner scopes have `STORES = false`: they allocate and read, but do not store,
/// because their memory is freed when they end.
///
/// ```
/// use stackpool::region::{Frame, FrameId, Inline};
///
/// struct Batch {
///     material: u16,
///     vertices: FrameId<[[f32; 2]]>,
/// }
///
/// let mut frame = Frame::<Inline<4096>>::new();
/// let mut scope = frame.begin();
/// let visible = scope.alloc_slice_copy(&[3_u8, 1, 2])?;
/// visible.sort_unstable();
/// let vertices = scope.store_iter(visible.iter().map(|&index| [f32::from(index), 0.5])).unwrap();
/// let batch = Batch { material: 7, vertices };
///
/// let widest = scope.scope(|inner| {
///     // Freed at the end of the closure.
///     let widths = inner.alloc_iter(inner.get(batch.vertices)?.iter().map(|vertex| vertex[0] as u32)).ok()?;
///     widths.iter().max().copied()
/// });
/// assert_eq!((batch.material, widest), (7, Some(3)));
/// drop(scope);
/// assert_eq!(frame.get(batch.vertices), Some(&[[1.0, 0.5], [2.0, 0.5], [3.0, 0.5]][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameScope<'a, S, const STORES: bool = true> {
    // Never lent mutably: a caller could put the scope of another frame here, and ids would then name wrong values.
    scope: Scope<'a>,
    current: Block<'a>,
    previous: Option<Block<'a>>,
    storage: PhantomData<fn() -> S>,
}

/// The values of a frame that have ids.
#[derive(Clone, Copy)]
struct Block<'a> {
    names: &'a Names,
    bytes: NonNull<[u8]>,
}

opaque_debug!([S, const STORES: bool] FrameScope<'_, S, STORES>);

impl<'a, S, const STORES: bool> Deref for FrameScope<'a, S, STORES> {
    type Target = Scope<'a>;

    #[inline]
    fn deref(&self) -> &Scope<'a> {
        &self.scope
    }
}

impl<'a, S: Storage> FrameScope<'a, S> {
    /// Makes the scope of a frame.
    ///
    /// # Safety
    ///
    /// 1. `counts` and `storage` belong to the same frame, and are only ever used together.
    #[inline]
    pub(super) unsafe fn new(counts: &'a mut Counts, storage: &'a mut S) -> Self {
        let len = storage.capacity();
        // SAFETY: 1. By 1. of `new`, the header is the one of this storage, and counts what was cut off it, which is
        // never more than it has.
        let top = unsafe { Top::new(&mut counts.header, storage, true) };
        let bytes = NonNull::slice_from_raw_parts(top.start(), len);
        let current = Block { names: &counts.names, bytes };
        FrameScope { scope: Scope::new(top), current, previous: None, storage: PhantomData }
    }

    /// The same scope, which also finds the values of another frame.
    ///
    /// # Safety
    ///
    /// 1. `counts` and `storage` belong to the same frame, and are only ever used together.
    #[inline]
    pub(super) unsafe fn after(mut self, counts: &'a Counts, storage: &'a mut S) -> Self {
        // SAFETY: 1. The reference is valid for reading and writing. It is moved into this call, so nobody else has a
        // mutable one.
        let bytes = unsafe { S::bytes(NonNull::from(storage)) };
        self.previous = Some(Block { names: &counts.names, bytes });
        self
    }
}

found_by_id!(
    [S, const STORES: bool] FrameScope<'_, S, STORES>,
    "Returns `None` if the id belongs to an earlier frame or to another `Frame`. In a \
     [`DoubleFrame`](super::DoubleFrame), ids of the previous frame are found too."
);

impl<S, const STORES: bool> FrameScope<'_, S, STORES> {
    #[inline]
    fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<NonNull<T>> {
        let block = if self.current.names.own(id) {
            self.current
        } else {
            self.previous.filter(|previous| previous.names.own(id))?
        };
        // SAFETY: 1. The block's names own the id, and its bytes are those of the same frame.
        Some(unsafe { id.place(block.bytes) })
    }

    /// Gives `work` an inner scope, and frees everything allocated in it when `work` returns or panics.
    ///
    /// Inner scopes can be nested. They find values by id, but cannot store any. O(1), plus `work`.
    #[doc(alias = "scoped")]
    #[inline]
    pub fn scope<R>(&mut self, work: impl FnOnce(FrameScope<'_, S, false>) -> R) -> R {
        work(FrameScope {
            scope: Scope::new(self.scope.end_mut().inner()),
            current: self.current,
            previous: self.previous,
            storage: PhantomData,
        })
    }
}

/// # Storing by id
///
/// A value that is stored by id:
///
/// - needs no dropping ([`NoDrop`]);
/// - is `'static`, because ids can find it until the frame is reset, and no borrow lasts that long;
/// - is `Send` and `Sync`, so that every frame is `Send` and `Sync`;
/// - has at most the alignment of the storage, unless the storage stays in place when the frame moves. Otherwise the
///   build fails.
///
/// ```
/// use stackpool::region::{Frame, Inline};
///
/// #[derive(Clone, Copy)]
/// #[repr(align(64))]
/// struct Lanes([u8; 64]);
///
/// let mut frame = Frame::<Inline<1024, 64>>::new();
/// let lanes = frame.store(Lanes([7; 64]))?;
/// assert_eq!(frame.get(lanes).map(|lanes| lanes.0[63]), Some(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0080
/// # use stackpool::region::{Frame, Inline};
/// # #[derive(Clone, Copy)]
/// # #[repr(align(64))]
/// # struct Lanes([u8; 64]);
/// let mut frame = Frame::<Inline<1024, 16>>::new();
/// let lanes = frame.store(Lanes([7; 64])); // misaligned if the frame moved
/// ```
impl<'a, S: Storage> FrameScope<'a, S> {
    /// Stores a value and returns its id, which finds it until the frame is reset. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if there is no room, or none in the first 4 GiB of the frame. Ids reach only these 4
    /// GiB.
    ///
    /// # Panics
    ///
    /// Panics if the frame needs an [instance number](crate::region#limits), and none is left.
    #[doc(alias = "insert")]
    #[inline]
    pub fn store<T: NoDrop + Send + Sync + 'static>(&self, value: T) -> Result<FrameId<T>, Full<T>> {
        const { check::<T, S>() };
        self.put(value)
    }

    /// As [`store`](FrameScope::store), without its check. The public methods evaluate the check, so that the
    /// compiler's error names the user's line.
    #[inline]
    pub(super) fn put<T: NoDrop + Send + Sync + 'static>(&self, value: T) -> Result<FrameId<T>, Full<T>> {
        let owner = self.current.names.owner();
        if !self.reaches(align_of::<T>()) {
            return Err(self.scope.end().full(value));
        }
        let value = self.scope.put(value)?;
        Ok(self.name(owner, value, ()))
    }

    /// Stores a copy of a slice and returns its id, which finds it until the frame is reset. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room, or none in the first 4 GiB of the frame. Ids reach only these 4 GiB.
    ///
    /// # Panics
    ///
    /// Panics when [`store`](FrameScope::store) does.
    #[inline]
    pub fn store_slice_copy<T>(&self, values: &[T]) -> Result<FrameId<[T]>, Full>
    where
        T: Copy + Send + Sync + 'static,
    {
        const { check::<T, S>() };
        self.put_slice_copy(values)
    }

    /// As [`store_slice_copy`](FrameScope::store_slice_copy), without its check, which the caller evaluates.
    #[inline]
    pub(super) fn put_slice_copy<T>(&self, values: &[T]) -> Result<FrameId<[T]>, Full>
    where
        T: Copy + Send + Sync + 'static,
    {
        let owner = self.current.names.owner();
        if values.len() > MOST || !self.reaches(align_of::<T>()) {
            return Err(self.scope.end().full(()));
        }
        let values = self.scope.alloc_slice_copy(values)?;
        Ok(self.name_slice(owner, values))
    }

    /// Stores all values of an iterator as a slice and returns its id, which finds it until the frame is reset.
    /// O(length).
    ///
    /// The number of values need not be known. While the iterator runs, it holds all free bytes, so it cannot allocate
    /// from this scope itself.
    ///
    /// # Errors
    ///
    /// [`Full`] with the id of the values that found room, and the first value that did not. Pass `&mut iterator` to
    /// keep the rest of the iterator.
    ///
    /// # Panics
    ///
    /// Panics when [`store`](FrameScope::store) does.
    #[expect(clippy::type_complexity, reason = "the type of `alloc_iter`, with an id in place of the slice")]
    pub fn store_iter<T, I>(&self, values: I) -> Result<FrameId<[T]>, Full<(FrameId<[T]>, T)>>
    where
        T: NoDrop + Send + Sync + 'static,
        I: IntoIterator<Item = T>,
    {
        const { check::<T, S>() };
        let owner = self.current.names.owner();
        // This call may allocate, so check afterwards how far ids reach.
        let mut values = values.into_iter();
        let most = if self.reaches(align_of::<T>()) { MOST } else { 0 };
        let stored = match self.scope.put_iter(values.by_ref().take(most)) {
            Ok(stored) => stored,
            Err(full) => return Err(full.map(|(stored, value)| (self.name_slice(owner, stored), value))),
        };
        let full = stored.len() == most;
        let id = self.name_slice(owner, stored);
        match if full { values.next() } else { None } {
            None => Ok(id),
            Some(value) => Err(self.scope.end().full((id, value))),
        }
    }

    /// Whether ids reach the next value of this alignment.
    #[inline]
    fn reaches(&self, align: usize) -> bool {
        self.scope.used() <= MOST - (align - 1)
    }

    /// The id of a value that was just allocated from the scope.
    #[inline]
    fn name<T>(&self, owner: (NonZeroU32, u32), value: &'a mut T, length: T::Length) -> FrameId<T>
    where
        T: Stored + ?Sized,
    {
        if size_of_val(value) == 0 {
            return FrameId::new(owner, 0, length);
        }
        // Keep the memory in use, so that nobody else gets it even if this scope is forgotten.
        self.scope.end().keep();
        let offset = core::ptr::from_mut(value).addr() - self.current.bytes.addr().get();
        debug_assert!(offset <= MOST, "the offset does not fit in an id");
        FrameId::new(owner, offset as u32, length)
    }

    /// As [`name`](FrameScope::name), for a slice of at most `MOST` values.
    #[inline]
    fn name_slice<T>(&self, owner: (NonZeroU32, u32), values: &'a mut [T]) -> FrameId<[T]> {
        debug_assert!(values.len() <= MOST, "the length does not fit in an id");
        let length = values.len() as u32;
        self.name(owner, values, length)
    }
}

/// The largest offset and the largest length that an id can carry.
const MOST: usize = u32::MAX as usize;

/// Fails to compile for values that cannot be stored by id.
#[track_caller]
pub(super) const fn check<T: NoDrop, S: Storage>() {
    no_drop::check::<T>();
    check_align::<T, S>("a value that is stored by id");
}
