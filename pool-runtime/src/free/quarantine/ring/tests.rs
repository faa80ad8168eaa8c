//! Compares rings with queues, and checks that builds with checks find broken contracts.

use super::Ring;
use crate::base::size::miri_or;
use bytemuck::Zeroable;
use std::collections::VecDeque;
use std::vec::Vec;

/// Plays pseudo-random operations on a ring and on a queue. Each state of the counters is reached: `N` is small.
fn behaves_as_a_queue<const N: usize>() {
    let mut ring = Ring::<u16, N>::zeroed();
    let mut queue = VecDeque::new();
    let mut random = 1_u32;
    for index in 0..miri_or(120, 20_000) as u32 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (choice, number) = (random >> 29, (random >> 16) % (N as u32 + 1));
        let index = index % 60_000;
        match choice {
            0 | 1 => {
                queue.push_back(index);
                let oldest = if queue.len() > N { queue.pop_front() } else { None };
                assert_eq!(ring.push(index), oldest);
            }
            2 => {
                ring.push_run(index..index + number);
                queue.extend(index..index + number);
                queue.drain(..queue.len().saturating_sub(N));
            }
            3 if queue.len() == N => {
                queue.push_back(index);
                // SAFETY: 1. The ring is full: it has as many entries as the queue.
                assert_eq!(Some(unsafe { ring.replace_oldest(index) }), queue.pop_front());
            }
            4 if queue.len() < N => {
                ring.push_oldest(index);
                queue.push_front(index);
            }
            5 => assert_eq!(ring.pop_oldest(), queue.pop_front()),
            6 => {
                ring.truncate(number.min(ring.len()));
                queue.truncate(number as usize);
            }
            7 if index % 5 == 0 => {
                ring.begin(number);
                (0..number).for_each(|distance| ring.put(distance, index + distance));
                queue = (index..index + number).collect();
            }
            _ => {
                let found = queue.iter().position(|&entry| entry + number == index);
                assert_eq!(ring.remove(index.wrapping_sub(number)), found.is_some());
                found.map(|place| queue.remove(place));
            }
        }
        assert_eq!((ring.len() as usize, ring.oldest()), (queue.len(), queue.front().copied()));
        assert!(ring.all().eq(queue.iter().copied()));
        assert!((ring.next as usize) < N);
    }
}

#[test]
fn a_ring_is_a_queue_whose_oldest_entries_make_room() {
    behaves_as_a_queue::<1>();
    behaves_as_a_queue::<2>();
    behaves_as_a_queue::<5>();
    behaves_as_a_queue::<8>();
}

#[cfg(not(debug_assertions))]
#[test]
fn builds_without_checks_cut_off_what_a_ring_has_no_room_for() {
    let mut ring = Ring::<u8, 3>::zeroed();
    ring.push(1);
    ring.push_run(4..40);
    assert_eq!((ring.next, ring.all().collect::<Vec<_>>()), (1, [4, 5, 6].into()));
    assert_eq!(ring.push(7), Some(4));
}

/// A ring of three with the entries 8 and 9, which are at places 2 and 0.
#[cfg(debug_assertions)]
fn wrapped() -> Ring<u8, 3> {
    let mut ring = Ring::zeroed();
    ring.push_run(6..9);
    ring.push(9);
    ring.forget_oldest(1);
    assert_eq!((ring.next, ring.all().collect::<Vec<_>>()), (1, [8, 9].into()));
    ring
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "a place without an entry")]
fn builds_with_checks_find_a_distance_beyond_the_newest() {
    // SAFETY: the check panics before the contract matters.
    let _ = unsafe { wrapped().entry(2) };
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "an entry that is not there would be removed")]
fn builds_with_checks_find_that_a_ring_with_room_is_taken_for_full() {
    // SAFETY: the check panics before the contract matters.
    let _ = unsafe { wrapped().replace_oldest(1) };
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "a number that wraps twice")]
fn builds_with_checks_find_a_number_that_wraps_twice() {
    let _ = Ring::<u8, 3>::wrapped(6);
}
