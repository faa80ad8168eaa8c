//! The linear allocator for values with destructors: it runs them when it frees the memory.

#![expect(unsafe_code, reason = "values are recorded in the storage, and dropped")]

use super::counts::{Header, figures};
use super::drop_scope::DropScope;
use super::end::Top;
use super::in_place::in_place;
use super::records::{RECORD_BYTES, Records};
use super::scope::Scope;
use super::storage::Storage;
use core::cell::Cell;

/// A [`Linear`](super::Linear) for values of any type: it runs their destructors when it frees its memory.
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
/// Use it for values that own something, such as a `Vec` or a `String`. For values without destructors, a `Linear`
/// does the same with less work.
///
/// # What a value costs
///
/// A value with a destructor takes [`RECORD_BYTES`](DropLinear::RECORD_BYTES) more than its size, for a record in the
/// region. A slice of such values has one record. Every other value takes the same bytes as in a `Linear`.
///
/// # When destructors run
///
/// [`reset`](DropLinear::reset) and dropping the region run the destructors, the newest value first. The values of one
/// slice are dropped from the first to the last. If a destructor panics, the other destructors still run, and the
/// region is empty afterwards. If a second destructor panics during that, the program aborts. `Vec` behaves in the same
/// way. If you forget a region, its values leak.
///
/// # Which values are accepted
///
/// A destructor may run long after the value was made, and on another thread. So values must be `Send + 'static`. Their
/// alignment is at most the alignment of the storage, because the region can move. A storage that stays in place when
/// the region moves has no such limit. The following does not compile; with `Inline<4096, 64>` it does:
///
/// ```compile_fail,E0080
/// # use stackpool::region::{DropLinear, Inline};
/// #[repr(align(64))]
/// struct Lane(Vec<f32>);
///
/// let mut memory = DropLinear::<Inline<4096>>::new();
/// memory.enter().alloc(Lane(vec![0.5])).ok();
/// ```
#[doc(alias("Arena", "TypedArena", "Bump", "DropBump"))]
#[derive(Debug)]
#[repr(C)]
pub struct DropLinear<S: Storage> {
    header: Header,
    /// The offset at which the newest record ends. [`Records`] reads and writes it.
    newest: usize,
    storage: S,
}

in_place!(DropLinear, "Makes an empty region of `N` bytes.", |storage| DropLinear {
    header: Header::EMPTY,
    newest: 0,
    storage
});
figures!(DropLinear, "Bytes in use, including padding and the records of destructors. O(1).", header);

impl<S: Storage> DropLinear<S> {
    /// Bytes that a value with a destructor, or a slice of such values, takes in addition to its size: three words.
    pub const RECORD_BYTES: usize = RECORD_BYTES;

    /// Borrows the region, to allocate from it. Earlier allocations stay in use. O(1).
    ///
    /// Values stay in the region when the scope ends, even if the scope is forgotten.
    #[doc(alias = "as_scope")]
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> DropScope<'_, S> {
        // SAFETY: 1. `header` and `storage` are fields of this region, which are only ever used together. The header
        // counts what was cut off the storage, and that is never more than it has.
        let top = unsafe { Top::new(&mut self.header, &mut self.storage, true) };
        // SAFETY: 1. `newest` is 0 in an empty region, and only `Records` changes it. 2. The storage is borrowed
        // mutably for as long as the scope exists, and `start` is its first byte.
        let records = unsafe { Records::new(top.start(), Cell::from_mut(&mut self.newest)) };
        DropScope::new(Scope::new(top), records)
    }

    /// Gives `work` a scope, and drops everything allocated in it when `work` returns or panics.
    ///
    /// The values are dropped newest first, and their memory is free again. See [`DropScope::scope`].
    #[doc(alias = "scoped")]
    #[inline]
    pub fn scope<R>(&mut self, work: impl FnOnce(DropScope<'_, S>) -> R) -> R {
        self.enter().scope(work)
    }

    /// Drops all values, newest first, and frees all memory. O(values with destructors).
    ///
    /// # Panics
    ///
    /// Panics if a destructor panics. The destructors of all other values have run then, and the region is empty.
    #[doc(alias("clear", "free_all"))]
    pub fn reset(&mut self) {
        let _empty = EmptyOnDrop(&mut self.header);
        let start = self.storage.start();
        // SAFETY: 1. `newest` is 0 in an empty region, and only `Records` changes it. 2. The storage is borrowed
        // mutably here, and `start` is its first byte.
        let records = unsafe { Records::new(start, Cell::from_mut(&mut self.newest)) };
        // SAFETY: 1. Before the first record, the newest one was 0. No record is dropped twice, because `drop_down_to`
        // takes it off the list first. 2. Every reference to a value borrows the region, which is borrowed mutably
        // here.
        unsafe { records.drop_down_to(0) };
    }

    /// Size of the region in bytes. O(1).
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

/// Marks a region as empty when this is dropped, even if a destructor panicked.
struct EmptyOnDrop<'r>(&'r mut Header);

impl Drop for EmptyOnDrop<'_> {
    fn drop(&mut self) {
        self.0.reset();
    }
}
