//! The numbers of guards in images, and how the bytes of each are read. They are part of the format: none of them
//! changes, and a new guard gets a number that no other has.

use super::Unit;

/// No guard, or a guard that keeps nothing.
pub(crate) const NONE: u16 = 0;

/// Guard `live`.
pub(crate) const LIVE: u16 = 1 << 1;

/// A list, which has no guard. No guard has this number.
pub(crate) const LIST: u16 = u16::MAX;

/// Guard `generation`, with cells of this many bits.
#[inline]
pub(crate) const fn cells(bits: u32, retires: bool) -> u16 {
    assert!(bits == 8 || bits == 16 || bits == 32, "a cell is an integer");
    (bits << 1) as u16 | retires as u16
}

/// The smallest group of slots that has bytes of its own in the image of the guard of this number.
#[inline]
pub(crate) const fn unit(kind: u16) -> Unit {
    match kind {
        LIVE => Unit { slots: 32, bytes: 4 },
        cells => Unit::slot(cells as usize >> 4),
    }
}

/// The bits of a slot in the bytes of the guard of this number.
#[inline]
pub(crate) fn bits(kind: u16) -> u32 {
    u32::from(kind >> 1)
}

/// Whether slots retire under the guard of this number.
#[inline]
pub(crate) fn retires(kind: u16) -> bool {
    kind & 1 == 1
}

/// Whether an image of the guard `saved` can be converted to one of the guard `own`. Every guard converts to itself.
/// `live` and guards with generations that do not retire slots also convert to guards of the latter kind.
#[inline]
pub(crate) fn takes(own: u16, saved: u16) -> bool {
    let has_generations = |kind| [cells(8, false), cells(16, false), cells(32, false)].contains(&kind);
    saved != LIST && (saved == own || has_generations(own) && (saved == LIVE || has_generations(saved)))
}

/// The image of a guard of another definition.
#[derive(Clone, Copy, Debug)]
pub struct SavedGuard<'a> {
    /// The kind of the guard.
    pub(crate) kind: u16,
    /// The number of its generations, with the one that is reserved for retired slots.
    pub(crate) generations: u32,
    /// Its bytes.
    pub(crate) bytes: &'a [u8],
}

impl SavedGuard<'_> {
    /// Returns whether a slot is live, and its generation. `None` for bytes that no guard writes.
    #[inline]
    pub(crate) fn state(&self, slot: usize) -> Option<(bool, u32)> {
        let unit = unit(self.kind);
        let bytes = self.bytes.get(slot / unit.slots.max(1) * unit.bytes..)?.get(..unit.bytes)?;
        let cell = match *bytes {
            [cell] => cell.into(),
            [low, high] => u16::from_ne_bytes([low, high]).into(),
            [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]),
            _ => return None,
        };
        if self.kind == LIVE {
            return Some((cell >> (slot % 32) & 1 == 1, 0));
        }
        let mask = self.generations.next_power_of_two() - 1;
        let flag = cell & !mask;
        let all = (u64::MAX >> (64 - 8 * unit.bytes)) as u32 & !mask;
        let generation = cell & mask;
        ((flag == 0 || flag == all) && generation < self.generations).then_some((flag != 0, generation))
    }
}
