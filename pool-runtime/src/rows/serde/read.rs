//! Rows that are being read: straight into their slots, with their fields in any order, and without other memory.

use crate::free::{FreeSlots, SlotMemory};
use crate::handle::Handle;
use crate::handle::serde::HandleRun;
use crate::layout::plan::index_bits;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Reach, Tracked};
use crate::rows::Rows;
use crate::rows::naming::Naming;
use crate::track::Site;
use core::fmt;
use core::marker::PhantomData;

/// Why data is not of a pool of this definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mistake {
    /// The data is of a pool with more slots.
    Capacity { own: u32, saved: u32 },
    /// The indices of the handles in the data have another number of bits.
    IndexBits { own: u32, saved: u32 },
    /// The data names this slot, which is beyond the capacity.
    NoSlot(u32),
    /// The data names this slot twice.
    NamedTwice(u32),
    /// The data says that this slot is retired, but slots of this pool never retire.
    NoneRetires(u32),
    /// The data lists this slot in the order of insertion, and has no object of it before that.
    NoObject(u32),
    /// In the data, more slots wait than the quarantine of this pool holds.
    TooManyWait(u32),
}

impl fmt::Display for Mistake {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Capacity { own, saved } => {
                write!(f, "the data is of a pool with {saved} slots, this pool has {own}")
            }
            Mistake::IndexBits { own, saved } => {
                write!(
                    f,
                    "handles in the data have {saved} bits of index, those of this pool have {own}, so they would name \
                     other objects: text formats keep slot and generation apart, and `grows_to` in the definition, \
                     from its first save on, leaves room for more slots"
                )
            }
            Mistake::NoSlot(slot) => write!(f, "slot {slot} is beyond the capacity"),
            Mistake::NamedTwice(slot) => write!(f, "slot {slot} occurs twice"),
            Mistake::NoObject(slot) => {
                write!(
                    f,
                    "slot {slot} is in the order of insertion, but no object of it comes before that order"
                )
            }
            Mistake::TooManyWait(most) => {
                write!(
                    f,
                    "more slots wait in the data than the quarantine of this pool holds, which are {most}"
                )
            }
            Mistake::NoneRetires(slot) => {
                write!(f, "slot {slot} is retired in the data, but slots of this pool never retire")
            }
        }
    }
}

/// Rows that are being read. `put` makes an object of its data, an `E`, and puts it in its slot.
pub(crate) struct Reading<'a, P: PoolSpec<Layout: Tracked>, E, F> {
    naming: Naming<'a, P::Layout>,
    put: F,
    site: Site,
    /// Whether the data is text, in which a handle is its slot and its generation.
    pub(super) is_text: bool,
    entries: PhantomData<fn(E)>,
}

impl<'a, P: PoolSpec<Layout: Tracked>, E, F: FnMut(usize, E)> Reading<'a, P, E, F> {
    /// Begins to read.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads and writes as long as this value. They hold no object.
    /// 2. `put` leaves an object in the slot, and writes to no other slot that holds an object or a link.
    pub(super) unsafe fn new(rows: &'a mut Rows<P::Layout>, slots: SlotMemory, site: Site, put: F) -> Self {
        // SAFETY: 1. the caller promises the same condition.
        let naming = unsafe { Naming::new(rows, slots) };
        Reading { naming, put, site, is_text: false, entries: PhantomData }
    }

    /// Reads the number of slots of the pool in the data.
    pub(super) fn capacity(&self, capacity: u32) -> Result<(), Mistake> {
        let own = <<P::Layout as Layout>::Reach as Reach>::SLOTS;
        if capacity == 0 || capacity > own {
            return Err(Mistake::Capacity { own, saved: capacity });
        }
        if !self.is_text && index_bits(capacity) != index_bits(own) {
            return Err(Mistake::IndexBits { own: index_bits(own), saved: index_bits(capacity) });
        }
        Ok(())
    }

    /// Reads an object.
    pub(super) fn entry(&mut self, handle: Handle<P>, entry: E) -> Result<(), Mistake> {
        self.name(handle.index(), handle.generation())?;
        (self.put)(self.naming.next_place(handle.index()), entry);
        // SAFETY: 1. the slot was just named, and `put` left an object there (2. of `new`).
        unsafe { self.naming.live(handle.index(), self.site) };
        Ok(())
    }

    /// Reads the next of the free slots.
    pub(super) fn free(&mut self, run: &HandleRun<P>) -> Result<(), Mistake> {
        for index in run.slots() {
            self.name(index, run.generation())?;
            // SAFETY: 1. the slot was just named.
            unsafe { self.naming.free(index) };
        }
        Ok(())
    }

    /// Reads the next of the slots that wait.
    pub(super) fn waiting(&mut self, run: &HandleRun<P>) -> Result<(), Mistake> {
        for index in run.slots() {
            self.name(index, run.generation())?;
            // SAFETY: 1. the slot was just named.
            if !unsafe { self.naming.wait(index) } {
                return Err(Mistake::TooManyWait(<P::Layout as Layout>::FreeSlots::QUARANTINE));
            }
        }
        Ok(())
    }

    /// Removes what a text should name, and does not: see the format.
    pub(super) fn finish(&mut self) {
        if !self.is_text {
            return;
        }
        let (end, capacity) = (self.naming.end(), <P::Layout as Layout>::CAPACITY as usize);
        for index in 0..end {
            // If no more slots can wait, slots that were never used are named before it.
            let never_used = if self.naming.can_wait() || self.naming.is_named(index) {
                capacity
            } else {
                self.naming.end()
            };
            for index in never_used..capacity {
                if self.naming.name(index, 0) {
                    // SAFETY: 1. the slot was just named.
                    unsafe { self.naming.free(index) };
                }
            }
            if self.naming.name(index, <P::Layout as Layout>::GENERATIONS / 2) {
                // SAFETY: 1. the slot was just named.
                if !unsafe { self.naming.wait(index) } {
                    // SAFETY: 1. the slot was just named.
                    unsafe { self.naming.free(index) };
                }
            }
        }
    }

    /// Reads the next of the objects in the order of insertion. Those that are not listed are older than all others.
    ///
    /// A pool without marks has no such order.
    pub(super) fn inserted(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        if !self.naming.make_newest(handle) {
            return Err(Mistake::NoObject(handle.index() as u32));
        }
        Ok(())
    }

    /// Reads a retired slot.
    pub(super) fn retired(&mut self, slot: u32) -> Result<(), Mistake> {
        if slot >= <P::Layout as Layout>::CAPACITY {
            return Err(Mistake::NoSlot(slot));
        }
        // After the last generation comes the mark of a retired slot, or generation 0 again if slots never retire.
        if !self.naming.name(slot as usize, <P::Layout as Layout>::GENERATIONS - 1) {
            return Err(Mistake::NamedTwice(slot));
        }
        // SAFETY: 1. the slot was just named.
        if !unsafe { self.naming.retire(slot as usize) } {
            return Err(Mistake::NoneRetires(slot));
        }
        Ok(())
    }

    fn name(&mut self, index: usize, generation: u32) -> Result<(), Mistake> {
        if !self.naming.name(index, generation) {
            return Err(Mistake::NamedTwice(index as u32));
        }
        Ok(())
    }
}
