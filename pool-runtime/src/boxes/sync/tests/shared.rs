//! The shared stack in one thread: in which order it gives indices.

use crate::base::size::miri_or;
use crate::boxes::sync::tagged::shared::Shared;
use crate::free::link_array::LinkArray;
use crate::free::links::Links;
use bytemuck::Zeroable;
use core::cell::Cell;
use std::vec::Vec;

// Miri takes a step for each link whenever the array is borrowed.
const FEW: u32 = miri_or(30, 255);
/// Most of the few slots.
const BATCH: usize = miri_or(20, 200);

type Small = Shared<LinkArray<u8, { FEW as usize }>>;
/// More than a link of one byte can name.
const SLOTS: u32 = miri_or(260, 1_000);

type Large = Shared<LinkArray<u16, { SLOTS as usize }>>;

fn zeroed<T: Zeroable>() -> T {
    Zeroable::zeroed()
}

fn take_all<L: Links>(shared: &Shared<L>) -> Vec<u32> {
    core::iter::from_fn(|| shared.reserve_one()).collect()
}

fn cells<const N: usize>(indices: [u32; N]) -> [Cell<u32>; N] {
    indices.map(Cell::new)
}

#[test]
fn zero_bytes_are_all_slots_in_ascending_order() {
    assert!(take_all(&zeroed::<Small>()).into_iter().eq(0..FEW));
    let large = zeroed::<Large>();
    let first = cells([0; miri_or(250, 1)]);
    assert_eq!(large.reserve_many(&first), first.len());
    let first = first.iter().rev().map(Cell::get);
    assert!(first.chain(take_all(&large)).eq(0..SLOTS));
}

#[test]
fn the_last_one_back_is_the_first_one_out() {
    let shared = zeroed::<Small>();
    let taken = cells([0; 10]);
    assert_eq!(shared.reserve_many(&taken), 10);
    assert!(taken.iter().rev().map(Cell::get).eq(0..10));
    shared.free_many(&cells([1, 7, 3]));
    shared.free_one(5);
    assert!(take_all(&shared).into_iter().eq([5, 3, 7, 1].into_iter().chain(10..FEW)));
}

#[test]
fn a_batch_is_what_is_left() {
    let shared = zeroed::<Small>();
    let taken = cells([0; BATCH]);
    let left = FEW as usize - BATCH;
    assert_eq!(shared.reserve_many(&taken), BATCH);
    assert_eq!(shared.reserve_many(&taken), left);
    assert!(taken[BATCH - left..].iter().rev().map(Cell::get).eq(BATCH as u32..FEW));
    assert_eq!(shared.reserve_many(&taken), 0);
    assert_eq!(shared.reserve_many(&[]), 0);
    shared.free_many(&[]);
    assert_eq!((shared.usage().live, shared.usage().most_live), (FEW, FEW));
}
