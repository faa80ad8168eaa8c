//! The order of the objects of a dense pool: the position of each live slot, one after the other in slot order. Slots
//! that are not live have 0. A pool in place has none of these bytes.
//!
//! A slot keeps its bytes until its object moves. So a delta has the positions of the words that moved, and no object
//! that did nothing but move.

use super::slot_order::count_links;
use crate::base::link_bytes::LinkBytes;
use crate::base::ones::ones;

/// The bytes in which positions are marked, to find one that occurs twice. Firmware has less memory.
const MARKS: usize = if cfg!(target_os = "none") { 1 << 10 } else { 1 << 13 };

/// Writes the positions of the live slots, whose words `live` gives. `noted` returns the position of a live slot, and
/// anything for another one.
pub(super) fn save<L: LinkBytes>(
    live: impl Fn(usize) -> u64,
    noted: impl Fn(usize) -> u32,
    bytes: &mut [u8],
) {
    let positions = bytemuck::cast_slice_mut::<u8, L>(bytes);
    for (word, positions) in positions.chunks_mut(64).enumerate() {
        let (first, live) = (64 * word, live(word));
        if live.count_ones() <= 32 {
            positions.fill(L::from_bits(0));
            ones(live).for_each(|slot| positions[slot] = L::from_bits(noted(first + slot)));
            continue;
        }
        // All are copied in a row, and forgotten again where there is no object.
        for (slot, position) in positions.iter_mut().enumerate() {
            *position = L::from_bits(noted(first + slot));
        }
        for slot in ones(!live & u64::MAX >> (64 - positions.len())) {
            positions[slot] = L::from_bits(0);
        }
    }
}

/// Returns the position of a slot.
#[inline]
pub(super) fn position<L: LinkBytes>(bytes: &[u8], slot: usize) -> usize {
    bytemuck::cast_slice::<u8, L>(bytes)[slot].to_bits() as usize
}

/// Whether the bytes are positions of `count` live slots, whose words `live` gives: each position below `count` once,
/// and 0 for all other slots. O(slots) for up to [`MARKS`] objects, and O(slots * objects / (8 * [`MARKS`])) for more,
/// without memory that depends on them.
#[inline]
pub(super) fn are_valid<L: LinkBytes>(bytes: &[u8], count: usize, live: impl Fn(usize) -> u64) -> bool {
    let positions = bytemuck::cast_slice::<u8, L>(bytes);
    // One object is at position 0.
    if count_links(positions) as usize != count.saturating_sub(1) {
        return false;
    }
    // A mark that is a byte is written without being read.
    if count <= MARKS {
        occur_once::<L, 1>(positions, count, live)
    } else {
        occur_once::<L, 8>(positions, count, live)
    }
}

/// Whether each position below `count` occurs among those of as many live slots. `PER_BYTE` marks are in a byte.
fn occur_once<L: LinkBytes, const PER_BYTE: usize>(
    positions: &[L],
    count: usize,
    live: impl Fn(usize) -> u64,
) -> bool {
    let (mut seen, mut are_below) = (0, true);
    for first in (0..count).step_by(MARKS * PER_BYTE) {
        let mut marks = [0_u8; MARKS];
        for (word, positions) in positions.chunks(64).enumerate() {
            for slot in ones(live(word)) {
                let Some(position) = positions.get(slot) else { return false };
                let position = position.to_bits() as usize;
                are_below &= position < count;
                let mark = position.wrapping_sub(first);
                if let Some(marks) = marks.get_mut(mark / PER_BYTE) {
                    *marks |= 1 << (mark % PER_BYTE);
                }
            }
        }
        seen += marks.iter().map(|marks| marks.count_ones() as usize).sum::<usize>();
    }
    are_below && seen == count
}
