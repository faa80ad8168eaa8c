//! Scopes of a frame: they allocate, and store by id.

#![expect(unsafe_code, reason = "ids become references")]

use super::end::{End, Top};
use super::frame_counts::{Counts, Names};
use super::frame_id::{FrameId, Stored};
use super::no_drop::{self, NoDrop};
use super::scope::Scope;
use super::storage::{Storage, check_align};
use crate::base::full::Full;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;
use core::ops::Deref;
use core::ptr::NonNull;

/// Allocates from a frame that is borrowed for `'a`, as [`Scope`] does, which it derefs to; and stores values by id.
///
/// A reference from [`alloc`](Scope::alloc) and its like borrows the frame. A value from [`store`](FrameScope::store) is
/// reached through its [`FrameId`] alone, until the frame is reset: also when the scope is gone.
///
/// A scope stays on its thread; what it finds can be shared with others. `S` is the storage of the frame. Inner scopes have `STORES = false`: what is in them does not last, so that they only
/// allocate and read.
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
    // Never lent mutably: with the scope of another frame in its place, ids would name what is there.
    scope: Scope<'a>,
    current: Block<'a>,
    previous: Option<Block<'a>>,
    storage: PhantomData<fn() -> S>,
}

/// The values of a frame that have names.
#[derive(Clone, Copy)]
struct Block<'a> {
    names: &'a Names,
    bytes: NonNull<[u8]>,
}

impl<S, const STORES: bool> fmt::Debug for FrameScope<'_, S, STORES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FrameScope(..)")
    }
}

impl<'a, S, const STORES: bool> Deref for FrameScope<'a, S, STORES> {
    type Target = Scope<'a>;

    #[inline]
    fn deref(&self) -> &Scope<'a> {
        &self.scope
    }
}

impl<'a, S: Storage> FrameScope<'a, S> {
    /// The scope of a frame.
    ///
    /// # Safety
    ///
    /// 1. `counts` are those of `storage`, always.
    #[inline]
    pub(super) unsafe fn new(counts: &'a mut Counts, storage: &'a mut S) -> Self {
        let len = storage.capacity();
        // SAFETY: 1. the header counts what was cut off this storage, never more than there is.
        let top = unsafe { Top::new(&mut counts.header, storage, true) };
        let bytes = NonNull::slice_from_raw_parts(top.start(), len);
        let current = Block { names: &counts.names, bytes };
        FrameScope { scope: Scope::new(top), current, previous: None, storage: PhantomData }
    }

    /// The same scope, which finds the values of another frame too.
    ///
    /// # Safety
    ///
    /// 1. `counts` are those of `storage`, always.
    #[inline]
    pub(super) unsafe fn after(mut self, counts: &'a Counts, storage: &'a mut S) -> Self {
        // SAFETY: 1. it is borrowed, mutably, and not used otherwise.
        let bytes = unsafe { S::bytes(NonNull::from(storage)) };
        self.previous = Some(Block { names: &counts.names, bytes });
        self
    }
}

impl<S, const STORES: bool> FrameScope<'_, S, STORES> {
    /// The value that an id names; `None` when it is of an earlier frame, or of another. O(1).
    ///
    /// Of a [`DoubleFrame`](super::DoubleFrame), ids of the previous frame are found too.
    #[inline]
    #[must_use]
    pub fn get<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<&T> {
        let place = self.find(id)?;
        // SAFETY: a value is there, and whoever writes to it borrows this scope mutably.
        Some(unsafe { place.as_ref() })
    }

    /// The value that an id names, for writing; `None` when it is of an earlier frame, or of another. O(1).
    ///
    /// Of a [`DoubleFrame`](super::DoubleFrame), ids of the previous frame are found too.
    #[inline]
    #[must_use]
    pub fn get_mut<T: Stored + ?Sized>(&mut self, id: FrameId<T>) -> Option<&mut T> {
        let mut place = self.find(id)?;
        // SAFETY: a value is there, and whoever else reaches it borrows this scope.
        Some(unsafe { place.as_mut() })
    }

    #[inline]
    fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<NonNull<T>> {
        let block = if self.current.names.own(id) {
            self.current
        } else {
            self.previous.filter(|previous| previous.names.own(id))?
        };
        // SAFETY: 1. the names are those of the block.
        Some(unsafe { id.place(block.bytes) })
    }

    /// A scope that borrows an inner one's memory: everything allocated by `work` is free again when it returns, or panics.
    /// They nest freely. O(1), but for `work`.
    ///
    /// Values are found by id in there as outside, and none can be stored.
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

/// Storing by id.
///
/// A value needs no dropping ([`NoDrop`]); it is `'static`, since nothing keeps what it borrows as long as it is found; and
/// it is `Send` and `Sync`, so that frames are, whatever they hold. Its alignment is at most that of the storage, unless
/// that one stays where it is when the frame moves: a build fails otherwise.
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
/// let lanes = frame.store(Lanes([7; 64])); // the frame may move to where they are not aligned
/// ```
impl<'a, S: Storage> FrameScope<'a, S> {
    /// Stores a value, to be found by id until the frame is reset. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value when there is no room, or none in the first 4 GiB, which ids reach.
    ///
    /// # Panics
    ///
    /// When the frame has no number yet, and the program has drawn all 4,294,967,295 of them.
    #[inline]
    pub fn store<T: NoDrop + Send + Sync + 'static>(&self, value: T) -> Result<FrameId<T>, Full<T>> {
        const { check::<T, S>() };
        self.put(value)
    }

    /// As [`store`](FrameScope::store), whose check is the caller's: what users call has it, so that the error names their line.
    #[inline]
    pub(super) fn put<T: NoDrop + Send + Sync + 'static>(&self, value: T) -> Result<FrameId<T>, Full<T>> {
        let owner = self.current.names.owner();
        if !self.reaches(align_of::<T>()) {
            self.scope.end().note_full();
            return Err(Full(value));
        }
        let value = self.scope.put(value)?;
        Ok(self.name(owner, value, ()))
    }

    /// Stores a copy of a slice, to be found by id until the frame is reset. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room, or none in the first 4 GiB, which ids reach.
    ///
    /// # Panics
    ///
    /// As [`store`](FrameScope::store).
    #[inline]
    pub fn store_slice_copy<T>(&self, values: &[T]) -> Result<FrameId<[T]>, Full>
    where
        T: Copy + Send + Sync + 'static,
    {
        const { check::<T, S>() };
        self.put_slice_copy(values)
    }

    /// As [`store_slice_copy`](FrameScope::store_slice_copy), whose check is the caller's.
    #[inline]
    pub(super) fn put_slice_copy<T>(&self, values: &[T]) -> Result<FrameId<[T]>, Full>
    where
        T: Copy + Send + Sync + 'static,
    {
        let owner = self.current.names.owner();
        if values.len() > MOST || !self.reaches(align_of::<T>()) {
            self.scope.end().note_full();
            return Err(Full(()));
        }
        let values = self.scope.alloc_slice_copy(values)?;
        Ok(self.name_slice(owner, values))
    }

    /// Stores a slice of what an iterator yields, however much that is, to be found by id until the frame is reset.
    /// O(length).
    ///
    /// While the iterator runs it has all of the room: what it allocates from this scope itself finds none.
    ///
    /// # Errors
    ///
    /// [`Full`] with the id of those that found room, and the first that did not. Pass `&mut iterator` to keep the rest.
    ///
    /// # Panics
    ///
    /// As [`store`](FrameScope::store).
    #[expect(clippy::type_complexity, reason = "it is that of `alloc_iter`, with an id for the slice")]
    pub fn store_iter<T, I>(&self, values: I) -> Result<FrameId<[T]>, Full<(FrameId<[T]>, T)>>
    where
        T: NoDrop + Send + Sync + 'static,
        I: IntoIterator<Item = T>,
    {
        const { check::<T, S>() };
        let owner = self.current.names.owner();
        // May allocate, so that the reach is asked for after it.
        let mut values = values.into_iter();
        let most = if self.reaches(align_of::<T>()) { MOST } else { 0 };
        let stored = match self.scope.put_iter(values.by_ref().take(most)) {
            Ok(stored) => stored,
            Err(Full((stored, value))) => return Err(Full((self.name_slice(owner, stored), value))),
        };
        let full = stored.len() == most;
        let id = self.name_slice(owner, stored);
        match if full { values.next() } else { None } {
            None => Ok(id),
            Some(value) => {
                self.scope.end().note_full();
                Err(Full((id, value)))
            }
        }
    }

    /// Whether ids reach a value of this alignment that begins as soon as it can.
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
        // Found also when this scope is forgotten: nobody else gets its memory.
        self.scope.end().keep();
        let offset = core::ptr::from_mut(value).addr() - self.current.bytes.addr().get();
        debug_assert!(offset <= MOST, "ids do not reach the value");
        FrameId::new(owner, offset as u32, length)
    }

    /// As [`name`](FrameScope::name), of a slice of at most `MOST` values.
    #[inline]
    fn name_slice<T>(&self, owner: (NonZeroU32, u32), values: &'a mut [T]) -> FrameId<[T]> {
        debug_assert!(values.len() <= MOST, "ids do not count so far");
        let length = values.len() as u32;
        self.name(owner, values, length)
    }
}

/// The last offset that ids reach, and the largest length that they count.
const MOST: usize = u32::MAX as usize;

/// Fails to compile for values that are not to be stored by id.
#[track_caller]
pub(super) const fn check<T: NoDrop, S: Storage>() {
    no_drop::check::<T>();
    check_align::<T, S>("a value that is stored by id");
}
