//! One row of the table: a set on one kind of link, filled, queried and emptied under a clock.

use crate::links::{Boxes, Exact, ExactBox, Links, Local, LocalBox, Node, Threads, ThreadsBox};
use crate::order::{Key, Order};
use crate::random::Random;
use crate::set::OrderedSet;
use stackpool::Full;
use std::hint::black_box;
use std::time::Instant;

/// The operations on a set, by the columns of the table. Each is timed separately.
pub(crate) const PHASES: [&str; 6] = ["build", "hit", "miss", "walk", "remove", "drop"];

/// The input of all sets. The orders are random, and the same in every run.
pub(crate) struct Work<O: Order> {
    pub(crate) order: O,
    keys: Vec<Key>,
    hits: Vec<Key>,
    /// As many missing keys as there are keys.
    misses: Vec<Key>,
    /// Every other key.
    removed: Vec<Key>,
}

impl<O: Order> Work<O> {
    pub(crate) fn new(order: O, keys: &[Key], misses: &[Key]) -> Self {
        let mut random = Random::new(1);
        let mut shuffled = |keys: &mut dyn Iterator<Item = &Key>| {
            let mut keys: Vec<Key> = keys.copied().collect();
            random.shuffle(&mut keys);
            keys
        };
        Work {
            order,
            keys: shuffled(&mut keys.iter()),
            hits: shuffled(&mut keys.iter()),
            misses: shuffled(&mut misses.iter().cycle().take(keys.len())),
            removed: shuffled(&mut keys.iter().step_by(2)),
        }
    }
}

/// The answers of a set, which are the same on every kind of link.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Answers {
    pub(crate) len: usize,
    pub(crate) first: Key,
    pub(crate) last: Key,
    /// Nodes from the root down to the lowest leaf.
    pub(crate) height: usize,
    /// How many of its keys it finds, and how many of the missing keys.
    pub(crate) found: [usize; 2],
    /// A checksum of all keys in order.
    pub(crate) checksum: u64,
    /// The same checksum after every other key was removed.
    pub(crate) checksum_of_half: u64,
}

/// The results of one round.
pub(crate) struct Round {
    pub(crate) answers: Answers,
    /// Nanoseconds per key, by [`PHASES`].
    pub(crate) times: [f64; PHASES.len()],
    /// Bytes from a node to the next one in memory: the median of all distances; `None` if there is one node only.
    pub(crate) stride: Option<usize>,
}

/// A kind of link, with the round that measures it.
pub(crate) struct Contender<O: Order> {
    pub(crate) name: &'static str,
    pub(crate) link_bytes: usize,
    pub(crate) node_bytes: usize,
    pub(crate) reserved: Option<Reserved>,
    pub(crate) round: fn(&Work<O>) -> Result<Round, Full>,
}

/// The memory that a pool takes, whether it is used or not.
#[derive(Clone, Copy)]
pub(crate) struct Reserved {
    pub(crate) bytes: usize,
    pub(crate) bookkeeping_bytes: usize,
    pub(crate) capacity: usize,
}

/// The rows of the table.
pub(crate) fn all<O: Order>() -> Vec<Contender<O>> {
    macro_rules! pool {
        ($boxed:ty) => {
            Some(Reserved {
                bytes: <$boxed>::TOTAL_BYTES,
                bookkeeping_bytes: <$boxed>::BOOKKEEPING_BYTES,
                capacity: <$boxed>::CAPACITY,
            })
        };
    }
    vec![
        contender::<Boxes, O>("Box", None),
        contender::<Local, O>("PoolBox, local", pool!(LocalBox)),
        contender::<Threads, O>("PoolBox, threads", pool!(ThreadsBox)),
        contender::<Exact, O>("PoolBox, exact", pool!(ExactBox)),
    ]
}

/// A kind of link, with its name in the table.
pub(crate) fn contender<L: Links, O: Order>(name: &'static str, reserved: Option<Reserved>) -> Contender<O> {
    Contender {
        name,
        link_bytes: size_of::<Option<L::Link>>(),
        node_bytes: size_of::<Node<L>>(),
        reserved,
        round: round::<L, O>,
    }
}

/// Runs all operations, from an empty set to an empty set.
fn round<L: Links, O: Order>(work: &Work<O>) -> Result<Round, Full> {
    let mut set = OrderedSet::<L, O>::new(work.order);
    let (filled, build) = timed(work.keys.len(), || fill(&mut set, &work.keys));
    filled?;
    let (height, stride) = (set.height(), stride(set.addresses()));
    let (hits, hit) = timed(work.hits.len(), || count(&set, &work.hits));
    let (misses, miss) = timed(work.misses.len(), || count(&set, &work.misses));
    let (checksum, walk) = timed(set.len(), || checksum(&set));
    let (first, last) = (set.iter().next().unwrap_or_default(), set.iter().last().unwrap_or_default());
    let len = set.len();
    let ((), remove) = timed(work.removed.len(), || empty(&mut set, &work.removed));
    let checksum_of_half = self::checksum(&set);
    fill(&mut set, &work.removed)?;
    let ((), drop) = timed(len, || drop(set));
    let answers = Answers { len, first, last, height, found: [hits, misses], checksum, checksum_of_half };
    Ok(Round { answers, times: [build, hit, miss, walk, remove, drop], stride })
}

/// Nanoseconds per step, for `count` steps.
fn timed<T>(count: usize, work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = black_box(work());
    (result, start.elapsed().as_nanos() as f64 / count as f64)
}

#[inline(never)]
fn fill<L: Links, O: Order>(set: &mut OrderedSet<L, O>, keys: &[Key]) -> Result<(), Full> {
    keys.iter().try_for_each(|key| set.insert(*key).map(|_is_new| ()))
}

#[inline(never)]
fn count<L: Links, O: Order>(set: &OrderedSet<L, O>, keys: &[Key]) -> usize {
    keys.iter().filter(|key| set.contains(**key)).count()
}

#[inline(never)]
fn checksum<L: Links, O: Order>(set: &OrderedSet<L, O>) -> u64 {
    set.iter().fold(0, |sum: u64, key| sum.rotate_left(9).wrapping_add(u64::from(key)))
}

#[inline(never)]
fn empty<L: Links, O: Order>(set: &mut OrderedSet<L, O>, keys: &[Key]) {
    for key in keys {
        set.remove(*key);
    }
}

/// The median of the distances between neighbours in memory, which includes what an allocator adds to a node. `None`
/// if there is one node only.
fn stride(addresses: impl Iterator<Item = usize>) -> Option<usize> {
    let mut addresses: Vec<_> = addresses.collect();
    addresses.sort_unstable();
    let mut distances: Vec<_> = addresses.windows(2).map(|pair| pair[1] - pair[0]).collect();
    distances.sort_unstable();
    distances.get(distances.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Numbers;

    #[test]
    fn strides_are_those_of_most_nodes() {
        assert_eq!(stride([96, 0, 64, 32, 5000].into_iter()), Some(32));
        assert_eq!(stride([7].into_iter()), None);
    }

    #[test]
    fn a_round_asks_for_every_key_and_removes_every_other() {
        let keys: Vec<Key> = (0..1_001).map(|i| 2 * i).collect();
        let work = Work::new(Numbers, &keys, &[7, 9]);
        let round = round::<Boxes, _>(&work).ok().unwrap();
        let sum = |keys: &mut dyn Iterator<Item = u64>| {
            keys.fold(0_u64, |sum, key| sum.rotate_left(9).wrapping_add(key))
        };
        let Answers { len, first, last, found, .. } = round.answers;
        assert_eq!((len, first, last, found), (1_001, 0, 2_000, [1_001, 0]));
        assert_eq!(round.answers.checksum, sum(&mut (0..=2_000).step_by(2)));
        assert_eq!(round.answers.checksum_of_half, sum(&mut (2..2_000).step_by(4)));
        assert!(round.stride.unwrap() >= size_of::<Node<Boxes>>());
    }
}
