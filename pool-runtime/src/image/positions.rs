//! The order of the objects of a dense pool: the position of each live slot, one after the other in slot order. Slots
//! that are not live have 0. A pool in place has none of these bytes.
//!
//! A slot keeps its bytes until its object moves. So a delta has the positions of the words that moved, and no object
//! that did nothing but move.

#![expect(unsafe_code, reason = "marks are in memory that is only written where it is used")]

use super::slot_order::{count_links, set_link};
use crate::base::count_in_bytes::count_in_bytes;
use crate::base::cut;
use crate::base::link_bytes::LinkBytes;
use crate::base::ones::ones;
use core::mem::MaybeUninit;
use core::ptr;

/// The bytes in which positions are marked, to find one that is missing. Firmware has less memory.
const MARKS: usize = if cfg!(target_os = "none") { 1 << 10 } else { 1 << 13 };

/// Writes the positions of the live slots, whose words `live` gives. `noted` returns the position of a live slot, and
/// anything for another one.
pub(super) fn save<L: LinkBytes>(
    live: impl Fn(usize) -> u64,
    noted: impl Fn(usize) -> u32,
    bytes: &mut [u8],
) {
    let positions = cut::cast_mut::<L>(bytes);
    for (word, positions) in positions.chunks_mut(64).enumerate() {
        let (first, live) = (64 * word, live(word));
        if live.count_ones() <= 32 {
            positions.fill(L::from_bits(0));
            ones(live).for_each(|slot| set_link(positions, slot as u32, noted(first + slot)));
            continue;
        }
        // All are copied in a row, and forgotten again where there is no object.
        for (slot, position) in positions.iter_mut().enumerate() {
            *position = L::from_bits(noted(first + slot));
        }
        for slot in ones(!live & u64::MAX >> (64 - positions.len())) {
            set_link(positions, slot as u32, 0);
        }
    }
}

/// Returns the position of a slot.
#[inline]
pub(super) fn position<L: LinkBytes>(bytes: &[u8], slot: usize) -> usize {
    let position = cut::cast::<L>(bytes).get(slot);
    invariant!(position.is_some(), "a slot beyond the positions");
    position.map_or(0, |position| position.to_bits() as usize)
}

/// Whether the bytes are positions of `count` live slots, whose words `live` gives: each position below `count` once,
/// and 0 for all other slots. O(slots) for up to [`MARKS`] objects, and O(slots * objects / (8 * [`MARKS`])) for more,
/// without memory that depends on them.
#[inline]
pub(super) fn are_valid<L: LinkBytes>(bytes: &[u8], count: usize, live: impl Fn(usize) -> u64) -> bool {
    let positions = cut::cast::<L>(bytes);
    // One object is at position 0.
    if count_links(positions) as usize != count.saturating_sub(1) {
        return false;
    }
    if count <= MARKS { mark_bytes(positions, count, live) } else { mark_bits(positions, count, live) }
}

/// Whether each position below `count`, which is at most [`MARKS`], occurs among those of as many live slots. Marks are
/// bytes, which are written without being read.
fn mark_bytes<L: LinkBytes>(positions: &[L], count: usize, live: impl Fn(usize) -> u64) -> bool {
    let mut memory = [const { MaybeUninit::uninit() }; MARKS];
    // Most pools need a small part of the memory.
    let marks = zeroed(cut::first_mut(&mut memory, count));
    let are_below = each_live(positions, live, |position| {
        *marks.get_mut(position)? = 1;
        Some(())
    });
    are_below.is_some() && count_in_bytes(marks, |&byte| byte != 0) as usize == count
}

/// Whether each position below `count` occurs among those of as many live slots. Marks are bits.
fn mark_bits<L: LinkBytes>(positions: &[L], count: usize, live: impl Fn(usize) -> u64) -> bool {
    let mut memory = [const { MaybeUninit::uninit() }; MARKS];
    let mut seen = 0;
    for first in (0..count).step_by(8 * MARKS) {
        let here = count - first;
        let marks = zeroed(&mut memory[..here.div_ceil(8).min(MARKS)]);
        let have_slots = each_live(positions, &live, |position| {
            let place = position.wrapping_sub(first);
            if let Some(bits) = marks.get_mut(place / 8) {
                *bits |= 1 << (place % 8);
            }
            Some(())
        });
        if have_slots.is_none() {
            return false;
        }
        // Positions from `count` on are not counted.
        let (whole, rest) = ((here / 8).min(MARKS), here % 8);
        let last = marks.get(whole).map_or(0, |bits| bits & ((1 << rest) - 1));
        let ones = |bits: &u8| bits.count_ones() as usize;
        seen += marks[..whole].iter().map(ones).sum::<usize>() + ones(&last);
    }
    seen == count
}

/// Calls `visit` with the positions of the live slots. Returns `None` if it does, or if there is a live slot without a
/// position.
#[inline]
fn each_live<L: LinkBytes>(
    positions: &[L],
    live: impl Fn(usize) -> u64,
    mut visit: impl FnMut(usize) -> Option<()>,
) -> Option<()> {
    for (word, positions) in positions.chunks(64).enumerate() {
        let live = live(word);
        if live == u64::MAX && positions.len() == 64 {
            for position in positions {
                visit(position.to_bits() as usize)?;
            }
            continue;
        }
        for slot in ones(live) {
            visit(positions.get(slot)?.to_bits() as usize)?;
        }
    }
    Some(())
}

/// Writes zeros to all bytes, and returns them.
#[inline]
fn zeroed(memory: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    memory.fill(MaybeUninit::new(0));
    let bytes: *mut [u8] = ptr::from_mut(memory) as *mut [u8];
    // SAFETY: the memory is mutably borrowed as long as the result is, and all of its bytes were just written.
    unsafe { &mut *bytes }
}

#[cfg(test)]
mod tests {
    use super::{MARKS, are_valid, position, save};
    use crate::base::size::miri_or;
    use std::vec;
    use std::vec::Vec;

    /// As many live slots as positions, without every fifth slot, in an order that jumps.
    fn saved(count: usize) -> (Vec<u8>, Vec<u64>) {
        let slot_of = |place: usize| place + place / 4;
        let slots = count.checked_sub(1).map_or(0, |last| slot_of(last) + 1);
        let (mut live, mut noted) = (vec![0_u64; slots.div_ceil(64)], vec![7; slots]);
        for place in 0..count {
            // 7,919 is a prime number that divides none of the counts.
            let slot = slot_of(place * 7_919 % count);
            live[slot / 64] |= 1 << (slot % 64);
            noted[slot] = place as u32;
        }
        let mut bytes = vec![0xFF; 4 * slots];
        save::<[u8; 4]>(|word| live[word], |slot| noted[slot], &mut bytes);
        for slot in 0..slots {
            let expected = if live[slot / 64] >> (slot % 64) & 1 == 1 { noted[slot] } else { 0 };
            assert_eq!(position::<[u8; 4]>(&bytes, slot), expected as usize);
        }
        (bytes, live)
    }

    #[test]
    fn only_permutations_are_valid() {
        // Around the numbers of marks that are bytes, and that are bits.
        let many = [MARKS - 1, MARKS, MARKS + 1, 8 * MARKS - 1, 8 * MARKS, 8 * MARKS + 9, 17 * MARKS];
        for count in [0, 1, 2, 3, 52, 63, 64, 65, 300].into_iter().chain(many).take(miri_or(5, 16)) {
            let (bytes, live) = saved(count);
            let check = |bytes: &[u8]| are_valid::<[u8; 4]>(bytes, count, |word| live[word]);
            assert!(check(&bytes), "{count} positions");
            let slots = bytes.len() / 4;
            for slot in (0..slots).step_by(slots / miri_or(3, 7) + 1).chain(slots.checked_sub(1)) {
                let right = position::<[u8; 4]>(&bytes, slot) as u32;
                let others =
                    [0, 1, 5, count as u32 - 1, count as u32, count as u32 + 1, MARKS as u32, u32::MAX];
                for wrong in others.into_iter().filter(|&wrong| wrong != right) {
                    let mut bytes = bytes.clone();
                    bytes[4 * slot..][..4].copy_from_slice(&wrong.to_ne_bytes());
                    assert!(!check(&bytes), "{wrong} for {right} at slot {slot}, of {count}");
                }
            }
        }
    }
}
