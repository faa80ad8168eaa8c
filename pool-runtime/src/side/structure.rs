//! What lists, trees and queues of handles have in common: they are made of zero bytes, and of parts that are copied,
//! compared and moved to the heap.

#![expect(unsafe_code, reason = "zero bytes are an empty structure")]

#[cfg(feature = "serde")]
mod serde;

use super::handle_list::{HandleList, ListParts};
use super::handle_lists::{HandleLists, ListsParts};
use super::handle_map::EmptyOnUnwind;
use super::handle_queue::{HandleQueue, QueueParts};
use super::handle_tree::{HandleTree, TreeParts};
#[cfg(feature = "alloc")]
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed};
#[cfg(feature = "alloc")]
use crate::base::zeroed::ZeroedBytes;
use crate::body::changes::Change;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
#[cfg(feature = "alloc")]
use crate::layout::spec::check;
use bytemuck::Zeroable;

/// `$map` are the numbers of the parts that are maps.
macro_rules! structures {
    ($(
        $Structure:ident<$($P:ident),+ $(; $K:ident)?>: $Parts:ident, $objects:ident, [$($map:tt),+], $count:literal;
    )*) => {$(
        /// Zero bytes are an empty structure.
        // SAFETY: it is a tuple of maps, and in some structures of numbers. Zero bytes are empty maps, and zeros.
        unsafe impl<$($P: PoolSpec),+ $(, $K)?> Zeroable for $Structure<$($P),+ $(, $K)?> {}

        impl<$($P: PoolSpec),+ $(, $K)?> $Structure<$($P),+ $(, $K)?> {
            /// The size in bytes.
            pub const TOTAL_BYTES: usize = size_of::<Self>();

            #[doc = concat!("Returns how many objects are in it", $count, ". O(1).")]
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                self.$objects().len()
            }

            /// Returns whether no object is in it. O(1).
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.$objects().is_empty()
            }

            /// Returns whether the object is in it. `false` for a stale handle. O(1).
            #[inline]
            #[must_use]
            pub fn contains(&self, object: Handle<P>) -> bool {
                self.$objects().contains(object)
            }

            /// Returns the object of the slot of a change that is in it and ended: the slot is free now, or has an
            /// object with another handle. O(1).
            ///
            /// See [`HandleMap::take_ended`](crate::HandleMap::take_ended), also for handles that repeat.
            ///
            /// ```
            /// # use stackpool::{HandleList, pool};
            /// # pool! { Units: [u32; 1_000], changes; }
            /// # let mut units = UnitsPool::new();
            /// # let mut list = HandleList::<Units>::new();
            /// # for health in [10, 20, 30] { list.push_back(units.insert(health).unwrap()); }
            /// units.retain(|_unit, health| *health > 10);
            /// for change in units.take_changed() {
            ///     if let Some(unit) = list.ended(&change) {
            ///         list.remove(unit);
            ///     }
            /// }
            /// assert_eq!(list.len(), 2);
            /// ```
            #[must_use]
            pub fn ended<T>(&self, change: &Change<P, T>) -> Option<Handle<P>> {
                change.ended(self.$objects().handle_at(change.index()))
            }

            /// The parts, as they are saved.
            pub(crate) fn parts(&self) -> &$Parts<$($P),+ $(, $K)?> {
                &self.parts
            }
        }

        // SAFETY: 1. It is `Zeroable`: zero bytes are an empty structure. 2. The number of bytes is its size.
        #[cfg(feature = "alloc")]
        unsafe impl<$($P: PoolSpec),+ $(, $K)?> StartsZeroed for $Structure<$($P),+ $(, $K)?> {
            const ZEROED: ZeroedBytes = ZeroedBytes::at_start(size_of::<Self>());
            const CHECK: () = { $(check::<$P>());+ };
        }

        /// # On the heap
        #[cfg(feature = "alloc")]
        impl<$($P: PoolSpec),+ $(, $K)?> $Structure<$($P),+ $(, $K)?> {
            /// Makes an empty structure on the heap, in one zeroed allocation. It never crosses the call stack.
            ///
            /// Aborts if there is no memory, through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
            /// `Box::new` does.
            #[must_use]
            pub fn on_heap() -> Heap<Self> {
                Heap::empty()
            }
        }

        impl<$($P: PoolSpec),+ $(, $K)?> Default for $Structure<$($P),+ $(, $K)?> {
            /// Returns [`new`](Self::new): a value that crosses the call stack.
            fn default() -> Self {
                Self::new()
            }
        }

        /// [`clone`](Clone::clone) makes a value that crosses the call stack. In a `Heap`, it is cloned there.
        /// [`clone_from`](Clone::clone_from) works in place.
        impl<$($P: PoolSpec),+ $(, $K: Clone)?> Clone for $Structure<$($P),+ $(, $K)?> {
            fn clone(&self) -> Self {
                // The memory of a structure begins as zero bytes.
                let mut clone = Self::new();
                clone.clone_from(self);
                $(clone.parts.$map.copy_changes(&self.parts.$map);)+
                clone
            }

            fn clone_from(&mut self, source: &Self) {
                self.clear();
                let unloaded = EmptyOnUnwind(&mut self.parts.0);
                unloaded.0.clone_from(&source.parts.0);
                core::mem::forget(unloaded);
                self.parts.1.clone_from(&source.parts.1);
            }
        }

        #[cfg(feature = "alloc")]
        impl<$($P: PoolSpec),+ $(, $K: Clone)?> CloneOnHeap for $Structure<$($P),+ $(, $K)?> {
            fn clone_on_heap(&self) -> Heap<Self> {
                let mut clone = Self::on_heap();
                (*clone).clone_from(self);
                $(clone.parts.$map.copy_changes(&self.parts.$map);)+
                clone
            }
        }

        /// Two are equal if they have the same handles in the same order, and under equal keys if there are keys.
        impl<$($P: PoolSpec),+ $(, $K: PartialEq)?> PartialEq for $Structure<$($P),+ $(, $K)?> {
            fn eq(&self, other: &Self) -> bool {
                self.parts == other.parts
            }
        }

        impl<$($P: PoolSpec),+ $(, $K: Eq)?> Eq for $Structure<$($P),+ $(, $K)?> {}
    )*};
}

structures! {
    HandleList<P>: ListParts, members, [0], "";
    HandleLists<Owner, P>: ListsParts, members, [0, 1],
        ", in all lists together (`lists.iter(owner).count()` is O(members) for one list)";
    HandleTree<P>: TreeParts, nodes, [0], "";
    HandleQueue<P; K>: QueueParts, nodes, [0], "";
}

/// Lends the parts of structures whose keys run no code.
macro_rules! parts_mut {
    ($($Structure:ident<$($P:ident),+>: $Parts:ident;)*) => {$(
        impl<$($P: PoolSpec),+> $Structure<$($P),+> {
            /// The parts, to restore them.
            pub(crate) fn parts_mut(&mut self) -> &mut $Parts<$($P),+> {
                &mut self.parts
            }
        }
    )*};
}

parts_mut! {
    HandleList<P>: ListParts;
    HandleLists<Owner, P>: ListsParts;
    HandleTree<P>: TreeParts;
}
