//! The linear allocator for values with destructors: they run when the memory is taken back.

#![expect(unsafe_code, reason = "values are recorded in the storage, and dropped")]

use super::drop_scope::DropScope;
use super::end::Top;
use super::header::{Header, figures};
use super::in_place::in_place;
use super::records::{RECORD_BYTES, Records};
use super::scope::Scope;
use super::storage::{Inline, Storage};
use crate::base::alignment::{Align, Alignment};
use core::cell::Cell;
use core::ptr::NonNull;

/// A [`Linear`](super::Linear) for values of any type: it runs their destructors when it takes its memory back.
///
/// A value with a destructor takes [`RECORD_BYTES`](DropLinear::RECORD_BYTES) more than its size, and so does a slice of
/// them: a record in the region itself. Other values take what they take in a `Linear`.
///
/// [`reset`](DropLinear::reset), and dropping the region, run the destructors newest first (those of a slice from its first
/// value on). Where one panics, the others run still, and the region is empty then; if one more panics meanwhile, the program
/// is aborted: as with a `Vec`. A region that is forgotten leaks its values.
///
/// ```
/// use stackpool::region::{DropLinear, Inline};
///
/// let mut level = DropLinear::<Inline<4096>>::new();
/// let scope = level.enter();
/// let names = scope.alloc_slice_fill_with(10, |index| format!("spawn {index}"))?;
/// let path = scope.alloc(vec![3, 1, 2])?;
/// path.sort_unstable();
/// assert_eq!((&*names[9], path[0]), ("spawn 9", 1));
/// drop(scope);
/// level.reset(); // drops the `Vec`, then the names
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A destructor may run long after the value was made, anywhere: values are `Send + 'static`, and aligned no more than the
/// storage, unless that one stays where it is when the region moves. This does not compile, but with `Inline<4096, 64>`:
///
/// ```compile_fail,E0080
/// # use stackpool::region::{DropLinear, Inline};
/// #[repr(align(64))]
/// struct Lane(Vec<f32>);
///
/// let mut memory = DropLinear::<Inline<4096>>::new();
/// memory.enter().alloc(Lane(vec![0.5])).ok();
/// ```
#[derive(Debug)]
#[repr(C)]
pub struct DropLinear<S: Storage> {
    header: Header,
    /// Where the newest record ends: it belongs to [`Records`].
    newest: usize,
    storage: S,
}

impl<const N: usize, const ALIGN: usize> DropLinear<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    /// An empty region of `N` bytes. Nothing is written but five counters; a large one is made where it stays, by `boxed` or
    /// in a [`Static`](super::Static).
    #[must_use]
    pub const fn new() -> Self {
        DropLinear { header: Header::EMPTY, newest: 0, storage: Inline::new() }
    }
}

impl<const N: usize, const ALIGN: usize> Default for DropLinear<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    fn default() -> Self {
        Self::new()
    }
}

in_place!(DropLinear);
figures!(DropLinear, "Bytes in use, records and those that alignment left unused among them. O(1).", header);

impl<S: Storage> From<S> for DropLinear<S> {
    fn from(storage: S) -> Self {
        DropLinear { header: Header::EMPTY, newest: 0, storage }
    }
}

impl<S: Storage> DropLinear<S> {
    /// Bytes that a value with a destructor, or a slice of them, takes beyond its size: three words.
    pub const RECORD_BYTES: usize = RECORD_BYTES;

    /// Borrows the region for allocations, after those of earlier borrowings. Its values stay when the scope ends, also where
    /// it is forgotten. O(1).
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> DropScope<'_, S> {
        // SAFETY: 1. the header counts what was cut off this storage, never more than there is.
        let top = unsafe { Top::new(&mut self.header, &mut self.storage, true) };
        // SAFETY: 1. nothing else sets it. 2. the storage is borrowed as long as the top.
        let records = unsafe { Records::new(top.start(), Cell::from_mut(&mut self.newest)) };
        DropScope::new(Scope::new(top), records)
    }

    /// Borrows the region for `work`: what it allocates is dropped, newest first, and free again when it returns, or panics.
    /// See [`DropScope::scope`].
    #[inline]
    pub fn scope<R>(&mut self, work: impl FnOnce(DropScope<'_, S>) -> R) -> R {
        self.enter().scope(work)
    }

    /// Drops all values, newest first, and takes all memory back. O(values with destructors).
    ///
    /// # Panics
    ///
    /// When a destructor does: after those of all other values ran, and with an empty region.
    pub fn reset(&mut self) {
        let _empty = EmptyOnDrop(&mut self.header);
        let start = NonNull::new(self.storage.as_mut_ptr()).expect("storage is never null");
        // SAFETY: 1. nothing else sets it. 2. the storage is borrowed here.
        let records = unsafe { Records::new(start, Cell::from_mut(&mut self.newest)) };
        // SAFETY: 1. before all records it was 0. 2. every reference was borrowed of the region, which is borrowed here.
        unsafe { records.drop_down_to(0) };
    }

    /// Bytes of the region. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.storage.capacity()
    }
}

impl<S: Storage> Drop for DropLinear<S> {
    fn drop(&mut self) {
        self.reset();
    }
}

/// Empties a region when it is dropped, also where a destructor panicked.
struct EmptyOnDrop<'r>(&'r mut Header);

impl Drop for EmptyOnDrop<'_> {
    fn drop(&mut self) {
        self.0.reset();
    }
}
