//! A free list as bytes, and back: see [`free_order`](crate::image::free_order).

use crate::base::link_bytes::LinkBytes;
use crate::image::free_order::{LANES, Starts, lane_length};

/// Writes a link for each slot; where the walks over them begin.
pub(super) fn save<S: LinkBytes>(order: impl ExactSizeIterator<Item = u32>, links: &mut [u8]) -> Starts {
    links.fill(0);
    let links = bytemuck::cast_slice_mut::<u8, S>(links);
    let mut starts = [0; LANES];
    let mut lane = 0;
    let length = lane_length(order.len() as u32);
    let mut previous = None;
    for (position, slot) in (0..).zip(order) {
        while lane < LANES && lane as u32 * length == position {
            starts[lane] = slot;
            lane += 1;
        }
        if let Some(previous) = previous.replace(slot) {
            links[previous as usize] = S::from_bits(previous ^ slot);
        }
    }
    starts
}

/// Calls `link` with each slot that is on the list, below the last ones that stand in ascending order, and with what comes
/// behind it. The first slot, and that from which on they do: all are free there, and the end of the list.
///
/// The links are a list that was checked, of all slots but those `used`.
pub(super) fn load<S: LinkBytes>(
    used: u32,
    starts: &Starts,
    links: &[u8],
    mut link: impl FnMut(u32, u32),
) -> (u32, u32) {
    let links = bytemuck::cast_slice::<u8, S>(links);
    let capacity = links.len() as u32;
    if used == capacity {
        return (capacity, capacity);
    }
    // A link is its slot ^ the next: of all together the first slot and the last are left.
    let first = starts[0];
    let last = links.iter().fold(first, |slot, link| slot ^ link.to_bits());
    let mut fresh = capacity;
    if last == capacity - 1 {
        fresh = last;
        while fresh > 0 && links[fresh as usize - 1].to_bits() == (fresh - 1) ^ fresh {
            fresh -= 1;
        }
    }
    for (slot, saved) in (0..fresh).zip(links) {
        match saved.to_bits() {
            0 if slot != last => {}
            0 => link(slot, capacity),
            bits => link(slot, slot ^ bits),
        }
    }
    (first, fresh)
}
