//! Packed handles, at every position.

use super::*;
use crate::base::size::{IS_SMALL, miri_or};

/// The same bits in a plain list of bits.
fn model(words: &[u16], bits: u32, index: usize) -> u32 {
    let start = index * bits as usize;
    let bit = |i: usize| u32::from(words[i / 16] >> (i % 16) & 1);
    (0..bits as usize).map(|i| bit(start + i) << i).sum()
}

#[test]
fn entries_of_every_width_are_where_they_should_be() {
    const ENTRIES: usize = BLOCK * miri_or(1, 3);
    for bits in (1..=32).filter(|bits| !IS_SMALL || [1, 9, 17, 24, 32].contains(bits)) {
        // As many words as the widest entries take. Narrow entries leave the rest alone.
        let mut words = Words([0xA5C3; 2 * ENTRIES]);
        let mut entries: [u32; ENTRIES] = core::array::from_fn(|i| model(&words.0, bits, i));
        assert!((0..ENTRIES).all(|i| words.get(bits, i) == entries[i]));
        for step in 0..miri_or(1, 4) * ENTRIES {
            let index = step * 29 % ENTRIES;
            let value = (step as u32).wrapping_mul(0x9E37_79B9) >> (32 - bits);
            let value = if step % 5 == 0 { mask(bits) as u32 } else { value };
            words.set(bits, index, value);
            entries[index] = value;
            for neighbour in [index.saturating_sub(1), index, (index + 1).min(ENTRIES - 1)] {
                assert_eq!(words.get(bits, neighbour), entries[neighbour]);
                assert_eq!(model(&words.0, bits, neighbour), entries[neighbour]);
            }
        }
        let used = ENTRIES / BLOCK * bits as usize;
        assert!(words.0[used..].iter().all(|&word| word == 0xA5C3), "words after the last were written");
    }
}
