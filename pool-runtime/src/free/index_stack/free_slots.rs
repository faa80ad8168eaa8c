//! The index stack as what hands out the slots of a pool: it has a table, and lets the slots be.

use super::IndexStack;
use crate::base::class::Class;
use crate::free::{FreeSlots, FreeSlotsClass, HasTable, Named};
use crate::image::free_order::Starts;
use crate::layout::slots::SlotsPtr;
use crate::layout::spec::PoolSpec;
use crate::table::Table;

// SAFETY: 1. positions `used..` of the table hold the free indices, each once, and are all that is given.
unsafe impl<T: Table> FreeSlots for IndexStack<T> {
    const CAPACITY: u32 = T::CAPACITY as u32;
    const IN_SLOTS: bool = false;

    #[inline]
    fn used(&self) -> u32 {
        self.used
    }

    #[inline]
    fn peek(&self) -> Option<u32> {
        self.peek()
    }

    #[inline]
    unsafe fn pop<P: PoolSpec>(&mut self, _slots: SlotsPtr<P>) -> Option<u32> {
        self.pop()
    }

    #[inline]
    unsafe fn take_top<P: PoolSpec>(&mut self, _slots: SlotsPtr<P>) {
        // SAFETY: 1. promised by the caller.
        unsafe { self.take(1) };
    }

    #[inline]
    unsafe fn give_back<P: PoolSpec>(&mut self, _slots: SlotsPtr<P>, index: u32) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.push(index) };
    }

    unsafe fn retract(&mut self, _top: Option<u32>, count: u32) {
        self.entries.flush();
        // SAFETY: 1. as many were given back, and are free.
        unsafe { self.take(count) };
    }

    unsafe fn reset<P: PoolSpec>(
        &mut self,
        _slots: SlotsPtr<P>,
        retired: u32,
        is_retired: impl Fn(usize) -> bool,
    ) {
        self.reset(retired, is_retired);
    }

    unsafe fn order<P: PoolSpec>(&self, _slots: SlotsPtr<P>) -> impl ExactSizeIterator<Item = u32> {
        // SAFETY: 1. the range ends at the capacity.
        (self.used..Self::CAPACITY).map(|position| unsafe { self.index_at(position) })
    }

    unsafe fn copy_from<P: PoolSpec>(&mut self, _slots: SlotsPtr<P>, other: &Self, _others: SlotsPtr<P>) {
        self.copy_from(other);
    }

    unsafe fn name<P: PoolSpec>(&mut self, _slots: SlotsPtr<P>, named: &mut Named, index: u32) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.name(named, index) };
    }

    unsafe fn complete<P: PoolSpec>(
        &mut self,
        _slots: SlotsPtr<P>,
        named: Named,
        is_taken: impl Fn(usize) -> bool,
    ) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.complete(named, is_taken) };
    }

    unsafe fn save<P: PoolSpec>(&self, _slots: SlotsPtr<P>, links: &mut [u8]) -> Starts {
        self.save(links)
    }

    unsafe fn load<P: PoolSpec>(&mut self, _slots: SlotsPtr<P>, used: u32, starts: &Starts, links: &[u8]) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.load(used, starts, links) };
    }
}

macro_rules! classes {
    ($($bits:literal),*) => {$(
        impl FreeSlotsClass for Class<$bits> {
            type Link = [u8; 0];
            type FreeSlots<const N: usize, const WORDS: usize> = IndexStack<Self::Table<N, WORDS>>;
        }

        impl HasTable for Class<$bits> {}
    )*};
}

classes!(8, 9, 10, 12, 16, 17, 18, 20, 24, 32);
