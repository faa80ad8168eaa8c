//! The function that does everything with a container.
//!
//! The container is a variable of the function, and nothing keeps its methods from being inlined. So the compiler can
//! keep parts of the container in registers, and sees each loop with all that it calls.

use crate::trace::{Action, Trace};
use stackpool_benches::Random;
use stackpool_benches::container::{Container, Iterable, Payload, renewed, scattered};
use stackpool_benches::measure::Lap;

/// The state of the containers before the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Nothing was in them, and peers have to grow.
    Empty,
    /// They were full before.
    Used,
}

/// The work of one capacity.
#[derive(Debug)]
pub(crate) struct Work<'a> {
    pub(crate) start: Start,
    pub(crate) capacity: usize,
    /// The number of objects that are alive, and how many of them are left for the last loop. 0: only traces.
    pub(crate) live: usize,
    pub(crate) left: usize,
    pub(crate) traces: Vec<&'a Trace>,
    /// Positions in the array of keys: the objects that are replaced.
    pub(crate) victims: Vec<u32>,
    /// Passes over all objects.
    pub(crate) passes: usize,
}

/// The parts of [`everything`] after the traces.
pub(crate) const PARTS: [&str; 5] = ["replace", "look-up", "fold", "for", "sparse"];

/// Does all work with containers of one type, and returns the laps: one per trace, and one for each of [`PARTS`].
#[inline(never)]
pub(crate) fn everything<T: Payload, C: Container<T> + Iterable<T>>(work: &Work<'_>) -> Vec<Lap> {
    let mut laps = Vec::with_capacity(work.traces.len() + PARTS.len());
    for trace in &work.traces {
        let mut container: C = match work.start {
            Start::Empty => C::with_room(0),
            Start::Used => renewed(trace.peak() as usize),
        };
        let mut keys: Vec<C::Key> = fresh_keys::<T, C>(trace.allocations() as usize);
        laps.push(Lap::of(trace.events().len(), || replay(trace, &mut container, &mut keys)));
    }
    if work.live == 0 {
        return laps;
    }

    let (mut container, mut keys) = match work.start {
        Start::Empty => grown::<T, C>(work.live),
        Start::Used => scattered::<T, C>(work.capacity, work.live),
    };
    // Each part runs twice, so that the second time finds its memory in the caches. The first time is not kept.
    let mut number = work.capacity as u64;
    laps.push(second(|| {
        Lap::of(work.victims.len(), || {
            let mut sum = 0_u64;
            for &victim in &work.victims {
                let key = &mut keys[victim as usize];
                sum = sum.wrapping_add(container.remove(key).map_or(0, |item| item.sum()));
                *key = container.insert(T::of(number));
                number += 1;
            }
            sum
        })
    }));
    laps.push(second(|| {
        Lap::of(keys.len(), || {
            keys.iter().fold(0_u64, |sum, key| sum.wrapping_add(container.get(key).map_or(0, T::first)))
        })
    }));
    laps.push(second(|| {
        Lap::of(work.passes * keys.len(), || {
            let fold = || container.values().fold(0_u64, |sum, item| sum.wrapping_add(item.first()));
            (0..work.passes).fold(0, |sum, pass| sum ^ fold().wrapping_add(pass as u64))
        })
    }));
    laps.push(second(|| Lap::of(work.passes * keys.len(), || for_loops::<T, C>(&container, work.passes))));
    for mut key in keys.drain(work.left..) {
        assert!(container.remove(&mut key).is_some(), "an object is gone");
    }
    laps.push(second(|| Lap::of(work.passes * keys.len(), || for_loops::<T, C>(&container, work.passes))));
    laps
}

#[inline(always)]
fn second(mut lap: impl FnMut() -> Lap) -> Lap {
    let mut last = None;
    for _ in 0..2 {
        last = Some(lap());
    }
    last.expect("it ran twice")
}

/// The checksum covers all removed objects, in order.
#[inline(always)]
fn replay<T: Payload, C: Container<T>>(trace: &Trace, container: &mut C, keys: &mut [C::Key]) -> u64 {
    let mut next = 0;
    let mut checksum = 0_u64;
    for event in trace.events() {
        match event.action() {
            Action::Allocate => {
                keys[next] = container.insert(T::of(next as u64));
                next += 1;
            }
            Action::Free(object) => {
                let item = container.remove(&mut keys[object as usize]);
                checksum = checksum.rotate_left(9).wrapping_add(item.map_or(0, |item| item.sum()));
            }
        }
    }
    checksum
}

#[inline(always)]
fn for_loops<T: Payload, C: Iterable<T>>(container: &C, passes: usize) -> u64 {
    let mut sum = 0_u64;
    for pass in 0..passes {
        for item in container.values() {
            sum = sum.wrapping_add(item.first());
        }
        sum ^= pass as u64;
    }
    sum
}

/// A container that began empty and has `live` objects now, and its keys in random order.
fn grown<T: Payload, C: Container<T>>(live: usize) -> (C, Vec<C::Key>) {
    let mut container = C::with_room(0);
    let mut keys: Vec<C::Key> = (0..live as u64).map(|number| container.insert(T::of(number))).collect();
    Random::new().shuffle(&mut keys);
    (container, keys)
}

fn fresh_keys<T, C: Container<T>>(count: usize) -> Vec<C::Key> {
    std::iter::repeat_with(C::blank).take(count).collect()
}
