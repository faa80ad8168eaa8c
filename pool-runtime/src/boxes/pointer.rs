//! What the pointers have in common, as macros: conversions to handles and addresses, the usage of the pool, and the
//! standard traits.

/// Writes the functions that return the handle of a pointer, take a pointer apart to its handle, and make it again.
/// `$until` says what holds until then, `$leaks` is the warning, and `$made` the pointer of a handle.
macro_rules! handles {
    ($pointer:ident, $spec:ident, $until:literal, $leaks:literal, |$handle:ident| $made:expr) => {
        impl<P: $spec> $pointer<P> {
            /// Returns the handle of the slot. Its [`index`](crate::Handle::index) tells objects apart, as an address
            /// would, and is the place in an array that says more about each object: `[Info; CAPACITY]`.
            #[inline]
            #[must_use]
            pub fn handle(this: &Self) -> crate::handle::Handle<P> {
                this.handle
            }

            /// Takes a box apart and returns its handle, a `Copy` token of the same size: for a queue between an
            /// interrupt handler and a task, for example.
            ///
            #[doc = concat!($until, " until [`from_handle`](Self::from_handle) makes it again.")]
            #[inline]
            #[must_use = $leaks]
            pub fn into_handle(this: Self) -> crate::handle::Handle<P> {
                core::mem::ManuallyDrop::new(this).handle
            }

            /// Makes the box again that [`into_handle`](Self::into_handle) took apart. O(1).
            ///
            /// A handle can go to any thread, whatever the item is. The box that is made of it cannot.
            ///
            /// # Safety
            ///
            /// The conditions of [`from_raw`](Self::from_raw), where `handle` names the slot of a box that was taken
            /// apart. It may come from anywhere: from [`handle`](Self::handle), or from its
            /// [bits](crate::Handle::from_bits). The box is made again once, however many copies of its handle there
            /// are.
            #[inline]
            #[must_use]
            pub unsafe fn from_handle($handle: crate::handle::Handle<P>) -> Self {
                $made
            }
        }
    };
}

/// Writes the functions for the addresses of an object that one box owns. `$until` and `$leaks` are those of
/// [`handles`].
macro_rules! addresses {
    ($pointer:ident, $spec:ident, $until:literal, $leaks:literal) => {
        impl<P: $spec> $pointer<P> {
            /// Returns a reference to the object that lasts for ever.
            ///
            #[doc = concat!($until, " until [`from_raw`](Self::from_raw) makes a box of it again, once nothing uses \
                             the reference any more, nor anything that was made from it.")]
            #[inline]
            #[must_use]
            pub fn leak(this: Self) -> &'static mut P::Item {
                // SAFETY: the box had the object in the slot, and nobody else has it. Definitions and their items are
                // `'static`.
                unsafe { &mut *Self::into_raw(this) }
            }

            /// Takes a box apart and returns the address of its object, for a DMA transfer or for code in C.
            ///
            #[doc = concat!($until, " until [`from_raw`](Self::from_raw) makes a box of it again. The pointer may be \
                             used like the result of [`as_mut_ptr`](Self::as_mut_ptr).")]
            #[inline]
            #[must_use = $leaks]
            pub fn into_raw(this: Self) -> *mut P::Item {
                let mut this = core::mem::ManuallyDrop::new(this);
                Self::as_mut_ptr(&mut this)
            }

            /// Returns the address of the object, for reading.
            ///
            /// It may be read until the box is dropped, as long as nobody changes the object.
            #[inline]
            #[must_use]
            pub fn as_ptr(this: &Self) -> *const P::Item {
                $crate::boxes::spec::slot(this.handle)
            }

            /// Returns the address of the object, for reading and writing until the box is dropped.
            #[inline]
            #[must_use]
            pub fn as_mut_ptr(this: &mut Self) -> *mut P::Item {
                $crate::boxes::spec::slot(this.handle)
            }
        }
    };
}

/// Writes the sizes of a pool of boxes, and the functions for its current and peak use, for boxes that leave their
/// slots to `PoolBox`. `$more` are the bytes of their own static.
macro_rules! usage_of_the_pool {
    ($pointer:ident, $spec:ident, $slots:literal, $more:expr) => {
        /// # Sizes as constants
        impl<P: $spec> $pointer<P> {
            /// The number of objects that boxes can have at the same time.
            pub const CAPACITY: usize = PoolBox::<P>::CAPACITY;

            /// Bytes of a box: 1 to 4.
            pub const BOX_BYTES: usize = size_of::<Self>();

            /// The most free slots that each thread keeps for itself: see [`PoolBox::CACHE`].
            pub const CACHE: usize = PoolBox::<P>::CACHE;

            /// Bytes of the free slots, the usage and the counts: everything except the objects.
            pub const BOOKKEEPING_BYTES: usize = PoolBox::<P>::BOOKKEEPING_BYTES + $more;

            /// Bytes of the statics, without the free slots that threads keep.
            #[doc(alias = "allocated_bytes")]
            pub const TOTAL_BYTES: usize = PoolBox::<P>::TOTAL_BYTES + $more;
        }

        /// # Usage and leaks
        ///
        #[doc = $slots]
        impl<P: $spec> $pointer<P> {
            /// Returns the number of slots in use, as [`PoolBox::len`] does. O(1).
            ///
            /// # Panics
            ///
            /// Panics as [`PoolBox::len`] does. So do the functions below, except `live_sites` and
            /// `flush_thread_cache`.
            #[must_use]
            pub fn len() -> usize {
                PoolBox::<P>::len()
            }

            /// Returns the largest number of slots in use at once, as [`PoolBox::high_water_mark`] does. O(1).
            #[must_use]
            pub fn high_water_mark() -> usize {
                PoolBox::<P>::high_water_mark()
            }

            /// Returns how often a box was refused because no slot was free, as [`PoolBox::full_count`] does.
            /// O(1).
            #[must_use]
            pub fn full_count() -> u64 {
                PoolBox::<P>::full_count()
            }

            /// Returns all figures at once. O(1).
            #[must_use]
            pub fn stats() -> crate::base::stats::Stats {
                Self::with_bytes(PoolBox::<P>::stats())
            }

            /// The figures of `PoolBox`, with the bytes of this type.
            pub(super) fn with_bytes(stats: crate::base::stats::Stats) -> crate::base::stats::Stats {
                crate::base::stats::Stats {
                    total_bytes: Self::TOTAL_BYTES,
                    bookkeeping_bytes: Self::BOOKKEEPING_BYTES,
                    ..stats
                }
            }

            /// Returns the lines of code that made the boxes, as [`PoolBox::live_sites`] does.
            #[doc(alias = "leaks")]
            #[must_use]
            pub fn live_sites() -> crate::track::LiveSites<'static> {
                PoolBox::<P>::live_sites()
            }

            /// Gives back the free slots that this thread keeps for itself, as [`PoolBox::flush_thread_cache`] does.
            /// O(1).
            pub fn flush_thread_cache() {
                PoolBox::<P>::flush_thread_cache();
            }
        }
    };
}

/// Implements the standard traits that a pointer has through its object, as `Box`, `Rc` and `Arc` have them: for a
/// pointer with `as_ptr`, `Deref`, and a second parameter that is the item.
macro_rules! traits_of_the_object {
    ($pointer:ident, $spec:ident) => {
        // SAFETY: the pointer is a transparent struct around a handle. So zero bytes are the `None` of an `Option` of
        // it where they are that of an `Option` of the handle.
        unsafe impl<P: $spec> bytemuck::ZeroableInOption for $pointer<P> where
            $crate::handle::Handle<P>: bytemuck::ZeroableInOption
        {
        }

        impl<P: $spec> AsRef<P::Item> for $pointer<P> {
            #[inline]
            fn as_ref(&self) -> &P::Item {
                self
            }
        }

        // `Borrow` asks that the object is not itself a pointer of this type. rustc sees that by the parameter `T`.
        impl<P: $spec<Item = T>, T> core::borrow::Borrow<T> for $pointer<P, T> {
            #[inline]
            fn borrow(&self) -> &T {
                self
            }
        }

        impl<P: $spec> core::fmt::Pointer for $pointer<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Pointer::fmt(&Self::as_ptr(self), f)
            }
        }

        impl<P: $spec<Item: core::fmt::Debug>> core::fmt::Debug for $pointer<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                (**self).fmt(f)
            }
        }

        #[cfg(feature = "defmt")]
        impl<P: $spec<Item: defmt::Format>> defmt::Format for $pointer<P> {
            fn format(&self, f: defmt::Formatter<'_>) {
                // Not by calling its `format`: that of a derived impl panics.
                defmt::write!(f, "{}", **self);
            }
        }

        impl<P: $spec<Item: core::fmt::Display>> core::fmt::Display for $pointer<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                (**self).fmt(f)
            }
        }

        impl<P: $spec<Item: PartialEq>> PartialEq for $pointer<P> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                **self == **other
            }
        }

        impl<P: $spec<Item: Eq>> Eq for $pointer<P> {}

        impl<P: $spec<Item: PartialOrd>> PartialOrd for $pointer<P> {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                (**self).partial_cmp(&**other)
            }
        }

        impl<P: $spec<Item: Ord>> Ord for $pointer<P> {
            #[inline]
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                (**self).cmp(&**other)
            }
        }

        impl<P: $spec<Item: core::hash::Hash>> core::hash::Hash for $pointer<P> {
            #[inline]
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                (**self).hash(state);
            }
        }

        impl<P: $spec<Item: core::error::Error>> core::error::Error for $pointer<P> {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                (**self).source()
            }
        }
    };
}

/// Implements the further traits of a box that is the only owner of its object.
macro_rules! traits_of_an_owner {
    ($pointer:ident, $spec:ident) => {
        /// The object does not move when the box moves.
        impl<P: $spec> Unpin for $pointer<P> {}

        impl<P: $spec> AsMut<P::Item> for $pointer<P> {
            #[inline]
            fn as_mut(&mut self) -> &mut P::Item {
                self
            }
        }

        impl<P: $spec<Item = T>, T> core::borrow::BorrowMut<T> for $pointer<P, T> {
            #[inline]
            fn borrow_mut(&mut self) -> &mut T {
                self
            }
        }
    };
}

pub(super) use {addresses, handles, traits_of_an_owner, traits_of_the_object, usage_of_the_pool};
