//! Deltas between images of random bytes, and forged ones.

use super::*;
use crate::base::size::{cases, miri_or};
use crate::image::checksum::{CHECKSUM_BYTES, checksum};
use crate::image::known_item::KnownItem;
use crate::image::version::VERSION;
use proptest::prelude::*;
use std::vec;
use std::vec::Vec;

const DELTA: Delta = Delta {
    fingerprint: Fingerprint {
        version: VERSION,
        capacity: 150,
        guard: 2,
        generations: 1,
        quarantine: 0,
        items: 7,
        known: &KnownItem::NONE,
    },
    parts: [Unit { slots: 32, bytes: 4 }, Unit::slot(2), Unit::slot(0)],
    item_bytes: 3,
    live: |guard, _| {
        let mut word = [0; 8];
        word[..guard.len()].copy_from_slice(guard);
        u64::from_le_bytes(word)
    },
    is_free: |guard, slot| guard[slot / 8] >> (slot % 8) & 1 == 0,
    is_live: |guard, slot| guard[slot / 8] >> (slot % 8) & 1 == 1,
    is_new: |guard, slot| guard[slot / 8] >> (slot % 8) & 1 == 0,
    column: |number| (number == 0).then_some(3),
    sum: checksum,
    is_part: false,
};

/// An image of this many slots, of zeros except for some bytes. All slots in the bytes of `live` are live.
fn image(extent: u32, live: &[u8], patches: &[(usize, u8)]) -> Vec<u8> {
    let extent_bytes = DELTA.items_start(extent as usize);
    let mut image = vec![0; extent_bytes];
    Header { extent, waiting: 0, starts: [0; 8], has_live: false, has_tail: false }
        .write(&mut image, DELTA.fingerprint);
    let guard = DELTA.parts[0].bytes_of(extent as usize);
    for (at, byte) in live.iter().enumerate().take(guard) {
        image[Header::BYTES + at] = *byte;
    }
    let count: u32 = image[Header::BYTES..][..guard].iter().map(|byte| byte.count_ones()).sum();
    image.resize(extent_bytes + 3 * count as usize, 0);
    let start = Header::BYTES + guard;
    for &(at, byte) in patches {
        let bytes = image.len() - start;
        if bytes > 0 {
            image[start + at % bytes] = byte;
        }
    }
    image
}

fn delta(base: &[u8], later: &[u8], extent: u32) -> Vec<u8> {
    let mut delta = vec![0; DELTA.most_bytes()];
    let save = |image: &mut [u8]| {
        image[..later.len()].copy_from_slice(later);
        Extent::without_tail(extent as usize)
    };
    DELTA.write(base, &mut delta, save).unwrap().to_vec()
}

fn apply(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, DeltaError> {
    let mut buffer = vec![0xEE; DELTA.most_bytes()];
    DELTA.apply(base, delta, &mut buffer).map(|image| image.to_vec())
}

proptest! {
    #![proptest_config(cases(2, 500))]

    /// Someone who knows the checksum can forge a delta. It is an error, or it makes another image.
    #[test]
    fn forged_deltas_are_errors_or_images(
        (before, after) in (0..=150_u32, 0..=150_u32),
        live in prop::collection::vec(any::<u8>(), 0..20),
        live_later in prop::collection::vec(any::<u8>(), 0..20),
        old in prop::collection::vec(any::<(usize, u8)>(), 0..6),
        new in prop::collection::vec(any::<(usize, u8)>(), 0..6),
        at in any::<prop::sample::Index>(),
        mask in 1..=255_u8,
    ) {
        let (base, later) = (image(before, &live, &old), image(after, &live_later, &new));
        let mut delta = delta(&base, &later, after);
        prop_assert_eq!(&apply(&base, &delta).unwrap(), &later);
        prop_assert_eq!(&DELTA.applied(&base, &delta).unwrap(), &later);

        let (start, checked) = delta.split_at_mut(CHECKED_START);
        checked[at.index(checked.len())] ^= mask;
        let damaged = [&*start, &*checked].concat();
        prop_assert!(apply(&base, &damaged).is_err());

        start[LABEL_BYTES + CHECKSUM_BYTES..].copy_from_slice(&checksum(checked).to_ne_bytes());
        match apply(&base, &delta) {
            Ok(image) => prop_assert_ne!(image, later),
            Err(error) => prop_assert_ne!(error, DeltaError::Damaged),
        }
    }

    /// A delta has the guard and the links of the words in which these changed, and the items that changed.
    #[test]
    fn a_delta_is_as_long_as_what_changed(
        extent in 1..=150_u32,
        live in prop::collection::vec(any::<u8>(), 20),
        slot in any::<prop::sample::Index>(),
        item in any::<prop::sample::Index>(),
    ) {
        let base = image(extent, &live, &[]);
        let prefix = Delta::prefix_bytes(extent as usize);
        let slot = slot.index(extent as usize);
        let mut later = base.clone();
        let [guard, links, _] = DELTA.ranges(extent as usize);
        later[links(0).start + 2 * slot] = 1;
        let states = guard(slot / 64).len() + links(slot / 64).len();
        prop_assert_eq!(delta(&base, &later, extent).len(), prefix + states);
        prop_assert_eq!(delta(&base, &base, extent).len(), prefix);

        let items = DELTA.items_start(extent as usize)..base.len();
        if !items.is_empty() {
            later[items.start + item.index(items.len())] ^= 1;
            prop_assert_eq!(delta(&base, &later, extent).len(), prefix + states + MASK_BYTES + 3);
        }
    }

    /// A part is never longer than a byte and the later image.
    #[test]
    fn a_part_of_a_delta_is_at_most_the_image(
        (before, after) in (0..=150_u32, 0..=150_u32),
        (live, live_later) in any::<([u8; 20], [u8; 20])>(),
    ) {
        let (base, later) = (image(before, &live, &[]), image(after, &live_later, &[(3, 1)]));
        let part = DELTA.without_sums();
        let mut buffer = vec![0; part.most_bytes()];
        let length = part.between(&base, &later, &mut buffer).unwrap();
        prop_assert!(length <= 1 + later.len());
        // It has no checksums, unless it is that image.
        let has_sums = buffer[LABEL_BYTES..CHECKED_START].iter().any(|&byte| byte != 0);
        prop_assert!(length == 1 + later.len() || !has_sums);
        let mut image = vec![0xEE; DELTA.most_bytes()];
        prop_assert_eq!(&*part.apply(&base, &buffer[..length], &mut image).unwrap(), &*later);
    }
}

#[test]
fn each_element_that_differs_is_found() {
    // Under Miri those around the lengths of registers.
    for size in (1..=65).filter(|size| miri_or(size % 16 < 2, true)) {
        let base = vec![7; 64 * size];
        for number in [0, 1, 31, 63] {
            let mut later = base.clone();
            later[number * size + size - 1] = 8;
            later[5 * size] = 9;
            let expected = 1 << number | 1 << 5;
            assert_eq!(differing_elements(&later, &base, size), expected, "{number} of {size} bytes");
        }
        assert_eq!(differing_elements(&base, &base, size), 0);
    }
    assert_eq!(spread(0b1011, 0b1101_1010), 0b0100_1010);
    assert_eq!(spread(u64::MAX, u64::MAX), u64::MAX);
}
