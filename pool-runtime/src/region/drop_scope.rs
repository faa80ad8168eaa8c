//! Scopes that record the destructors of their values.

#![expect(unsafe_code, reason = "values are made in memory that was cut off, and recorded")]

use super::counts::bytes_in_use;
use super::end::{End, Top};
use super::open::{Open, Place, slice};
use super::records::Records;
use super::scope::Scope;
use super::storage::{Storage, check_align};
use crate::base::full::Full;
use core::convert::Infallible;
use core::marker::PhantomData;

/// Allocates values of any type from a [`DropLinear`](super::DropLinear) that is borrowed for `'a`.
///
/// It works like a [`Scope`]. In addition, the destructors of its values run when the region frees their memory.
///
/// No method waits for memory. Each is O(1), plus the time to write the values.
///
/// A scope stays on its thread. Its values can go to other threads:
///
/// ```compile_fail,E0277
/// # use stackpool::region::{DropLinear, Inline};
/// # let mut memory = DropLinear::<Inline<1024>>::new();
/// let scope = memory.enter();
/// std::thread::scope(|threads| {
///     threads.spawn(|| scope.alloc(7).is_ok());
/// });
/// ```
pub struct DropScope<'a, S: Storage> {
    scope: Scope<'a>,
    records: Records<'a>,
    storage: PhantomData<fn() -> S>,
}

opaque_debug!([S: Storage] DropScope<'_, S>);

impl<'a, S: Storage> DropScope<'a, S> {
    #[inline]
    pub(super) fn new(scope: Scope<'a>, records: Records<'a>) -> Self {
        DropScope { scope, records, storage: PhantomData }
    }

    /// Gives `work` an inner scope, and drops everything allocated in it when `work` returns or panics.
    ///
    /// The values are dropped newest first, and their memory is free again. O(values with destructors), plus `work`.
    /// Inner scopes can be nested. Values from inside cannot leave the closure, and forgetting the inner scope does
    /// not keep them.
    ///
    /// # Panics
    ///
    /// Panics if a destructor panics. The destructors of all other values of the inner scope have run then, and its
    /// memory is free. If `work` had panicked before, the program aborts.
    ///
    /// ```
    /// use stackpool::region::{DropLinear, Inline};
    ///
    /// let mut memory = DropLinear::<Inline<1024>>::new();
    /// let mut level = memory.enter();
    /// let name = level.alloc(String::from("level 3"))?;
    /// let used = level.used();
    /// let longest = level.scope(|encounter| {
    ///     let names = encounter.alloc_iter(["wolf", "bear"].map(|kind| format!("{kind} of {name}"))).unwrap();
    ///     names.iter().map(|name| name.len()).max()
    /// });
    /// assert_eq!((longest, level.used()), (Some(15), used));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "scoped")]
    pub fn scope<R>(&mut self, work: impl FnOnce(DropScope<'_, S>) -> R) -> R {
        // The guard is a local variable here, not a part of the scope that `work` gets, because that scope can be
        // forgotten.
        let mut inner = Inner { until: self.records.newest(), kept: self.scope.end().kept(), outer: self };
        let result = work(inner.scope());
        // Drop the guard before returning: if a destructor panics, the result is dropped too.
        drop(inner);
        result
    }

    /// Returns the plain scope, for values that need no dropping: they take no record and can have any lifetime.
    ///
    /// ```
    /// use stackpool::region::{DropLinear, Inline};
    ///
    /// let mut memory = DropLinear::<Inline<1024>>::new();
    /// let scope = memory.enter();
    /// let name = scope.alloc(String::from("wolf"))?;
    /// let title = scope.plain().alloc_str("the wolf")?;
    /// let names = scope.plain().alloc_slice_copy(&[name.as_str(), title])?;
    /// assert_eq!(names, ["wolf", "the wolf"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn plain(&self) -> &Scope<'a> {
        &self.scope
    }

    /// Moves a value into the region and returns a reference to it.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if there is no room.
    #[doc(alias("insert", "push", "try_alloc"))]
    #[inline]
    pub fn alloc<T: Send + 'static>(&self, value: T) -> Result<&'a mut T, Full<T>> {
        const { check::<T, S>() };
        match self.room::<T>(1) {
            // SAFETY: 1. The place was just cut off for one value, and only this call uses it. 2. The first line of
            // this method evaluates `check`.
            Some(place) => Ok(unsafe { self.put(place, value) }),
            None => Err(self.scope.end().full(value)),
        }
    }

    /// Makes a value in the region, if there is room for it; otherwise `make` is not called.
    ///
    /// The place is reserved before `make` runs, so `make` can allocate too. What `make` allocates counts as older than
    /// the value, so it is dropped later. If `make` panics, the place is lost until the region is reset.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room.
    #[doc(alias = "try_alloc_with")]
    #[inline]
    pub fn alloc_with<T: Send + 'static>(&self, make: impl FnOnce() -> T) -> Result<&'a mut T, Full> {
        const { check::<T, S>() };
        let place = self.room::<T>(1).ok_or_else(|| self.scope.end().full(()))?;
        let value = make();
        // SAFETY: 1. The place was just cut off for one value, and only this call uses it. 2. The first line of this
        // method evaluates `check`.
        Ok(unsafe { self.put(place, value) })
    }

    /// Makes a slice of `len` values, each one with `make(index)`. O(length).
    ///
    /// If `make` panics, the values made so far are dropped.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room; `make` is not called then.
    #[doc(alias = "alloc_slice_fill_default")]
    #[inline]
    pub fn alloc_slice_fill_with<T: Send + 'static>(
        &self,
        len: usize,
        mut make: impl FnMut(usize) -> T,
    ) -> Result<&'a mut [T], Full> {
        const { check::<T, S>() };
        match self.alloc_slice_try_fill_with(len, |index| Ok::<_, Infallible>(make(index)))? {
            Ok(values) => Ok(values),
            Err(never) => match never {},
        }
    }

    /// Makes a slice of all values of an iterator, whose number need not be known. O(length).
    ///
    /// If the iterator panics, the values so far are dropped. While the iterator runs, it holds all free bytes, so it
    /// cannot allocate from this scope itself.
    ///
    /// # Errors
    ///
    /// [`Full`] with the slice of the values that found room, and the first value that did not. Pass `&mut iterator`
    /// to keep the rest of the iterator.
    #[doc(alias("alloc_extend", "alloc_slice_fill_iter", "alloc_from_iter"))]
    pub fn alloc_iter<T, I>(&self, values: I) -> Result<&'a mut [T], Full<(&'a mut [T], T)>>
    where
        T: Send + 'static,
        I: IntoIterator<Item = T>,
    {
        const { check::<T, S>() };
        let values = values.into_iter();
        let mut open = Open::<T, _>::new(self.scope.end());
        for value in values {
            if let Err(value) = open.push(value) {
                return Err(self.scope.end().full((self.close(open), value)));
            }
        }
        Ok(self.close(open))
    }

    /// The place for `len` values.
    #[inline]
    pub(super) fn room<T>(&self, len: usize) -> Option<Place<T>> {
        let layout = Place::<T>::layout(len)?;
        if layout.size() == 0 {
            return Some(Place::EMPTY);
        }
        let start = self.scope.end().cut(layout)?;
        // SAFETY: 1. The layout is that of `len` values and their record, aligned to `ALIGN`.
        Some(unsafe { Place::new(start, len) })
    }

    /// Writes the record for the values at a place.
    ///
    /// # Safety
    ///
    /// 1. The place was cut off this scope's region for `len` values, and nothing else uses it.
    /// 2. All `len` values are written, and nothing else drops them.
    /// 3. [`check`] passes. The public methods evaluate it, so that the compiler's error names the user's line.
    #[inline]
    pub(super) unsafe fn finish<T: Send + 'static>(&self, place: Place<T>, len: usize) -> &'a mut [T] {
        if Place::<T>::record_bytes(len) != 0 {
            // SAFETY: 1. The place was cut off with room for a record after the values, and nothing else uses it. 2. By
            // 2. of `finish`, the values are there and nothing else drops them. `keep` below keeps their memory in use
            // until they are dropped. 3. By 3. of `finish`, the region is aligned as the values need it wherever it
            // moves, or its storage does not move.
            unsafe { self.records.push::<T>(place.record, len) };
            self.scope.end().keep();
        }
        // SAFETY: 1. By 1. of `finish`, only the returned reference reaches the place while the region is borrowed for
        // `'a`. 2. By 2. of `finish`, `len` values were written there.
        unsafe { slice(place.values, len) }
    }

    /// Writes a value to its place, and its record.
    ///
    /// # Safety
    ///
    /// 1. The place was cut off this scope's region for one value, and nothing else uses it.
    /// 2. [`check`] passes.
    #[inline]
    unsafe fn put<T: Send + 'static>(&self, place: Place<T>, value: T) -> &'a mut T {
        // SAFETY: by 1. of `put`, the place is that of one value, aligned, and only this call has it.
        unsafe { place.values.write(value) };
        // SAFETY: 1. and 3. are 1. and 2. of `put`. 2. the value was just written, and nothing else drops it.
        let values = unsafe { self.finish(place, 1) };
        &mut values[0]
    }

    /// Turns a slice that grew into a recorded one, and gives the remaining bytes back.
    fn close<T: Send + 'static>(&self, open: Open<'_, T, Top<'a>>) -> &'a mut [T] {
        let (place, len) = open.close();
        // SAFETY: 1. `open.close()` just kept the place for `len` values, and only this call uses it. 2. All `len`
        // values were written, and `open.close()` does not drop them. 3. The callers evaluate `check`.
        unsafe { self.finish(place, len) }
    }
}

bytes_in_use!(
    [S: Storage] DropScope<'_, S>,
    |this| this.scope.used(), this.scope.remaining_capacity(), this.scope.padding(),
    "Bytes of the region in use, including padding and the records of destructors. O(1).",
    "Free bytes of the region. O(1).",
    "Bytes in use that hold no value: alignment skipped them. O(1)."
);

/// An inner scope of `outer`. When this is dropped, it drops the values recorded in the scope and frees their memory.
struct Inner<'o, 'a, S: Storage> {
    outer: &'o mut DropScope<'a, S>,
    /// Where the newest record ended before the scope began.
    until: usize,
    /// What the region kept in use before the scope began.
    kept: (usize, usize),
}

impl<S: Storage> Inner<'_, '_, S> {
    fn scope(&mut self) -> DropScope<'_, S> {
        let records = self.outer.records;
        DropScope::new(Scope::new(self.outer.scope.end_mut().inner()), records)
    }
}

impl<S: Storage> Drop for Inner<'_, '_, S> {
    fn drop(&mut self) {
        let _free = FreeOnDrop { top: self.outer.scope.end(), kept: self.kept };
        // SAFETY: 1. `until` was the newest record when the scope began. The older ones belong to outer scopes, which
        // are borrowed, so none of them was dropped since. 2. What was recorded since was borrowed from the inner
        // scope, which has ended.
        unsafe { self.outer.records.drop_down_to(self.until) };
    }
}

/// Frees what came after a point when this is dropped, even if a destructor panicked.
struct FreeOnDrop<'t, 'a> {
    top: &'t Top<'a>,
    kept: (usize, usize),
}

impl Drop for FreeOnDrop<'_, '_> {
    fn drop(&mut self) {
        self.top.put_back(self.kept);
    }
}

/// Fails to compile for values that might be dropped at an address that is not aligned, because the region moved.
#[track_caller]
pub(super) const fn check<T, S: Storage>() {
    if core::mem::needs_drop::<T>() && size_of::<T>() != 0 {
        check_align::<T, S>("a value with a destructor");
    }
}
