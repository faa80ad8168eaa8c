//! Random changes of bytes.

use stackpool_soak::Random;

/// The bytes at the front, which are changed more often: labels and lengths.
const FRONT: usize = 160;

/// The most bytes that are moved at once.
const BLOCK: usize = 64;

/// Changes the bytes once or a few times. Parts of the other bytes may get in.
pub(crate) fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    loop {
        change(bytes, other, random);
        if random.percent(60) {
            return;
        }
    }
}

fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    if bytes.is_empty() {
        bytes.extend(other);
    }
    let at = position(bytes, random);
    match random.below(12) {
        0..3 => bytes[at] ^= 1 << random.below(8),
        3 => bytes[at] = random.bits() as u8,
        4..6 => number(bytes, at, random),
        6 => bytes.truncate(at),
        7 => bytes.extend((0..=random.below(BLOCK)).map(|_| 0)),
        8 => {
            // Two blocks of one length change places.
            let to = position(bytes, random);
            let [first, second] = [at.min(to), at.max(to)];
            let len = (second - first).min(bytes.len() - second).min(1 + random.below(BLOCK));
            let (left, right) = bytes.split_at_mut(second);
            left[first..first + len].swap_with_slice(&mut right[..len]);
        }
        9 => {
            // A block of another save, at its own place or anywhere.
            let from = if random.percent(50) { at.min(other.len() - 1) } else { random.below(other.len()) };
            let len = (1 + random.below(BLOCK)).min(other.len() - from);
            let end = (at + len).min(bytes.len());
            bytes.splice(at..end, other[from..from + len].iter().copied());
        }
        10 => {
            // A block goes, or comes twice.
            let end = (at + 1 + random.below(BLOCK)).min(bytes.len());
            if random.percent(50) {
                bytes.drain(at..end);
            } else {
                let block = bytes[at..end].to_vec();
                bytes.splice(at..at, block);
            }
        }
        _ => {
            let end = (at + 1 + random.below(BLOCK)).min(bytes.len());
            let to = random.below(bytes.len() - (end - at) + 1);
            bytes.copy_within(at..end, to);
        }
    }
}

/// A position in the bytes.
fn position(bytes: &[u8], random: &mut Random) -> usize {
    let end = if random.percent(80) { bytes.len() } else { bytes.len().min(FRONT) };
    random.below(end)
}

/// Writes a number of 1 to 8 bytes that is likely to be wrong by a little, or by much.
fn number(bytes: &mut [u8], at: usize, random: &mut Random) {
    let width = 1 << random.below(4);
    let at = at / width * width;
    let Some(place) = bytes.get_mut(at..at + width) else { return };
    let mut value = [0; 8];
    value[..width].copy_from_slice(place);
    let value = u64::from_le_bytes(value);
    let value = match random.below(8) {
        0 => 0,
        1 => 1,
        2 => u64::MAX,
        3 => 1 << random.below(64),
        4 => value.wrapping_sub(1),
        5 => value.wrapping_add(1),
        6 => value.wrapping_add(random.bits() % 64).wrapping_sub(32),
        _ => random.bits() % 2_048,
    };
    place.copy_from_slice(&value.to_le_bytes()[..width]);
}
