//! The order of insertion: a doubly linked list of slots, in which marks are nodes of their own.
//!
//! ```text
//!  newest                                                     oldest
//!  slot 4 <--> mark 1 <--> slot 7 <--> slot 2 <--> mark 0 <--> slot 9
//!  '- since mark 1 -'      '---- since mark 0 ----'            since no mark
//!
//!  node    0 ..= SLOTS-1: a slot     SLOTS ..= SLOTS+MARKS-1: a mark
//!  link    node + 1                  0: none
//! ```
//!
//! So a slot is inserted and removed in O(1), wherever the marks are. No slot stores the number of a mark, so nothing
//! has to change when a mark ends.
//!
//! Invariants:
//!
//! 1. The slots in the list are the live ones.
//! 2. Marks below `out` are in the list, higher marks newer. Other marks are not.
//! 3. The links of nodes that are not in the list are 0.
//! 4. Links are those of nodes. (No link is anything else. If one were, functions would treat it as an end of the list.
//!    So they contain no check that can panic, and no unsafe read.)

#![expect(unsafe_code, reason = "zero bytes are an empty list")]

use super::{MarkError, Marks, Stamp, Ticket};
use crate::base::element::Element;
use crate::base::instance;
use bytemuck::Zeroable;
use core::fmt;
use core::num::NonZeroU32;

/// Makes a link, which is at most the largest number of its type.
#[inline]
fn to_link<L: Element>(link: u32) -> L {
    invariant!(u64::from(link) < 1 << L::BITS, "a link is too large for its type");
    L::from_bits(link)
}

/// The neighbours of a node.
#[derive(Clone, Copy)]
#[repr(C)]
struct Neighbours<L> {
    older: L,
    newer: L,
}

/// The list of `SLOTS` slots and `MARKS` marks. All zero bytes are the empty list.
#[repr(C)]
pub struct MarkList<L, const SLOTS: usize, const MARKS: usize> {
    /// How many marks are out.
    out: u32,
    /// The links to the newest and to the oldest node.
    newest: u32,
    oldest: u32,
    /// The number of this instance. 0 before its first mark.
    instance: u32,
    /// The stamp of the last mark that was made.
    last: Stamp,
    /// The stamps of the marks that are out.
    stamps: [Stamp; MARKS],
    marks: [Neighbours<L>; MARKS],
    slots: [Neighbours<L>; SLOTS],
}

// SAFETY: all fields are integers, arrays of integers, or structs of `Zeroable` links.
unsafe impl<L: Element, const SLOTS: usize, const MARKS: usize> Zeroable for MarkList<L, SLOTS, MARKS> {}

impl<L: Element, const SLOTS: usize, const MARKS: usize> MarkList<L, SLOTS, MARKS> {
    /// The neighbours of a node that is alone in the list, or not in it.
    #[inline]
    fn none() -> Neighbours<L> {
        Neighbours { older: to_link(0), newer: to_link(0) }
    }

    /// The neighbours of the node of a link. `None` for link 0, which is an end of the list.
    #[inline]
    fn neighbours(&mut self, link: u32) -> Option<&mut Neighbours<L>> {
        invariant!((link as usize) <= SLOTS + MARKS, "a link to no node");
        let node = link.checked_sub(1)? as usize;
        match node.checked_sub(SLOTS) {
            None => self.slots.get_mut(node),
            Some(mark) => self.marks.get_mut(mark),
        }
    }

    /// The same, for reading. Without a node there are no neighbours.
    #[inline]
    fn links_of(&self, link: u32) -> Neighbours<L> {
        invariant!((link as usize) <= SLOTS + MARKS, "a link to no node");
        let node = link.wrapping_sub(1) as usize;
        let neighbours = self.slots.get(node).or_else(|| self.marks.get(node.wrapping_sub(SLOTS)));
        neighbours.copied().unwrap_or(Self::none())
    }

    /// The neighbours of a slot.
    #[inline]
    fn of_slot(&self, index: usize) -> Neighbours<L> {
        self.links_of(index as u32 + 1)
    }

    /// Follows links from `link`, over marks, up to a slot.
    fn first_slot(&self, mut link: u32, next: impl Fn(Neighbours<L>) -> L) -> Option<u32> {
        loop {
            let node = link.checked_sub(1)?;
            if node < SLOTS as u32 {
                return Some(node);
            }
            link = next(self.links_of(link)).to_bits();
        }
    }

    fn mark_node(level: u32) -> u32 {
        SLOTS as u32 + level
    }

    /// Sets the link of a node to the next newer one. Link 0 stands for the end before the oldest node.
    fn set_newer(&mut self, link: u32, newer: u32) {
        match self.neighbours(link) {
            Some(neighbours) => neighbours.newer = to_link(newer),
            None => self.oldest = newer,
        }
    }

    /// Sets the link of a node to the next older one. Link 0 stands for the end after the newest node.
    fn set_older(&mut self, link: u32, older: u32) {
        match self.neighbours(link) {
            Some(neighbours) => neighbours.older = to_link(older),
            None => self.newest = older,
        }
    }

    /// Adds a node as the newest.
    #[inline]
    fn push(&mut self, node: u32) {
        let older = core::mem::replace(&mut self.newest, node + 1);
        if let Some(neighbours) = self.neighbours(node + 1) {
            *neighbours = Neighbours { older: to_link(older), ..Self::none() };
        }
        self.set_newer(older, node + 1);
    }

    /// Removes a node from the list.
    #[inline]
    fn unlink(&mut self, node: u32) {
        let Some(neighbours) = self.neighbours(node + 1) else { return };
        let Neighbours { older, newer } = core::mem::replace(neighbours, Self::none());
        self.set_older(newer.to_bits(), older.to_bits());
        self.set_newer(older.to_bits(), newer.to_bits());
    }

    /// Ends the newest mark.
    fn end_newest_mark(&mut self) {
        self.out -= 1;
        self.unlink(Self::mark_node(self.out));
    }

    /// Returns the number of this instance. The first call draws it.
    fn instance(&mut self) -> NonZeroU32 {
        let instance = NonZeroU32::new(self.instance).unwrap_or_else(instance::draw);
        self.instance = instance.get();
        instance
    }
}

impl<L: Element, const SLOTS: usize, const MARKS: usize> Marks for MarkList<L, SLOTS, MARKS> {
    const KEEPS_ORDER: bool = true;

    /// The link to the next older node.
    type Place = u32;

    #[inline]
    fn contains(&self, index: usize) -> bool {
        let Neighbours { older, newer } = self.of_slot(index);
        older.to_bits() | newer.to_bits() != 0 || self.newest == index as u32 + 1
    }

    #[inline]
    fn insert(&mut self, index: usize) {
        invariant!(!self.contains(index), "a free slot is in the list");
        self.push(index as u32);
    }

    #[inline]
    fn remove(&mut self, index: usize) {
        invariant!(self.contains(index), "a live slot is not in the list");
        self.unlink(index as u32);
    }

    fn place(&self, index: usize) -> u32 {
        invariant!(self.contains(index), "a live slot is not in the list");
        self.of_slot(index).older.to_bits()
    }

    fn place_without(&self, place: u32, index: usize) -> u32 {
        if place == index as u32 + 1 { self.of_slot(index).older.to_bits() } else { place }
    }

    fn insert_at(&mut self, index: usize, place: u32) {
        invariant!(!self.contains(index), "a free slot is in the list");
        let newer = if place == 0 { self.oldest } else { self.links_of(place).newer.to_bits() };
        if let Some(neighbours) = self.neighbours(index as u32 + 1) {
            *neighbours = Neighbours { older: to_link(place), newer: to_link(newer) };
        }
        self.set_newer(place, index as u32 + 1);
        self.set_older(newer, index as u32 + 1);
    }

    fn forget(&mut self, end: usize) {
        (self.out, self.newest, self.oldest) = (0, 0, 0);
        self.marks.fill(Self::none());
        // In order of memory, and not of the list, whose nodes are in no particular order.
        if let Some(used) = self.slots.get_mut(..end) {
            used.fill(Self::none());
        }
    }

    fn copy_from(&mut self, other: &Self) {
        invariant!(self.newest == 0, "the list is not empty");
        let mut next = other.oldest();
        while let Some(slot) = next {
            self.push(slot as u32);
            next = other.newer(slot);
        }
    }

    #[cfg(feature = "alloc")]
    fn move_from(&mut self, other: &Self, end: usize) {
        let MarkList { out, newest, oldest, instance, last, stamps, marks, slots } = self;
        (*out, *newest, *oldest) = (other.out, other.newest, other.oldest);
        (*instance, *last, *stamps, *marks) = (other.instance, other.last, other.stamps, other.marks);
        slots[..end].copy_from_slice(&other.slots[..end]);
    }

    fn link(&mut self, older: Option<usize>, newer: Option<usize>) {
        let [older, newer] = [older, newer].map(|slot| slot.map_or(0, |slot| slot as u32 + 1));
        self.set_newer(older, newer);
        self.set_older(newer, older);
    }

    #[inline]
    fn oldest(&self) -> Option<usize> {
        self.first_slot(self.oldest, |links| links.newer).map(|slot| slot as usize)
    }

    #[inline]
    fn newest(&self) -> Option<usize> {
        self.first_slot(self.newest, |links| links.older).map(|slot| slot as usize)
    }

    fn mark(&mut self) -> Option<Ticket> {
        let level = self.out;
        let stamp = self.last.next();
        *self.stamps.get_mut(level as usize)? = stamp;
        let instance = self.instance();
        self.last = stamp;
        self.out += 1;
        self.push(Self::mark_node(level));
        Some(Ticket { instance, stamp, level: level as u8 })
    }

    fn level(&self, ticket: &Ticket) -> Result<u32, MarkError> {
        if ticket.instance.get() != self.instance {
            return Err(MarkError::Foreign);
        }
        let level = u32::from(ticket.level);
        // A mark that has ended left its stamp behind, so both are compared.
        if level >= self.out || self.stamps.get(level as usize) != Some(&ticket.stamp) {
            return Err(MarkError::Stale);
        }
        Ok(level)
    }

    fn newest_since(&mut self, level: u32) -> Option<usize> {
        while self.out > level {
            // The list is not empty: it has the mark of that level.
            let newest = self.newest.wrapping_sub(1);
            if newest < SLOTS as u32 {
                return Some(newest as usize);
            }
            invariant!(newest == Self::mark_node(self.out - 1), "the newest mark is not the last one made");
            self.end_newest_mark();
        }
        None
    }

    fn ends_since(&self, level: u32) -> Option<(usize, usize)> {
        invariant!(level < self.out, "the mark is not out");
        let after_mark = self.links_of(Self::mark_node(level) + 1).newer.to_bits();
        let oldest = self.first_slot(after_mark, |links| links.newer)?;
        // There is a slot after the mark, so the walk back from the newest node reaches a slot before it reaches the
        // mark.
        Some((oldest as usize, self.newest()?))
    }

    fn older(&self, index: usize) -> Option<usize> {
        self.first_slot(self.of_slot(index).older.to_bits(), |links| links.older).map(|slot| slot as usize)
    }

    fn newer(&self, index: usize) -> Option<usize> {
        self.first_slot(self.of_slot(index).newer.to_bits(), |links| links.newer).map(|slot| slot as usize)
    }

    fn keep(&mut self, level: u32) {
        while self.out > level {
            self.end_newest_mark();
        }
    }
}

impl<L, const SLOTS: usize, const MARKS: usize> fmt::Debug for MarkList<L, SLOTS, MARKS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MarkList").field("out", &self.out).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
