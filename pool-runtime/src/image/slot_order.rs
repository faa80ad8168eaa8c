//! The free slots in the order in which they will be handed out: a list of [links](crate::base::link_bytes), one link
//! per slot, and the slots at which eight walks over the list begin.
//!
//! ```text
//!  slot     0      1      2      3      4        free slots in order: 3, 0, 4
//!        +------+------+------+------+------+
//!  link  | 0^4  |  0   |  0   | 3^0  |  0   |     1 and 2 are not free; 4 is the last
//!        +------+------+------+------+------+
//! ```
//!
//! The slots beyond the extent of the image are not in the list. They come after it, in ascending order.
//!
//! If a pool keeps the order of insertion, its list goes on with the live slots, the oldest first. So it has all slots
//! of the extent, except those that retired:
//!
//! ```text
//!  slot     0      1      2      3      4        free slots in order: 3, 0, 4; live: 2, then 1
//!        +------+------+------+------+------+
//!  link  | 0^4  |  0   | 2^1  | 3^0  | 4^2  |     1 is the newest
//!        +------+------+------+------+------+
//! ```
//!
//! The image has a list and not the table itself, for two reasons. First, a list can be checked without memory and in
//! linear time: that it has every slot once. A walk that reaches the last slot has visited different slots all
//! the way, because a walk that visits a slot twice never ends. Second, a change in the pool changes the links of the
//! slots concerned, and no others.
//!
//! A single walk waits for each link before it can read the next one. So the list of the free slots is cut into
//! [`LANES`] parts of equal length (and a rest of a few slots), which are walked at once. The order determines where a
//! part begins, so a state still has exactly one image. The live slots are walked one after the other when an image is
//! checked. So a save, which is made far more often, need not walk over them at all.

#![expect(unsafe_code, reason = "free slots may be read")]

use crate::base::count_in_bytes::{are_zero, count_in_bytes, count_triples};
use crate::base::cut;
use crate::base::link_bytes::LinkBytes;
use crate::free::{FreeSlots, SavedOrder, SlotMemory, visit_marked};
use crate::marks::Marks;

/// The number of parts that are walked at once.
const LANES: usize = 8;

/// The first slots of the parts: the free slot at position `lane * lane_length(free)` of the order. If no slot is free,
/// the oldest live one, or 0 if the list is empty.
pub(crate) type Starts = [u32; LANES];

/// The number of links in a part, for a list of `free` slots.
#[inline]
pub(super) fn lane_length(free: u32) -> u32 {
    free.saturating_sub(1) / LANES as u32
}

/// Writes a link for each of the first slots, which are the extent of the image. The free slots that wait come first.
/// Returns where the walks over the links begin.
///
/// # Safety
///
/// 1. The rule of slots.
/// 2. All slots that are not free are in the extent, and all that wait. The free slots beyond it are taken last, in
///    ascending order.
pub(crate) unsafe fn save_free_slots<L: LinkBytes>(
    free_slots: &impl FreeSlots,
    slots: SlotMemory,
    links: &mut [u8],
) -> Starts {
    let count = free_slots.waiting().len() as u32;
    let extent = (links.len() / size_of::<L>()) as u32;
    invariant!(free_slots.used() + count <= extent, "slots that are in use are left out");
    let free = extent - free_slots.used();
    let step = lane_length(free);
    let mut link = linker::<L>(free_slots.waiting().next().or_else(|| free_slots.peek()), links);
    free_slots.waiting().for_each(&mut link);
    // SAFETY: 1. The contract of `order` is the same, and the caller promises it.
    let order = unsafe { free_slots.order(slots) }.take((free - count) as usize);
    let visited: Starts = if free_slots.free_at(count).is_none() {
        visit_marked(count, step, order, &mut link)
    } else {
        order.for_each(link);
        [0; LANES]
    };
    core::array::from_fn(|lane| {
        let position = Some(lane as u32 * step).filter(|&position| position < free);
        position.and_then(|position| free_slots.free_at(position)).unwrap_or(visited[lane])
    })
}

/// Goes on after the `free` slots of an extent with the `live` ones, which are given in any order, in the order that
/// `marks` has. Each is linked by itself, so no link waits for another.
pub(crate) fn save_live_slots<L: LinkBytes>(
    marks: &impl Marks,
    live: impl Iterator<Item = usize>,
    free: u32,
    starts: &mut Starts,
    links: &mut [u8],
) {
    let Some(oldest) = marks.oldest().map(|slot| slot as u32) else { return };
    let links = cut::cast_mut::<L>(links);
    if free == 0 {
        starts.fill(oldest);
    } else {
        let last = last_slot(starts, links);
        set_link(links, last, last ^ oldest);
    }
    live.for_each(|slot| {
        let newer = marks.newer(slot).unwrap_or(slot);
        set_link(links, slot as u32, (slot ^ newer) as u32);
    });
}

/// Sets the link of a slot, which has one.
#[inline(always)]
pub(super) fn set_link<L: LinkBytes>(links: &mut [L], slot: u32, bits: u32) {
    let link = links.get_mut(slot as usize);
    invariant!(link.is_some(), "a slot beyond the links");
    if let Some(link) = link {
        *link = L::from_bits(bits);
    }
}

/// Returns the last slot of a list of free slots. A link is its slot XOR the next one, so the XOR of all links leaves
/// the first slot and the last one.
fn last_slot<L: LinkBytes>(starts: &Starts, links: &[L]) -> u32 {
    links.iter().fold(starts[0], |slot, link| slot ^ link.to_bits())
}

/// Returns a function to call with the slots of an order. It links each slot to the next one.
fn linker<L: LinkBytes>(first: Option<u32>, links: &mut [u8]) -> impl FnMut(u32) + '_ {
    links.fill(0);
    let links = cut::cast_mut::<L>(links);
    // The first slot is linked to itself, which is a link of 0, until the second one is known.
    let mut previous = first.unwrap_or(0);
    move |slot| {
        set_link(links, previous, previous ^ slot);
        previous = slot;
    }
}

/// The free slots of an order in an image whose links [`is_list`] accepted.
pub(crate) struct FreeOrder<'a, L, F> {
    used: u32,
    /// The live slots that the list has after the free ones.
    live: u32,
    /// Whether a slot is live. Not asked if the list has no live slots.
    is_live: F,
    /// The last free slot. Not used if the list has no live slots.
    last: u32,
    starts: &'a Starts,
    links: &'a [L],
}

impl<'a, L: LinkBytes, F: Fn(usize) -> bool> FreeOrder<'a, L, F> {
    /// The order of all slots except the `used` ones, in a list that ends with `live` slots after `last`.
    pub(crate) fn new(
        used: u32,
        (live, is_live, last): (u32, F, u32),
        starts: &'a Starts,
        links: &'a [u8],
    ) -> Self {
        FreeOrder { used, live, is_live, last, starts, links: cut::cast(links) }
    }

    fn free(&self) -> u32 {
        self.end() - self.used
    }

    /// Returns the last slot, if one is free.
    fn last(&self) -> u32 {
        if self.live > 0 { self.last } else { last_slot(self.starts, self.links) }
    }
}

impl<L: LinkBytes, F: Fn(usize) -> bool> SavedOrder for FreeOrder<'_, L, F> {
    fn used(&self) -> u32 {
        self.used
    }

    fn end(&self) -> u32 {
        self.links.len() as u32
    }

    fn first(&self) -> Option<u32> {
        (self.free() > 0).then_some(self.starts[0])
    }

    #[inline]
    fn each_position(&self, visit: impl FnMut(u32, u32)) {
        if self.free() == 0 {
            return;
        }
        let walked = walk(self.links, self.starts, self.free(), self.live > 0, visit);
        invariant!(walked.is_some(), "checked links are not a list");
    }

    fn each_link(&self, mut visit: impl FnMut(u32, Option<u32>)) {
        let last = self.last();
        for (slot, link) in (0..self.end()).zip(self.links) {
            match link.to_bits() {
                _ if self.live > 0 && (self.is_live)(slot as usize) => {}
                0 if slot != last || self.free() == 0 => {}
                0 => visit(slot, None),
                _ if self.live > 0 && slot == last => visit(slot, None),
                bits => visit(slot, Some(slot ^ bits)),
            }
        }
    }
}

/// Calls `visit` with every position of the free slots and its slot, which is below `links.len()`. Returns the slot
/// after them, which is the last one itself unless the list goes on. Returns `None` if this is not a list of `free`
/// different slots with the parts at `starts`, which goes on after them or not.
///
/// A walk stays where a link is 0. So if the last link of a part is not 0, no link of the part is, and one comparison
/// per part says what one per slot would say.
#[inline]
fn walk<L: LinkBytes>(
    links: &[L],
    starts: &Starts,
    free: u32,
    goes_on: bool,
    mut visit: impl FnMut(u32, u32),
) -> Option<u32> {
    let mut follow = |position: u32, slot: &mut u32| {
        let link = links.get(*slot as usize)?.to_bits();
        visit(position, *slot);
        *slot ^= link;
        Some(link)
    };
    if free == 0 {
        return (goes_on || *starts == [0; LANES]).then_some(starts[0]);
    }
    let length = lane_length(free);
    let mut slots = *starts;
    let mut link = 1;
    for step in 0..length {
        for (lane, slot) in slots.iter_mut().enumerate() {
            link = follow(lane as u32 * length + step, slot)?;
        }
    }
    // Each part ends where the next begins: at a slot whose link is not 0, so it has not stayed at one before.
    let has_link = |&slot: &u32| links.get(slot as usize).is_some_and(|link| link.to_bits() != 0);
    if slots[..LANES - 1] != starts[1..] || length > 0 && !starts[1..].iter().all(has_link) {
        return None;
    }
    // The rest after the parts, and then the last slot.
    let mut slot = slots[LANES - 1];
    for position in LANES as u32 * length..free - 1 {
        link = follow(position, &mut slot)?;
    }
    if link == 0 {
        return None;
    }
    follow(free - 1, &mut slot).filter(|&link| (link != 0) == goes_on)?;
    Some(slot)
}

/// Whether the links are a list of exactly the `free` slots for which `is_free` returns `true`, and all other links
/// are 0.
#[inline]
pub(crate) fn is_list<L: LinkBytes>(
    links: &[u8],
    starts: &Starts,
    free: u32,
    is_free: impl Fn(usize) -> bool,
) -> bool {
    // The slots of the list are different, so all of its links except the last are not 0, and they are the only ones.
    let mut are_free = true;
    has_links::<L>(links, free.saturating_sub(1))
        && walk(cut::cast::<L>(links), starts, free, false, |_, slot| {
            are_free &= is_free(slot as usize);
        })
        .is_some()
        && are_free
}

/// Whether the links are a list of exactly the `free` slots for which `is_free` returns `true`, and after them exactly
/// the `live` slots, at least one, for which `is_live` does; and all other links are 0. Returns the last free slot, or
/// 0 if there is none.
pub(crate) fn last_free_of_list<L: LinkBytes>(
    links: &[u8],
    starts: &Starts,
    (free, is_free): (u32, impl Fn(usize) -> bool),
    (live, is_live): (u32, impl Fn(usize) -> bool),
) -> Option<u32> {
    // As above: the slots of the whole list are different.
    if !has_links::<L>(links, free + live - 1) || free == 0 && *starts != [starts[0]; LANES] {
        return None;
    }
    let links = cut::cast::<L>(links);
    let (mut last, mut are_free) = (0, true);
    let mut slot = walk(links, starts, free, true, |position, slot| {
        if position == free - 1 {
            last = slot;
        }
        are_free &= is_free(slot as usize);
    })
    .filter(|_| are_free)?;
    for position in 1..=live {
        let link = links.get(slot as usize)?.to_bits();
        if !is_live(slot as usize) || (link != 0) != (position < live) {
            return None;
        }
        slot ^= link;
    }
    Some(last)
}

/// Whether this many links are not 0.
#[inline]
fn has_links<L: LinkBytes>(links: &[u8], count: u32) -> bool {
    if count == 0 { are_zero(links) } else { count_links::<L>(cut::cast(links)) == count }
}

/// Returns the number of links that are not 0.
#[inline]
pub(super) fn count_links<L: LinkBytes>(links: &[L]) -> u32 {
    if size_of::<L>() == 3 {
        return count_triples(bytemuck::cast_slice(links));
    }
    count_in_bytes(links, |link| link.to_bits() != 0)
}

#[cfg(test)]
mod tests;
