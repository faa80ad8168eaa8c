//! What boxes forward to their items.

use stackpool::pool;

/// Adds numbers, and counts bytes.
#[derive(Default)]
struct Sums([u64; 2]);

impl std::hash::Hasher for Sums {
    fn finish(&self) -> u64 {
        self.0[0].rotate_left(32) ^ self.0[1]
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0[1] += bytes.len() as u64;
    }

    fn write_u32(&mut self, number: u32) {
        self.0[0] = self.0[0].wrapping_add(number.into());
    }

    fn write_isize(&mut self, number: isize) {
        self.0[0] = self.0[0].wrapping_add(number as u64);
    }
}

pool! {
    Hashers: [Sums; 2], boxed;
}

#[test]
fn a_hasher_in_a_box_hashes_as_it_does_outside() {
    use std::hash::{Hash, Hasher};

    fn hash<H: Hasher>(mut hasher: H) -> u64 {
        (7_u32, 9_u16, -1_isize, "two").hash(&mut hasher);
        hasher.finish()
    }

    let boxed = HashersBox::new(Sums::default()).ok().unwrap();
    assert_eq!(hash(boxed), hash(Sums::default()));
}
