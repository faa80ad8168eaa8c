//! Magazines in one thread: what they keep, and that nothing is lost.

use super::super::magazine::{LARGEST, Magazine, size};
use super::super::shared::Shared;
use crate::base::size::miri_or;
use crate::free::link_array::LinkArray;
use bytemuck::Zeroable;
use std::vec::Vec;

/// Miri takes a step for each link of an array whenever the array is borrowed.
const SLOTS: u32 = miri_or(80, 1_000);

type Large = Shared<LinkArray<u16, { SLOTS as usize }>>;

fn zeroed() -> Large {
    Zeroable::zeroed()
}

/// What a thread does whose magazine is this one.
fn take(magazine: &Magazine, shared: &Large, size: usize, open: bool) -> Option<u32> {
    magazine.take(shared).or_else(|| magazine.refill(shared, size, || open))
}

fn give_back(magazine: &Magazine, shared: &Large, index: u32, size: usize, open: bool) {
    if !magazine.give_back(shared, index, size) {
        magazine.spill(shared, index, size, || open);
    }
}

#[test]
fn caches_are_a_64th_of_the_capacity_and_32_at_most() {
    let sizes = [1, 255, 256, 1_000, 2_047, 2_048, u32::MAX].map(size);
    assert_eq!(sizes, [0, 0, 4, 15, 31, 32, 32]);
}

#[test]
fn a_magazine_keeps_no_more_than_its_size() {
    let shared = zeroed();
    let magazine = Magazine::new();
    let size = size(1_000);
    let all: Vec<_> = core::iter::from_fn(|| take(&magazine, &shared, size, true)).collect();
    assert!(all.iter().copied().eq(0..SLOTS));
    assert_eq!(shared.usage().exhausted, 1);
    for (back, index) in all.iter().enumerate() {
        give_back(&magazine, &shared, *index, size, true);
        let kept = shared.usage().live as usize - (all.len() - back - 1);
        assert!(kept <= size, "{kept} kept");
    }
    magazine.close(&shared);
    assert_eq!(shared.usage().live, 0);
    let mut back: Vec<_> = core::iter::from_fn(|| shared.take_one()).collect();
    back.sort_unstable();
    assert_eq!(back, all);
}

#[test]
fn a_magazine_heeds_a_call_at_its_next_operation() {
    let shared = zeroed();
    let (ours, theirs) = (Magazine::new(), Magazine::new());
    let index = take(&ours, &shared, LARGEST, true).unwrap();
    assert_eq!(shared.usage().live, 16);
    let all: Vec<_> = core::iter::from_fn(|| take(&theirs, &shared, LARGEST, true)).collect();
    assert_eq!(all.len(), SLOTS as usize - 16);
    give_back(&ours, &shared, index, LARGEST, true);
    let rest: Vec<_> = core::iter::from_fn(|| take(&theirs, &shared, LARGEST, true)).collect();
    assert_eq!(rest.len(), 16);
}

#[test]
fn a_closed_magazine_keeps_nothing() {
    let shared = zeroed();
    let magazine = Magazine::new();
    let index = take(&magazine, &shared, LARGEST, false).unwrap();
    assert_eq!(shared.usage().live, 1);
    give_back(&magazine, &shared, index, LARGEST, false);
    assert_eq!(shared.usage().live, 0);
}
