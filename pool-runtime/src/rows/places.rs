//! The places of objects, and the order of those of a dense pool: see [`seats`](crate::seats).

#![expect(unsafe_code, reason = "the callers know which slots have objects")]

use super::Rows;
use crate::changes::Changes;
use crate::free::FreeSlots;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::seats::{Gap, Seats};
use core::cmp::Ordering;

impl<L: Layout> Rows<L> {
    /// The place of the object of a slot.
    ///
    /// # Safety
    ///
    /// 1. The slot is live (without a guard: it is below the capacity).
    #[inline(always)]
    pub(crate) unsafe fn place_of(&self, index: usize) -> usize {
        if L::Seats::ARE_DENSE {
            // SAFETY: 1. a live slot of a dense pool has a seat (`rows`).
            return unsafe { self.seats.place_of(index) };
        }
        index
    }

    /// The slot of the object at a place.
    ///
    /// # Safety
    ///
    /// 1. The place has an object, or had one until [`release_last`](Rows::release_last) released its slot.
    #[inline(always)]
    pub(crate) unsafe fn slot_at(&self, place: usize) -> usize {
        if L::Seats::ARE_DENSE {
            // SAFETY: 1. the places of objects are taken. `release_last` takes no place away.
            return unsafe { self.seats.slot_at(&self.free, place) };
        }
        place
    }

    /// The handle of the object at a place.
    ///
    /// # Safety
    ///
    /// 1. The place has an object.
    #[inline(always)]
    pub(crate) unsafe fn handle_from<P: PoolSpec<Layout = L>>(&self, place: usize) -> Handle<P> {
        // SAFETY: 1. the caller promises that the place has an object.
        let index = unsafe { self.slot_at(place) };
        // SAFETY: 1. the slot of an object is live, so it is below the capacity and not retired.
        unsafe { self.handle_of(index) }
    }

    /// The handle of the object at a place; `None` if it has none, or is beyond the capacity.
    #[inline]
    pub(crate) fn handle_at_place<P: PoolSpec<Layout = L>>(&self, place: usize) -> Option<Handle<P>> {
        if const { !L::Seats::ARE_DENSE } {
            return self.handle_at(place);
        }
        if place >= self.seats.taken() {
            return None;
        }
        // SAFETY: 1. the first places of a dense pool have objects, as many as are taken.
        Some(unsafe { self.handle_from(place) })
    }

    /// The place of the next object, which will have the slot at `index`.
    #[inline(always)]
    pub(crate) fn next_place(&self, index: usize) -> usize {
        if L::Seats::ARE_DENSE { self.seats.taken() } else { index }
    }

    /// Takes the places of a dense pool away, and keeps the order of its objects.
    ///
    /// # Safety
    ///
    /// 1. All slots are released next, before the rows are used for anything else: the live ones have no places.
    pub(crate) unsafe fn keep_order(&mut self) {
        self.seats.keep_order(&self.free);
    }

    /// The end of the places of objects: from there on, no place has an object.
    #[inline(always)]
    pub(crate) fn end_of_places(&self) -> u32 {
        if L::Seats::ARE_DENSE { self.seats.taken() as u32 } else { self.fresh() }
    }
}

/// Objects move. The caller moves those in the store.
impl<L: Layout> Rows<L> {
    /// Takes the place of a slot of a dense pool away, and gives it to the slot of the last place.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live, and is released before the rows are used again.
    /// 2. The caller takes or drops its object, and moves the one at the last place to its place.
    #[inline(always)]
    pub(crate) unsafe fn unseat(&mut self, index: usize) -> Gap {
        // SAFETY: 1. a live slot has a seat (`rows`). 2. the caller promises the same condition.
        let gap = unsafe { self.seats.unseat(&mut self.free, index) };
        if L::Moved::ARE_NOTED && gap.place != gap.last {
            // SAFETY: 1. the slot of the last place has this one now, which is below the last and so still taken.
            self.moved.add(unsafe { self.slot_at(gap.place) });
        }
        gap
    }

    /// Gives the slot of an object the place of a removed one, whose slot is behind it from now on: see
    /// [`Seats::close_up`].
    ///
    /// # Safety
    ///
    /// 1. The pool is dense. Both places are taken, and `to` is before `from`. The slots whose objects are gone are
    ///    [released](Rows::release) after [`unseat_last`](Rows::unseat_last), before the rows are used in another way.
    /// 2. The caller moves the object too.
    #[inline]
    pub(crate) unsafe fn close_up(&mut self, from: usize, to: usize) {
        // SAFETY: 1. and 2. the caller promises the same conditions.
        unsafe { self.seats.close_up(&mut self.free, from, to) };
        if L::Moved::ARE_NOTED {
            // SAFETY: 1. the place has an object.
            self.moved.add(unsafe { self.slot_at(to) });
        }
    }

    /// Takes away the last place, whose object is gone, and returns its slot.
    ///
    /// # Safety
    ///
    /// 1. The pool is dense, and a place is taken. The objects that stay are at places before the last one.
    /// 2. The slot is released next.
    #[inline]
    pub(crate) unsafe fn unseat_last(&mut self) -> usize {
        // SAFETY: 1. the caller promises the same condition.
        unsafe { self.seats.unseat_last(&self.free) }
    }

    /// Swaps the slots of two places.
    ///
    /// # Safety
    ///
    /// 1. The pool is dense, and both are places of objects.
    /// 2. The caller swaps the objects too.
    pub(crate) unsafe fn swap(&mut self, a: usize, b: usize) {
        // SAFETY: 1. the caller promises places of objects, which are taken. 2. the caller promises the same condition.
        unsafe { self.seats.swap_places(&mut self.free, a, b) };
        if L::Moved::ARE_NOTED && a != b {
            for place in [a, b] {
                // SAFETY: 1. the places have objects.
                self.moved.add(unsafe { self.slot_at(place) });
            }
        }
    }

    /// Sorts the slots in the list of a dense pool. `compare` is called with `store` and the places of two objects.
    /// Equal ones stay in their order. If `compare` panics, the slots are in some order, each once.
    ///
    /// # Safety
    ///
    /// 1. The rows are used next, even if `compare` panics, to [`reseat`](Rows::reseat) each place.
    pub(crate) unsafe fn sort_listed<S>(
        &mut self,
        store: *const S,
        mut compare: impl FnMut(*const S, usize, usize) -> Ordering,
    ) {
        let Rows { free, seats, .. } = self;
        // Without a closure per place, which builds without optimisation would call.
        let compare = |a: u32, b: u32| {
            // SAFETY: 1. the slots in the list are those that have seats, whatever their order. Their positions do not
            // change while the list is sorted.
            let a = unsafe { seats.place_of(a as usize) };
            // SAFETY: 1. as above.
            let b = unsafe { seats.place_of(b as usize) };
            match compare(store, a, b) {
                Ordering::Equal => a.cmp(&b),
                order => order,
            }
        };
        // SAFETY: 1. the list has a slot for each place that is taken (`seats`).
        unsafe { free.sort_listed(seats.taken() as u32, compare) };
    }

    /// Brings the slots in the list of a dense pool into another order.
    ///
    /// # Safety
    ///
    /// 1. The slots are those in the list, each of them once.
    /// 2. The rows are used next to [`reseat`](Rows::reseat) each place.
    #[cfg(feature = "alloc")]
    pub(crate) unsafe fn list(&mut self, slots: impl Iterator<Item = u32>) {
        for (place, slot) in slots.enumerate() {
            invariant!(place < self.seats.taken(), "more slots than are in the list");
            // SAFETY: 1. and 2. the caller promises the slots of the list, which are below the capacity, and one for
            // each place that is taken. Such places are before `used`.
            unsafe { self.free.list(place as u32, slot) };
        }
    }

    /// [Gives](Seats::reseat) a slot the place that it has in the list, and returns the one that it had.
    ///
    /// # Safety
    ///
    /// 1. The pool is dense. The place has an object, and the list has the slot of each object once.
    /// 2. The caller moves the object from the place that is returned to this one. It calls this for each place before
    ///    the rows are used in another way.
    #[inline]
    pub(crate) unsafe fn reseat(&mut self, place: usize) -> usize {
        // SAFETY: 1. the caller promises a place of an object, which is taken, and the slots of the list. 2. is the
        // same condition.
        let from = unsafe { self.seats.reseat(&self.free, place) };
        if L::Moved::ARE_NOTED && from != place {
            // SAFETY: 1. the caller promises that the place has an object. Its slot in the list is the one that was
            // just given this place.
            self.moved.add(unsafe { self.slot_at(place) });
        }
        from
    }
}
