//! Magazines in one thread: what they keep, and that nothing is lost.

use super::super::per_thread::magazine::{Depot, LARGEST, Magazine};
use crate::base::size::miri_or;
use crate::boxes::spec::cache_size;
use crate::free::link_array::LinkArray;
use bytemuck::Zeroable;
use std::vec::Vec;

/// Miri takes a step for each link of an array whenever the array is borrowed.
const SLOTS: u32 = miri_or(80, 1_000);

type Large = Depot<LinkArray<u16, { SLOTS as usize }>>;

fn zeroed() -> Large {
    Zeroable::zeroed()
}

/// What a thread does whose magazine is this one.
fn take(magazine: &Magazine, depot: &Large, size: usize, open: bool) -> Option<u32> {
    magazine.reserve(depot).or_else(|| magazine.refill(depot, size, || open))
}

fn give_back(magazine: &Magazine, depot: &Large, index: u32, size: usize, open: bool) {
    if !magazine.free(depot, index, size) {
        magazine.spill(depot, index, size, || open);
    }
}

#[test]
fn caches_are_a_64th_of_the_capacity_and_32_at_most() {
    let sizes = [1, 255, 256, 1_000, 2_047, 2_048, u32::MAX].map(|capacity| cache_size(capacity, LARGEST));
    assert_eq!(sizes, [0, 0, 4, 15, 31, 32, 32]);
}

#[test]
fn a_magazine_keeps_no_more_than_its_size() {
    let depot = zeroed();
    let magazine = Magazine::new();
    let size = cache_size(1_000, LARGEST);
    let all: Vec<_> = core::iter::from_fn(|| take(&magazine, &depot, size, true)).collect();
    assert!(all.iter().copied().eq(0..SLOTS));
    assert_eq!(depot.shared.usage().exhausted, 1);
    for (back, index) in all.iter().enumerate() {
        give_back(&magazine, &depot, *index, size, true);
        let kept = depot.shared.usage().live as usize - (all.len() - back - 1);
        assert!(kept <= size, "{kept} kept");
    }
    magazine.close(&depot);
    assert_eq!(depot.shared.usage().live, 0);
    let mut back: Vec<_> = core::iter::from_fn(|| depot.shared.reserve_one()).collect();
    back.sort_unstable();
    assert_eq!(back, all);
}

#[test]
fn a_magazine_heeds_a_call_at_its_next_operation() {
    let depot = zeroed();
    let (ours, theirs) = (Magazine::new(), Magazine::new());
    let index = take(&ours, &depot, LARGEST, true).unwrap();
    assert_eq!(depot.shared.usage().live, 16);
    let all: Vec<_> = core::iter::from_fn(|| take(&theirs, &depot, LARGEST, true)).collect();
    assert_eq!(all.len(), SLOTS as usize - 16);
    give_back(&ours, &depot, index, LARGEST, true);
    let rest: Vec<_> = core::iter::from_fn(|| take(&theirs, &depot, LARGEST, true)).collect();
    assert_eq!(rest.len(), 16);
}

#[test]
fn a_closed_magazine_keeps_nothing() {
    let depot = zeroed();
    let magazine = Magazine::new();
    let index = take(&magazine, &depot, LARGEST, false).unwrap();
    assert_eq!(depot.shared.usage().live, 1);
    give_back(&magazine, &depot, index, LARGEST, false);
    assert_eq!(depot.shared.usage().live, 0);
}
