//! Values that are made by closures that can fail, and clones of slices.
//!
//! The place of a value is cut off before the closure runs, so that the closure can allocate too. If it returns an
//! error, the place is freed, unless the closure allocated something beyond it that is still in use.

#![expect(unsafe_code, reason = "values are made in memory that was cut off")]

use super::drop_scope::{self, DropScope};
use super::end::End;
use super::no_drop::{self, NoDrop};
use super::open::{Made, Place, slice};
use super::scope::Scope;
use super::storage::Storage;
use crate::base::full::Full;

/// Where an end was before a piece was cut off, and how many bytes were in use right after that.
struct Undo {
    used: usize,
    padding: usize,
    after: usize,
}

impl Undo {
    /// Calls `cut`, which cuts a piece off this end.
    #[inline]
    fn around<E: End, T>(end: &E, cut: impl FnOnce() -> Option<T>) -> Result<(T, Undo), Full> {
        let (used, padding) = (end.used(), end.padding());
        let place = cut().ok_or_else(|| end.full(()))?;
        Ok((place, Undo { used, padding, after: end.used() }))
    }

    /// Gives the piece back, if nothing beyond it is in use. It stays cut off otherwise.
    ///
    /// # Safety
    ///
    /// 1. [`around`](Undo::around) made this, for the same `end`.
    /// 2. The piece is not used any more. Nobody except the caller ever had its address.
    #[cold]
    unsafe fn give_back<E: End>(&self, end: &E) {
        // A piece without bytes was not cut off. The pieces before it can have been freed since.
        if self.used < self.after && end.used() == self.after {
            // SAFETY: 1. Both values were read from this end before the piece was cut off: 1. of `give_back`. 2. The
            // piece is not used any more: 2. of `give_back`. Whatever else was cut off since lay beyond it, because the
            // end was never below `after`. Without a mutable borrow of the region, which `end` excludes, an end moves
            // back in three ways: `resize_last` needs the address of the last piece, which nobody else had of this one;
            // `settle` gives back a rest, which began at or beyond `after`; and this call of `fall`, in a closure's own
            // call of the method, goes back to where the end was then. A piece beyond that is still in use keeps the
            // end above `after`. It is at `after`, so there is none.
            unsafe { end.fall(self.used, self.padding) };
        }
    }
}

/// The values of a scope that closures make which can fail. `$bound` is what a value has to be, and `$check` checks the
/// rest.
macro_rules! values_or_errors {
    ([$($generics:tt)*] $scope:ty, $region:ident, [$($bound:tt)+], $check:expr) => {
        /// # Values from closures that can fail
        ///
        /// The results are nested: the outer error is [`Full`], the inner one is that of the closure. `??` passes on
        /// both.
        impl<$($generics)*> $scope {
            /// Makes a value in the region with a closure that can fail. O(1), plus `make`.
            ///
            /// If `make` returns an error, its place is free again, unless `make` allocated something that is still in
            /// use. If `make` panics, the place is lost until the region is reset.
            ///
            /// ```
            #[doc = concat!("use stackpool::region::{Inline, ", stringify!($region), "};")]
            ///
            #[doc = concat!("let mut memory = ", stringify!($region), "::<Inline<1024>>::new();")]
            /// let scope = memory.enter();
            /// let mut parse = |text: &str| scope.alloc_try_with(|| text.parse::<u32>());
            /// assert_eq!(parse("17"), Ok(Ok(&mut 17)));
            /// assert!(parse("seventeen")?.is_err());
            /// assert_eq!(scope.used(), 4);
            /// # Ok::<(), stackpool::Full>(())
            /// ```
            ///
            /// # Errors
            ///
            /// [`Full`] if there is no room; `make` is not called then. `Ok(Err(..))` with the error of `make`.
            #[doc(alias = "try_alloc_try_with")]
            #[inline]
            pub fn alloc_try_with<T: $($bound)+, R>(
                &self,
                make: impl FnOnce() -> Result<T, R>,
            ) -> Result<Result<&'a mut T, R>, Full> {
                const { $check };
                let end = self.plain().end();
                let (place, undo) = Undo::around(end, || self.room::<T>(1))?;
                match make() {
                    Ok(value) => {
                        // SAFETY: `room` cut the place off for one value of this type, aligned for it; it is dangling
                        // and aligned for a type without bytes. A piece belongs to the one who cut it off, and `make`
                        // did not get its address.
                        unsafe { place.values.write(value) };
                        // SAFETY: 1. `room` cut the place off this scope's region, for one value, and only this call
                        // has its address. 2. The value was written by the line above, which took it, so nothing else
                        // drops it. 3. The first line of this method evaluates the check.
                        let values = unsafe { self.finish(place, 1) };
                        Ok(Ok(&mut values[0]))
                    }
                    Err(error) => {
                        // SAFETY: 1. `around` got this end above. 2. `make` did not get the address of the place, and
                        // this call uses it no more.
                        unsafe { undo.give_back(end) };
                        Ok(Err(error))
                    }
                }
            }

            /// Makes a slice of `len` values, each one with `make(index)`, until `make` fails. O(length).
            ///
            /// If `make` returns an error or panics, the values made so far are dropped. After an error, the memory of
            /// the slice is free again, as for [`alloc_try_with`](Self::alloc_try_with).
            ///
            /// ```
            #[doc = concat!("use stackpool::region::{Inline, ", stringify!($region), "};")]
            ///
            #[doc = concat!("let mut memory = ", stringify!($region), "::<Inline<1024>>::new();")]
            /// let scope = memory.enter();
            /// let fields = ["1", "2", "x"];
            /// let numbers = scope.alloc_slice_try_fill_with(2, |index| fields[index].parse::<u8>())??;
            /// assert_eq!(numbers, [1, 2]);
            /// assert!(scope.alloc_slice_try_fill_with(3, |index| fields[index].parse::<u8>())?.is_err());
            /// assert_eq!(scope.used(), 2);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            ///
            /// # Errors
            ///
            /// [`Full`] if there is no room; `make` is not called then. `Ok(Err(..))` with the error of `make`.
            #[doc(alias = "try_alloc_slice_try_fill_with")]
            #[inline]
            pub fn alloc_slice_try_fill_with<T: $($bound)+, R>(
                &self,
                len: usize,
                mut make: impl FnMut(usize) -> Result<T, R>,
            ) -> Result<Result<&'a mut [T], R>, Full> {
                const { $check };
                let end = self.plain().end();
                let (place, undo) = Undo::around(end, || self.room::<T>(len))?;
                let mut made = Made::new(place.values);
                for index in 0..len {
                    match make(index) {
                        // SAFETY: 1. `room` cut the place off for `len` values, aligned, and only this call has its
                        // address. `made` has `index` values, one of each turn before, which is fewer than `len`.
                        Ok(value) => unsafe { made.push(value) },
                        Err(error) => {
                            drop(made);
                            // SAFETY: 1. `around` got this end above. 2. `make` did not get the address of the place.
                            // The values there were dropped with `made`, and this call uses it no more.
                            unsafe { undo.give_back(end) };
                            return Ok(Err(error));
                        }
                    }
                }
                made.finish();
                // SAFETY: 1. `room` cut the place off this scope's region, for `len` values, and only this call has its
                // address. 2. Each turn of the loop wrote one of them, or returned. `made.finish()` gave them up, so
                // nothing else drops them. 3. The first line of this method evaluates the check.
                Ok(Ok(unsafe { self.finish(place, len) }))
            }
        }
    };
}

values_or_errors!(['a, E: End] Scope<'a, E>, Linear, [NoDrop], no_drop::check::<T>());
values_or_errors!(['a, S: Storage] DropScope<'a, S>, DropLinear, [Send + 'static], drop_scope::check::<T, S>());

impl<'a, E: End> Scope<'a, E> {
    /// Clones the values of a slice into the region. O(length), plus the clones.
    ///
    /// It is for types that are [`NoDrop`] and `Clone`, but not `Copy`.
    /// [`alloc_slice_copy`](Scope::alloc_slice_copy) copies the bytes at once.
    ///
    /// ```
    /// use stackpool::region::{Inline, Linear, NoDrop};
    ///
    /// #[derive(Clone)]
    /// struct Walk {
    ///     steps: core::ops::Range<u32>,
    /// }
    ///
    /// impl NoDrop for Walk {}
    ///
    /// let mut memory = Linear::<Inline<1024>>::new();
    /// let scope = memory.enter();
    /// let walks = scope.alloc_slice_clone(&[Walk { steps: 0..4 }, Walk { steps: 4..9 }])?;
    /// assert_eq!(walks[1].steps.next(), Some(4));
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room; nothing is cloned then.
    #[doc(alias = "try_alloc_slice_clone")]
    #[inline]
    pub fn alloc_slice_clone<T: NoDrop + Clone>(&self, values: &[T]) -> Result<&'a mut [T], Full> {
        const { no_drop::check::<T>() };
        // SAFETY: values are made for the indices below the length.
        self.alloc_slice_fill_with(values.len(), |index| unsafe { values.get_unchecked(index) }.clone())
    }

    /// This scope, as [`DropScope::plain`] returns one.
    #[inline]
    fn plain(&self) -> &Self {
        self
    }

    /// The place for `len` values.
    #[inline]
    fn room<T>(&self, len: usize) -> Option<Place<T>> {
        Some(Place { values: self.places(len)?, ..Place::EMPTY })
    }

    /// The values at a place.
    ///
    /// # Safety
    ///
    /// 1. The place was cut off this scope's region for `len` values, and nothing else uses it.
    /// 2. All `len` values are written, and nothing else drops them.
    /// 3. `T` needs no dropping.
    #[inline]
    unsafe fn finish<T: NoDrop>(&self, place: Place<T>, len: usize) -> &'a mut [T] {
        // SAFETY: 1. By 1. of `finish`, the place was cut off for `len` values, aligned for them, and nothing else uses
        // it. It stays valid for as long as the region is borrowed, which is `'a`. 2. By 2. of `finish`.
        unsafe { slice(place.values, len) }
    }
}

impl<'a, S: Storage> DropScope<'a, S> {
    /// Clones the values of a slice into the region. O(length), plus the clones.
    ///
    /// If a clone panics, the clones before it are dropped.
    ///
    /// ```
    /// use stackpool::region::{DropLinear, Inline};
    ///
    /// let mut memory = DropLinear::<Inline<1024>>::new();
    /// let names = [String::from("wolf"), String::from("bear")];
    /// let clones = memory.enter().alloc_slice_clone(&names)?;
    /// assert_eq!(clones, names);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room; nothing is cloned then.
    #[doc(alias = "try_alloc_slice_clone")]
    #[inline]
    pub fn alloc_slice_clone<T: Clone + Send + 'static>(&self, values: &[T]) -> Result<&'a mut [T], Full> {
        const { drop_scope::check::<T, S>() };
        // SAFETY: values are made for the indices below the length.
        self.alloc_slice_fill_with(values.len(), |index| unsafe { values.get_unchecked(index) }.clone())
    }
}
