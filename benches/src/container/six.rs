//! Objects of 48 bytes.

use super::Payload;

/// An object of 48 bytes.
///
/// Each word is made by a rotation. If it were made like those of `[u64; 6]`, the compiler would put all six words in
/// one vector that no machine has, and move them one by one.
#[derive(Clone, Copy, Debug)]
pub struct Six([u64; 6]);

impl Payload for Six {
    #[inline(always)]
    fn of(number: u64) -> Self {
        let word = |distance| number.rotate_left(distance);
        Six([number, word(1), word(2), word(3), word(4), word(5)])
    }

    #[inline]
    fn first(&self) -> u64 {
        self.0[0]
    }

    #[inline]
    fn count(&mut self) {
        self.0[0] = self.0[0].wrapping_add(1);
    }

    #[inline]
    fn sum(&self) -> u64 {
        self.0.sum()
    }
}
