//! Lists of free slots with links of every width, and bytes that are not a list.

use super::{LANES, Starts, is_list, lane_length, walk};
use crate::base::link_bytes::LinkBytes;
use crate::base::size::{cases, miri_or};
use proptest::prelude::*;
use std::vec;
use std::vec::Vec;

/// More slots than parts of a walk, and fewer than the 128 that the changes of the tests reach.
const SLOTS: usize = miri_or(40, 120);

/// The links of a list of the slots in `order`, out of `slots` slots, and where its parts begin.
fn list<L: LinkBytes>(order: &[u32], slots: usize) -> (Vec<L>, Starts) {
    let mut links = vec![L::from_bits(0); slots];
    for pair in order.windows(2) {
        links[pair[0] as usize] = L::from_bits(pair[0] ^ pair[1]);
    }
    let start = |lane| order.get(lane * lane_length(order.len() as u32) as usize).copied();
    (links, core::array::from_fn(|lane| start(lane).unwrap_or(0)))
}

/// The slots that a walk visits, in the order of the positions.
fn walked<L: LinkBytes>(links: &[L], starts: &Starts, free: u32) -> Option<Vec<u32>> {
    let mut order = vec![None; free as usize];
    walk(links, starts, free, false, |position, slot| {
        assert_eq!(order[position as usize].replace(slot), None, "two slots at position {position}");
    })?;
    order.into_iter().collect()
}

/// Whether the links are a list of the free slots, which are those in `order`.
fn is_list_of<L: LinkBytes>(links: &[L], starts: &Starts, order: &[u32]) -> bool {
    let is_free = |slot: usize| order.contains(&(slot as u32));
    is_list::<L>(bytemuck::cast_slice(links), starts, order.len() as u32, is_free)
}

/// The first `free` of the slots, in an order that `seed` determines.
fn order(free: usize, seed: u64) -> Vec<u32> {
    let mut slots: Vec<u32> = (0..SLOTS as u32).collect();
    let mut state = seed;
    for last in (1..slots.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        slots.swap(last, (state >> 33) as usize % (last + 1));
    }
    slots.truncate(free);
    slots
}

fn comes_back<L: LinkBytes>(order: &[u32]) {
    let (links, starts) = list::<L>(order, SLOTS);
    assert!(is_list_of(&links, &starts, order));
    assert_eq!(walked(&links, &starts, order.len() as u32).as_deref(), Some(order));
}

#[test]
fn links_keep_their_bits() {
    fn check<L: LinkBytes>() {
        for bit in 0..8 * size_of::<L>() as u32 {
            assert_eq!(L::from_bits(1 << bit).to_bits(), 1 << bit);
        }
        assert_eq!(L::from_bits(u32::MAX).to_bits(), u32::MAX >> (32 - 8 * size_of::<L>()));
    }
    check::<[u8; 1]>();
    check::<[u8; 2]>();
    check::<[u8; 3]>();
    check::<[u8; 4]>();
}

proptest! {
    #![proptest_config(cases(2, 400))]

    #[test]
    fn lists_of_every_width_come_back(free in 0..=SLOTS, seed in any::<u64>()) {
        let order = order(free, seed);
        comes_back::<[u8; 1]>(&order);
        comes_back::<[u8; 2]>(&order);
        comes_back::<[u8; 3]>(&order);
        comes_back::<[u8; 4]>(&order);
    }

    /// A link that leads elsewhere is found, wherever it leads: back to a slot (a ring), ahead (some slots are left
    /// out), to a slot that is not free, or nowhere.
    #[test]
    fn another_link_is_no_list(free in 1..=SLOTS, seed in any::<u64>(), at in 0..SLOTS, link in 1..=127_u8) {
        let order = order(free, seed);
        let (mut links, starts) = list::<[u8; 1]>(&order, SLOTS);
        links[at][0] ^= link;
        prop_assert!(!is_list_of(&links, &starts, &order));
    }

    /// A start that is another slot is found too.
    #[test]
    fn another_start_is_no_list(free in 0..=SLOTS, seed in any::<u64>(), lane in 0..LANES, change in 1..=127_u32) {
        let order = order(free, seed);
        let (links, mut starts) = list::<[u8; 1]>(&order, SLOTS);
        starts[lane] ^= change;
        prop_assert!(!is_list_of(&links, &starts, &order));
    }

    /// Two links that change places make a ring and a rest, or another order with other starts.
    #[test]
    fn links_that_change_places_are_another_list(
        free in 2..=SLOTS,
        seed in any::<u64>(),
        a in 0..SLOTS,
        b in 0..SLOTS,
    ) {
        let order = order(free, seed);
        let (mut links, starts) = list::<[u8; 1]>(&order, SLOTS);
        let [after_a, after_b] = [a, b].map(|slot| slot as u32 ^ links[slot].to_bits());
        links[a] = [a as u8 ^ after_b as u8];
        links[b] = [b as u8 ^ after_a as u8];
        if is_list_of(&links, &starts, &order) {
            // Then it is a list of the same slots.
            let mut other = walked(&links, &starts, free as u32).unwrap();
            other.sort_unstable();
            let mut order = order;
            order.sort_unstable();
            prop_assert_eq!(other, order);
        }
    }
}

#[test]
fn a_list_with_a_separate_ring_is_no_list() {
    // 0 -> 1 -> 2 and the ring 3 -> 4 -> 5 -> 3, with as many links as a list of six slots has.
    let mut links = vec![[0_u8]; 6];
    for (from, to) in [(0, 1), (1, 2), (3, 4), (4, 5), (5, 3)] {
        links[from as usize] = [from ^ to];
    }
    assert!(!is_list_of(&links, &[0; LANES], &[0, 1, 2, 3, 4, 5]));
    // A ring of two slots, with as many links as a list of three free slots has.
    assert!(!is_list_of(&[[1_u8], [1], [0]], &[0; LANES], &[0, 1, 2]));
}

#[test]
fn a_walk_that_stays_at_a_slot_is_no_list() {
    // All parts start at slot 4, which is the last slot. The other eight have links, as many as a list of nine slots
    // has.
    let mut links = [[1_u8]; 9];
    links[8] = [8];
    links[4] = [0];
    let all: Vec<u32> = (0..9).collect();
    assert!(!is_list_of(&links, &[4; LANES], &all));
}

#[test]
fn a_walk_that_stays_before_the_end_is_no_list() {
    // No part has a rest after it, or the last one does, or there are no parts.
    for free in [2, 8, 9, 10, 16, 17, 18, 33] {
        let order = order(free, 7);
        let (links, starts) = list::<[u8; 1]>(&order, SLOTS);
        assert!(walked(&links, &starts, free as u32).is_some());
        for (position, &slot) in order[..free - 1].iter().enumerate().step_by(miri_or(5, 1)) {
            // The walk that comes to this slot stays there, and so may all others after it.
            let stays = |starts: &Starts| {
                let mut links = links.clone();
                links[slot as usize] = [0];
                walked(&links, starts, free as u32)
            };
            assert_eq!(stays(&starts), None, "position {position} of {free}");
            let before = starts.iter().zip(0..).map(|(&start, lane)| {
                if lane * lane_length(free as u32) as usize > position { slot } else { start }
            });
            let before: Vec<u32> = before.collect();
            assert_eq!(stays(&before.try_into().unwrap()), None, "position {position} of {free}");
        }
    }
}
