//! What boxes forward to their items.

use stackpool::{Pool, pool};

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

#[test]
fn zero_bytes_are_no_box() {
    #[derive(Pool, bytemuck::Zeroable)]
    #[pool(capacity = 4, boxed)]
    struct Node {
        next: Option<NodeBox>,
        id: u32,
    }
    pool! {
        Shared: [u8; 255], shared;
        Kept: [u8; 65_535], objects;
        Wide: [u8; 70_000], boxed, sync = local;
    }
    #[derive(bytemuck::Zeroable)]
    struct Others(Option<SharedArc>, Option<KeptObject>, Option<WideBox>);

    let last = NodeBox::new_zeroed().unwrap();
    assert!(last.next.is_none());
    let mut first = NodeBox::new_zeroed().unwrap();
    (first.next, first.id) = (Some(last), 1);
    assert_eq!(first.next.as_ref().map(|last| last.id), Some(0));
    drop(first);
    assert_eq!(NodeBox::len(), 0);
    let Others(shared, kept, wide) = bytemuck::Zeroable::zeroed();
    assert!(shared.is_none() && kept.is_none() && wide.is_none());
}
