//! The items in an image, for items of many sizes: those of the live slots, in slot order.

use super::*;
use bytemuck::Pod;

pool! {
    /// Full words and a part of one. With items of 200 bytes, a block is smaller than a word.
    Ones: [u8; miri_or(70, 150)];
    Threes: [[u8; 3]; miri_or(70, 150)], guard = live;
    Sixteens: [[u8; 16]; miri_or(70, 150)];
    TwentyFours: [[u64; 3]; miri_or(70, 150)], guard = live;
    ThirtyTwos: [[u64; 4]; 1_000];
    ThirtyOnes: [[u8; 31]; 1_000], guard = live;
    TwoHundreds: [[u64; 25]; miri_or(70, 150)];
    /// Slots with padding between the items.
    Spread: [[u8; 17]; miri_or(70, 150)], align = 32;
    WholeWords: [u64; miri_or(64, 128)], guard = live;
}

/// Selects the live slots.
#[derive(Clone, Copy, Debug)]
enum Live {
    /// The slots of every second word of 64.
    Words,
    /// This many of 16 slots, at random.
    Random(u64),
}

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// An item without a byte that is zero.
    fn item<T: Pod>(&mut self) -> T {
        let mut item = T::zeroed();
        for part in bytemuck::bytes_of_mut(&mut item).chunks_mut(8) {
            let word = (self.next() << 33 ^ self.next()) | 0x0101_0101_0101_0101;
            part.copy_from_slice(&word.to_le_bytes()[..part.len()]);
        }
        item
    }
}

/// A pool in which these slots are live, and the items of its image.
fn filled<P: PoolSpec<Item: Pod>>(live: Live, random: &mut Random) -> (Heap<Pool<P>>, Vec<u8>)
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    let handles: Vec<_> =
        (0..Pool::<P>::CAPACITY).map(|_| pool.insert(random.item()).ok().unwrap()).collect();
    for handle in handles {
        let index = handle.index();
        let is_live = match live {
            Live::Words => index / 64 % 2 == 0,
            Live::Random(sixteenths) => random.next() % 16 < sixteenths,
        };
        if !is_live {
            pool.remove(handle);
        }
    }
    let mut items = Vec::new();
    for item in pool.values() {
        items.extend_from_slice(bytemuck::bytes_of(item));
    }
    (pool, items)
}

/// The image has the expected items. It overwrites any buffer, and any pool can be restored from it.
fn comes_back<P: PoolSpec<Item: Pod>>(random: &mut Random)
where
    P::Layout: Tracked,
{
    let (mut other, _) = filled::<P>(Live::Random(9), random);
    const ALL: &[Live] = &[Live::Words, Live::Random(8), Live::Random(0), Live::Random(15), Live::Random(16)];
    for &live in miri_or(ALL.split_at(2).0, ALL) {
        let (pool, items) = filled::<P>(live, random);
        let mut buffer = vec![0xA5; Pool::<P>::SAVED_BYTES];
        let image = &*pool.save_into(&mut buffer).unwrap();
        let start = image.len() - items.len();
        assert!(image[start..] == items, "{live:?}: the items of the image differ");
        other.restore(image).unwrap();
        for handle in pool.handles() {
            let [a, b] = [&pool[handle], &other[handle]].map(bytemuck::bytes_of);
            assert_eq!(a, b, "{live:?}: {handle:?}");
        }
        assert!(other.save() == image, "{live:?}: the restored pool differs");
        // An item too many, and one too few.
        for length in [image.len() - 1, image.len() + size_of::<P::Item>()] {
            let mut wrong = image.to_vec();
            wrong.resize(length, 0);
            let expected = RestoreError::Length { expected: image.len(), found: length };
            if items.is_empty() && length < image.len() {
                assert!(other.restore(&wrong).is_err());
            } else {
                assert_eq!(other.restore(&wrong), Err(expected.into()));
            }
        }
        assert!(other.save() == image, "an error changed the pool");
    }
}

#[test]
fn items_of_any_size_are_saved_as_they_are() {
    let random = &mut Random(1);
    comes_back::<Ones>(random);
    comes_back::<TwentyFours>(random);
    if !IS_SMALL {
        comes_back::<Threes>(random);
        comes_back::<Sixteens>(random);
        comes_back::<ThirtyTwos>(random);
        comes_back::<ThirtyOnes>(random);
    }
    comes_back::<TwoHundreds>(random);
    comes_back::<Spread>(random);
    comes_back::<WholeWords>(random);
}
