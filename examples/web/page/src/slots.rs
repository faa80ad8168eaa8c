//! What became of each slot, as the picture of the pool's memory shows it: a byte per slot.
//!
//! A pool does not say which slots wait in its quarantine. It follows from what it documents: a slot that was
//! freed waits until as many others were freed after it as the quarantine is large, or until it is used again.

/// A slot that was never used.
pub(crate) const FRESH: u8 = 0;
/// A slot that the pool may use next.
pub(crate) const FREE: u8 = 1;
/// A slot in the quarantine.
pub(crate) const WAITING: u8 = 2;
/// A slot whose object is new. Those of older objects have larger numbers.
pub(crate) const NEWEST: u8 = 3;

/// For how many frames an object is as old as the byte before says.
const FRAMES_PER_AGE: u32 = 2;

#[derive(Clone, Copy)]
enum Slot {
    Fresh,
    /// The frame in which the object came.
    Live(u32),
    /// How many slots had been freed before this one.
    Left(u64),
}

/// The slots of a pool.
pub(crate) struct Slots {
    slots: Vec<Slot>,
    quarantine: u64,
    given_back: u64,
    picture: Vec<u8>,
}

impl Slots {
    pub(crate) fn new(capacity: usize, quarantine: usize) -> Self {
        Slots {
            slots: vec![Slot::Fresh; capacity],
            quarantine: quarantine as u64,
            given_back: 0,
            picture: vec![FRESH; capacity],
        }
    }

    /// Notes that a slot got an object.
    pub(crate) fn fill(&mut self, slot: usize, frame: u32) {
        self.slots[slot] = Slot::Live(frame);
    }

    /// Notes that a slot was freed.
    pub(crate) fn give_back(&mut self, slot: usize) {
        self.slots[slot] = Slot::Left(self.given_back);
        self.given_back += 1;
    }

    /// Whether a slot has an object.
    pub(crate) fn is_live(&self, slot: usize) -> bool {
        matches!(self.slots[slot], Slot::Live(_))
    }

    /// The frame in which the object of a slot came.
    pub(crate) fn since(&self, slot: usize) -> Option<u32> {
        match self.slots[slot] {
            Slot::Live(frame) => Some(frame),
            _ => None,
        }
    }

    /// Draws the picture of this frame.
    pub(crate) fn draw(&mut self, frame: u32) -> &[u8] {
        for (byte, slot) in self.picture.iter_mut().zip(&self.slots) {
            *byte = match *slot {
                Slot::Fresh => FRESH,
                Slot::Live(since) => {
                    let age = frame.saturating_sub(since) / FRAMES_PER_AGE;
                    NEWEST + age.min(u32::from(u8::MAX - NEWEST)) as u8
                }
                Slot::Left(before) if self.given_back - before <= self.quarantine => WAITING,
                Slot::Left(_) => FREE,
            };
        }
        &self.picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use example_support::Random;
    use stackpool::{Pool, PoolSpec, layout::Tracked, pool};
    use std::collections::BTreeSet;

    pool! {
        Default: [u32; 500];
        Dense: [u32; 500], dense, quarantine = 64;
        Live: [u32; 500], guard = live, quarantine = 20;
        Without: [u32; 500], quarantine = 0;
    }

    /// Fills and empties slots at random. Then takes all slots that are left: those that wait must come last.
    fn compare<P: PoolSpec<Item = u32, Layout: Tracked>>(mut pool: Pool<P>, most: usize, seed: u64) {
        let mut slots = Slots::new(Pool::<P>::CAPACITY, Pool::<P>::QUARANTINE);
        let mut random = Random::new(seed);
        let mut live = Vec::new();
        for _ in 0..3_000 {
            if random.below(most) >= live.len() {
                let handle = pool.insert(0).unwrap_or_else(|_| panic!("{most} slots at most"));
                slots.fill(handle.index(), 0);
                live.push(handle);
            } else {
                let handle = live.swap_remove(random.below(live.len()));
                pool.remove(handle).unwrap();
                slots.give_back(handle.index());
            }
        }
        let picture = slots.draw(0).to_vec();
        let count = |what: u8| picture.iter().filter(|&&byte| byte == what).count();
        assert_eq!(count(NEWEST), pool.len());
        let mut order = Vec::new();
        while let Ok(handle) = pool.insert(0) {
            order.push(handle.index());
        }
        let kinds: Vec<u8> = order.iter().map(|&slot| picture[slot]).collect();
        let expected =
            [vec![FREE; count(FREE)], vec![FRESH; count(FRESH)], vec![WAITING; count(WAITING)]].concat();
        assert_eq!(kinds, expected, "{}", P::NAME);
        assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), order.len());
    }

    #[test]
    fn slots_that_wait_are_those_that_the_pool_uses_last() {
        for seed in 0..8 {
            for most in [60, 300, 499] {
                compare(DefaultPool::new(), most, seed);
                compare(DensePool::new(), most, seed);
                compare(LivePool::new(), most, seed);
                compare(WithoutPool::new(), most, seed);
            }
        }
    }

    #[test]
    fn objects_grow_older_in_the_picture() {
        let mut slots = Slots::new(3, 0);
        slots.fill(0, 10);
        slots.fill(1, 14);
        assert_eq!(slots.draw(14), [NEWEST + 2, NEWEST, FRESH]);
        assert_eq!(slots.draw(10_000), [u8::MAX, u8::MAX, FRESH]);
        assert_eq!((slots.since(1), slots.since(2)), (Some(14), None));
    }
}
