//! Scopes whose values are dropped.

#![expect(unsafe_code, reason = "values are made in memory that was cut off, and recorded")]

use super::drop_place::{Made, Open, Place};
use super::end::{End, Top};
use super::records::Records;
use super::scope::Scope;
use super::storage::{Storage, check_align};
use crate::base::full::Full;
use core::fmt;
use core::marker::PhantomData;

/// Allocates from a [`DropLinear`](super::DropLinear) that is borrowed for `'a`: as a [`Scope`], and the destructors of its
/// values run when the region takes the memory back.
///
/// Nothing here waits for memory: all is O(1), but for writing what was asked for.
///
/// A scope stays in its thread; its values need not:
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

impl<S: Storage> fmt::Debug for DropScope<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DropScope(..)")
    }
}

impl<'a, S: Storage> DropScope<'a, S> {
    #[inline]
    pub(super) fn new(scope: Scope<'a>, records: Records<'a>) -> Self {
        DropScope { scope, records, storage: PhantomData }
    }

    /// A scope that borrows an inner one's memory: when `work` returns, or panics, everything allocated by it is dropped,
    /// newest first, and free again. They nest freely. O(values with destructors), and `work`.
    ///
    /// What is allocated inside cannot leave, nor be kept by forgetting the inner scope.
    ///
    /// # Panics
    ///
    /// When a destructor does: after those of all other values of the inner scope ran, and with its memory free. Where
    /// `work` panicked already, that aborts the program.
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
    pub fn scope<R>(&mut self, work: impl FnOnce(DropScope<'_, S>) -> R) -> R {
        // In here, and not in the scope that `work` gets, for that one may be forgotten.
        let mut inner = Inner { until: self.records.newest(), kept: self.scope.end().kept(), outer: self };
        let result = work(inner.scope());
        // Now: where a destructor panics, the result is dropped too.
        drop(inner);
        result
    }

    /// Allocates what needs no dropping, with no record, and of any lifetime.
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

    /// Puts a value in the region.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value.
    #[inline]
    pub fn alloc<T: Send + 'static>(&self, value: T) -> Result<&'a mut T, Full<T>> {
        const { check::<T, S>() };
        match self.place::<T>(1) {
            Some(place) => {
                // SAFETY: it was just cut off for one, for this call alone.
                unsafe { place.values.write(value) };
                // SAFETY: 1. it was just cut off, and is used here alone. 2. one was just written. 3. above.
                Ok(unsafe { self.finish_one(place) })
            }
            None => Err(Full(value)),
        }
    }

    /// Makes a value in the region: not at all where there is no room for it. (The place is cut off first, so that `make`
    /// can allocate too; where it panics, the place is lost until the region is reset.) What `make` allocates is older than
    /// the value.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    #[inline]
    pub fn alloc_with<T: Send + 'static>(&self, make: impl FnOnce() -> T) -> Result<&'a mut T, Full> {
        const { check::<T, S>() };
        let place = self.place::<T>(1).ok_or(Full(()))?;
        let value = make();
        // SAFETY: it was cut off for one, for this call alone.
        unsafe { place.values.write(value) };
        // SAFETY: 1. it was cut off above, and is used here alone. 2. one was just written. 3. above.
        Ok(unsafe { self.finish_one(place) })
    }

    /// Makes a slice of `len` values, `make(index)` each. Where it panics, those before are dropped. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room: then `make` was not called.
    #[inline]
    pub fn alloc_slice_fill_with<T: Send + 'static>(
        &self,
        len: usize,
        mut make: impl FnMut(usize) -> T,
    ) -> Result<&'a mut [T], Full> {
        const { check::<T, S>() };
        let place = self.place::<T>(len).ok_or(Full(()))?;
        let mut made = Made::new(place.values);
        for index in 0..len {
            let value = make(index);
            // SAFETY: 1. the place is that of `len` values.
            unsafe { made.push(value) };
        }
        made.finish();
        // SAFETY: 1. it was cut off above, and is used here alone. 2. so many were written. 3. above.
        Ok(unsafe { self.finish(place, len) })
    }

    /// Makes a slice of what an iterator yields, however much that is. Where it panics, those before are dropped. O(length).
    ///
    /// While the iterator runs it has all of the room: what it allocates from this scope itself finds none.
    ///
    /// # Errors
    ///
    /// [`Full`] with the slice of those that found room, and the first that did not. Pass `&mut iterator` to keep the rest.
    pub fn alloc_iter<T, I>(&self, values: I) -> Result<&'a mut [T], Full<(&'a mut [T], T)>>
    where
        T: Send + 'static,
        I: IntoIterator<Item = T>,
    {
        const { check::<T, S>() };
        let values = values.into_iter();
        let mut open = Open::<T>::new(self.scope.end());
        for value in values {
            if let Err(value) = open.push(value) {
                self.scope.end().note_full();
                return Err(Full((self.close(open), value)));
            }
        }
        Ok(self.close(open))
    }

    /// Bytes of the region in use, records and those that alignment left unused among them. O(1).
    #[inline]
    #[must_use]
    pub fn used(&self) -> usize {
        self.scope.used()
    }

    /// Bytes that are free. O(1).
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.scope.remaining_capacity()
    }

    /// Bytes in use that alignment left unused. O(1).
    #[inline]
    #[must_use]
    pub fn padding(&self) -> usize {
        self.scope.padding()
    }

    /// The place of `len` values.
    #[inline]
    fn place<T>(&self, len: usize) -> Option<Place<T>> {
        let Some(layout) = Place::<T>::layout(len) else {
            // More than any memory.
            self.scope.end().note_full();
            return None;
        };
        if layout.size() == 0 {
            return Some(Place::EMPTY);
        }
        let start = self.scope.end().cut(layout)?;
        // SAFETY: 1. that is the layout.
        Some(unsafe { Place::new(start, len) })
    }

    /// Records the values at their place.
    ///
    /// # Safety
    ///
    /// 1. The place was cut off this scope's region for `len` values, and nobody else uses it.
    /// 2. They are there, and nobody else drops them.
    /// 3. [`check`] passes: what users call evaluates it, so that the error names their line.
    #[inline]
    unsafe fn finish<T: Send + 'static>(&self, place: Place<T>, len: usize) -> &'a mut [T] {
        if Place::<T>::record_bytes(len) != 0 {
            // SAFETY: 1. the place has room for a record behind the values. 2. promised by the caller; the memory stays in
            // use, by `keep`, until the values are dropped. 3. by 3., the region is aligned as they are wherever it moves, or
            // its storage does not move.
            unsafe { self.records.push::<T>(place.record, len) };
            self.scope.end().keep();
        }
        // SAFETY: 1. and 2.: the values are there, aligned, and nobody else's while the region is borrowed.
        unsafe { core::slice::from_raw_parts_mut(place.values.as_ptr(), len) }
    }

    /// Records the value at its place.
    ///
    /// # Safety
    ///
    /// 1. The place was cut off this scope's region for one value, and nobody else uses it.
    /// 2. It is there, and nobody else drops it.
    /// 3. [`check`] passes.
    #[inline]
    unsafe fn finish_one<T: Send + 'static>(&self, place: Place<T>) -> &'a mut T {
        // SAFETY: 1. to 3.
        let values = unsafe { self.finish(place, 1) };
        &mut values[0]
    }

    /// The slice; what it does not need is given back.
    fn close<T: Send + 'static>(&self, open: Open<'_, 'a, T>) -> &'a mut [T] {
        let (place, len) = open.close();
        // SAFETY: 1. it was just cut off, for this call alone. 2. so many were written, and `close` does not drop them.
        // 3. the callers evaluate it.
        unsafe { self.finish(place, len) }
    }
}

/// An inner scope of `outer`. Dropped, it drops what was recorded in it and frees its memory.
struct Inner<'o, 'a, S: Storage> {
    outer: &'o mut DropScope<'a, S>,
    /// The newest record before.
    until: usize,
    /// What the region kept before.
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
        // SAFETY: 1. it was the newest when the scope began, and what is older belongs to scopes that are borrowed. 2. what
        // was recorded since was borrowed of the inner scope, which is over.
        unsafe { self.outer.records.drop_down_to(self.until) };
    }
}

/// Frees what came after, also where a destructor panicked.
struct FreeOnDrop<'t, 'a> {
    top: &'t Top<'a>,
    kept: (usize, usize),
}

impl Drop for FreeOnDrop<'_, '_> {
    fn drop(&mut self) {
        self.top.put_back(self.kept);
    }
}

/// Fails to compile for values that would be dropped where they are not aligned: wherever the region is by then.
#[track_caller]
const fn check<T, S: Storage>() {
    if core::mem::needs_drop::<T>() && size_of::<T>() != 0 {
        check_align::<T, S>("a value with a destructor");
    }
}
