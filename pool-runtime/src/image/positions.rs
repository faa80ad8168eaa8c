//! The order of the objects of a dense pool: the position of each live slot, one after the other in slot order. Slots
//! that are not live have 0. A pool in place has none of these bytes.
//!
//! A slot keeps its bytes until its object moves. So a delta has the positions of the words that moved, and no object
//! that did nothing but move.

use crate::base::link_bytes::LinkBytes;

/// How many positions are marked at once, to find one that occurs twice: 8 KiB of bits, of which firmware has less.
const MARKED: usize = if cfg!(target_os = "none") { 1 << 11 } else { 1 << 16 };

/// Writes the positions of the live slots, which `live` gives with their positions.
#[inline]
pub(super) fn save<L: LinkBytes>(live: impl Iterator<Item = (usize, usize)>, bytes: &mut [u8]) {
    bytes.fill(0);
    let positions = bytemuck::cast_slice_mut::<u8, L>(bytes);
    live.for_each(|(slot, position)| positions[slot] = L::from_bits(position as u32));
}

/// Returns the position of a slot.
#[inline]
pub(super) fn position<L: LinkBytes>(bytes: &[u8], slot: usize) -> usize {
    bytemuck::cast_slice::<u8, L>(bytes)[slot].to_bits() as usize
}

/// Whether the bytes are positions of `count` live slots: each position below `count` once, and 0 for all other slots.
/// O(slots + live slots * `count` / [`MARKED`]), without memory that depends on them.
#[inline]
pub(super) fn are_valid<L: LinkBytes>(bytes: &[u8], count: usize, is_live: impl Fn(usize) -> bool) -> bool {
    let positions = bytemuck::cast_slice::<u8, L>(bytes);
    let mut seen = 0;
    for first in (0..count).step_by(MARKED) {
        let mut marked = [0_u32; MARKED / 32];
        for (slot, position) in positions.iter().enumerate() {
            let position = position.to_bits() as usize;
            if !is_live(slot) {
                if position != 0 {
                    return false;
                }
                continue;
            }
            let Some(place) = position.checked_sub(first).filter(|&place| place < MARKED) else { continue };
            let (word, bit) = (&mut marked[place / 32], 1 << (place % 32));
            if *word & bit != 0 || position >= count {
                return false;
            }
            *word |= bit;
            seen += 1;
        }
    }
    seen == count && (count > 0 || positions.iter().all(|position| position.to_bits() == 0))
}
