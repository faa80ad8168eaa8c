//! The free slots in the order in which they will be handed out: a list of [links](crate::base::link_bytes), one link a slot, and the
//! slots at which eight walks over it begin.
//!
//! ```text
//!  slot     0      1      2      3      4        free slots in order: 3, 0, 4
//!        +------+------+------+------+------+
//!  link  | 0^4  |  0   |  0   | 3^0  |  0   |     1 and 2 are not free; 4 is the last
//!        +------+------+------+------+------+
//! ```
//!
//! Why a list and not the table itself: that the list has every free slot once can be checked without memory and in
//! linear time. A walk that comes to the last slot has been at different slots all the way: had it been at one twice, it
//! would go round for ever. And a change in the pool changes the links of the slots it concerns, no others.
//!
//! A single walk waits for every link before it can look at the next. So the list is cut into [`LANES`] parts of the same
//! length (and the few slots left over), which are walked at once. Where a part begins follows from the order: the image
//! of a state is still the only one.

use crate::base::count_in_bytes::count_in_bytes;
use crate::base::link_bytes::LinkBytes;

/// Parts that are walked at once.
pub(crate) const LANES: usize = 8;

/// Where the parts begin: the free slot at position `lane * lane_length(free)` of the order. 0 where no slot is free.
pub(crate) type Starts = [u32; LANES];

/// Links of one part, of a list of `free` slots.
pub(crate) fn lane_length(free: u32) -> u32 {
    free.saturating_sub(1) / LANES as u32
}

/// Calls `visit` with every position of the order and its slot, which is below `links.len()`. `None` when `visit` gave
/// that, or when this is no list of `free` different slots, all from `starts` on.
#[inline]
pub(crate) fn walk<L: LinkBytes>(
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
    // What is left over, and the last slot.
    let mut slot = slots[LANES - 1];
    for position in LANES as u32 * length..free - 1 {
        follow(position, &mut slot).filter(|&link| link != 0)?;
    }
    follow(free - 1, &mut slot).filter(|&link| link == 0).map(drop)
}

/// Whether the links are a list of exactly the `free` slots for which `is_free`, and all others are 0.
#[inline]
pub(crate) fn is_list<L: LinkBytes>(
    links: &[u8],
    starts: &Starts,
    free: u32,
    is_free: impl Fn(usize) -> bool,
) -> bool {
    let links = bytemuck::cast_slice::<u8, L>(links);
    // The slots of the list are different ones, so all its links but the last are the only ones that are not 0.
    count_in_bytes(links, |link| link.to_bits() != 0) == free.saturating_sub(1)
        && walk(links, starts, free, |_, slot| is_free(slot as usize).then_some(())).is_some()
}

#[cfg(test)]
mod tests;
