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
//! The image has a list and not the table itself, for two reasons. First, a list can be checked without memory and in
//! linear time: that it has every free slot once. A walk that reaches the last slot has visited different slots all
//! the way, because a walk that visits a slot twice never ends. Second, a change in the pool changes the links of the
//! slots concerned, and no others.
//!
//! A single walk waits for each link before it can read the next one. So the list is cut into [`LANES`] parts of
//! equal length (and a rest of a few slots), which are walked at once. The order determines where a part begins, so a
//! state still has exactly one image.

#![expect(unsafe_code, reason = "free slots may be read")]

use crate::base::count_in_bytes::{count_in_bytes, count_triples};
use crate::base::link_bytes::LinkBytes;
use crate::free::{FreeSlots, SavedOrder, SlotMemory};

/// The number of parts that are walked at once.
const LANES: usize = 8;

/// The first slots of the parts: the free slot at position `lane * lane_length(free)` of the order. 0 if no slot is
/// free.
pub(crate) type Starts = [u32; LANES];

/// The number of links in a part, for a list of `free` slots.
pub(super) fn lane_length(free: u32) -> u32 {
    free.saturating_sub(1) / LANES as u32
}

/// Writes a link for each of the first slots, which are the extent of the image. The slots that wait come first.
/// Returns where the walks over the links begin.
///
/// # Safety
///
/// 1. The rule of slots.
/// 2. All slots that are not free are in the extent, and all that wait. The free slots beyond it are taken last, in
///    ascending order.
pub(crate) unsafe fn save_free_slots<L: LinkBytes>(
    free_slots: &impl FreeSlots,
    slots: impl SlotMemory,
    links: &mut [u8],
) -> Starts {
    let count = free_slots.waiting().len() as u32;
    let extent = (links.len() / size_of::<L>()) as u32;
    debug_assert!(free_slots.used() + count <= extent, "slots that are in use are left out");
    let free = extent - free_slots.used();
    let step = lane_length(free);
    let mut link = linker::<L>(free_slots.waiting().next().or_else(|| free_slots.peek()), links);
    let starts: Starts = free_slots.visit_waiting(step, &mut link);
    // SAFETY: 1. The contract of `visit_order` is the same, and the caller promises it.
    let others = unsafe { free_slots.visit_order::<_, LANES>(slots, count..free, step, link) };
    core::array::from_fn(|lane| starts[lane] | others[lane])
}

/// Returns a function to call with the slots of an order. It links each slot to the next one.
fn linker<L: LinkBytes>(first: Option<u32>, links: &mut [u8]) -> impl FnMut(u32) + '_ {
    links.fill(0);
    let links = bytemuck::cast_slice_mut::<u8, L>(links);
    // The first slot is linked to itself, which is a link of 0, until the second one is known.
    let mut previous = first.unwrap_or(0);
    move |slot| {
        links[previous as usize] = L::from_bits(previous ^ slot);
        previous = slot;
    }
}

/// An order in an image whose links [`is_list`] accepted.
pub(crate) struct FreeOrder<'a, L> {
    used: u32,
    starts: &'a Starts,
    links: &'a [L],
}

impl<'a, L: LinkBytes> FreeOrder<'a, L> {
    /// The order of all slots except the `used` ones.
    pub(crate) fn new(used: u32, starts: &'a Starts, links: &'a [u8]) -> Self {
        FreeOrder { used, starts, links: bytemuck::cast_slice(links) }
    }

    fn free(&self) -> u32 {
        self.end() - self.used
    }

    /// Returns the last slot, if one is free. A link is its slot XOR the next one, so the XOR of all links leaves the
    /// first slot and the last one.
    fn last(&self) -> u32 {
        self.links.iter().fold(self.starts[0], |slot, link| slot ^ link.to_bits())
    }
}

impl<L: LinkBytes> SavedOrder for FreeOrder<'_, L> {
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
    fn each_position(&self, mut visit: impl FnMut(u32, u32)) {
        let walked = walk(self.links, self.starts, self.free(), |position, slot| {
            visit(position, slot);
            Some(())
        });
        assert!(walked.is_some(), "checked links are not a list");
    }

    fn each_link(&self, mut visit: impl FnMut(u32, Option<u32>)) {
        let last = self.last();
        for (slot, link) in (0..self.end()).zip(self.links) {
            match link.to_bits() {
                0 if slot != last || self.free() == 0 => {}
                0 => visit(slot, None),
                bits => visit(slot, Some(slot ^ bits)),
            }
        }
    }
}

/// Calls `visit` with every position of the order and its slot, which is below `links.len()`. Returns `None` if
/// `visit` does, or if this is not a list of `free` different slots with the parts at `starts`.
#[inline]
fn walk<L: LinkBytes>(
    links: &[L],
    starts: &Starts,
    free: u32,
    mut visit: impl FnMut(u32, u32) -> Option<()>,
) -> Option<()> {
    let mut follow = |position: u32, slot: &mut u32| {
        let link = links.get(*slot as usize)?.to_bits();
        visit(position, *slot)?;
        *slot ^= link;
        Some(link)
    };
    if free == 0 {
        return (*starts == [0; LANES]).then_some(());
    }
    let length = lane_length(free);
    let mut slots = *starts;
    for step in 0..length {
        for (lane, slot) in slots.iter_mut().enumerate() {
            follow(lane as u32 * length + step, slot).filter(|&link| link != 0)?;
        }
    }
    // Each part ends where the next begins.
    if slots[..LANES - 1] != starts[1..] {
        return None;
    }
    // The rest after the parts, and then the last slot.
    let mut slot = slots[LANES - 1];
    for position in LANES as u32 * length..free - 1 {
        follow(position, &mut slot).filter(|&link| link != 0)?;
    }
    follow(free - 1, &mut slot).filter(|&link| link == 0).map(drop)
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
    let has_right_count = if free <= 1 {
        // No early exit, so that several bytes are looked at together.
        links.iter().fold(0, |bits, byte| bits | byte) == 0
    } else {
        count_links::<L>(bytemuck::cast_slice(links)) == free - 1
    };
    let links = bytemuck::cast_slice::<u8, L>(links);
    has_right_count && walk(links, starts, free, |_, slot| is_free(slot as usize).then_some(())).is_some()
}

/// Returns the number of links that are not 0.
#[inline]
fn count_links<L: LinkBytes>(links: &[L]) -> u32 {
    if size_of::<L>() == 3 {
        return count_triples(bytemuck::cast_slice(links));
    }
    count_in_bytes(links, |link| link.to_bits() != 0)
}

#[cfg(test)]
mod tests;
