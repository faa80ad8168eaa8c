//! The sky: sparks in a pool, what became of each slot, and the handles whose sparks are gone.

use crate::pools::{Bits, Sparks};
use crate::slots::Slots;
use crate::spark::{Spark, SparkColumnsMut, fly};
use std::collections::VecDeque;

/// How many frames after its spark is gone a handle is asked: five seconds at 60 frames a second.
const ASKED_AFTER: u32 = 300;

/// Of this many sparks that are gone, the handle of one is asked later.
const ONE_OF: u32 = 16;

/// What a pool says to the handle that was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// There is no handle.
    NothingKept,
    /// The spark is there.
    Itself,
    /// `None`, as it should be: the spark is gone.
    Caught,
    /// Another spark, that came in this many frames after the first one was gone.
    Another(u32),
    /// A free slot with old bytes.
    Leftover,
}

/// A handle that the user keeps, and the frame in which its spark went.
#[derive(Clone, Copy)]
struct Kept {
    handle: Bits,
    gone: Option<u32>,
}

/// Sparks in a pool.
pub(crate) struct Sky {
    sparks: Box<dyn Sparks>,
    slots: Slots,
    frame: u32,
    burnt_out: Vec<Bits>,
    newest: Option<Bits>,
    kept: Option<Kept>,
    /// Handles to ask, and the frame in which the spark of each went.
    old: VecDeque<(Bits, u32)>,
    /// How many sparks went since the last of these.
    skipped: u32,
    caught: u32,
    not_caught: u32,
}

impl Sky {
    /// A sky of an empty pool with this capacity and quarantine.
    pub(crate) fn new(sparks: Box<dyn Sparks>, capacity: usize, quarantine: usize) -> Self {
        Sky {
            sparks,
            slots: Slots::new(capacity, quarantine),
            frame: 0,
            burnt_out: Vec::new(),
            newest: None,
            kept: None,
            old: VecDeque::new(),
            skipped: 0,
            caught: 0,
            not_caught: 0,
        }
    }

    /// Adds a spark. Returns whether there was room.
    pub(crate) fn add(&mut self, spark: Spark) -> bool {
        let Some(handle) = self.sparks.insert(spark) else { return false };
        self.slots.fill(handle.slot, self.frame);
        self.newest = Some(handle);
        true
    }

    fn remove(&mut self, handle: Bits) {
        if !self.sparks.remove(handle) {
            return;
        }
        self.slots.give_back(handle.slot);
        self.skipped += 1;
        if self.skipped == ONE_OF {
            self.skipped = 0;
            self.old.push_back((handle, self.frame));
        }
        if self.newest == Some(handle) {
            self.newest = None;
        }
        match &mut self.kept {
            Some(kept) if kept.handle == handle && kept.gone.is_none() => kept.gone = Some(self.frame),
            _ => {}
        }
    }

    /// Goes on to the next frame: moves all sparks, removes those that are burnt out, and asks old handles.
    pub(crate) fn step(&mut self, seconds: f32) {
        self.frame += 1;
        fly(self.sparks.columns_mut(), seconds);
        let mut burnt_out = core::mem::take(&mut self.burnt_out);
        self.sparks.find_burnt_out(&self.slots, &mut burnt_out);
        for handle in burnt_out.drain(..) {
            self.remove(handle);
        }
        self.burnt_out = burnt_out;
        while let Some(&(handle, gone)) = self.old.front() {
            if self.frame - gone < ASKED_AFTER {
                break;
            }
            match self.sparks.has(handle) {
                false => self.caught += 1,
                true => self.not_caught += 1,
            }
            self.old.pop_front();
        }
    }

    /// The columns, as they are in memory.
    pub(crate) fn columns(&mut self) -> SparkColumnsMut<'_> {
        self.sparks.columns_mut()
    }

    /// Draws the picture of the slots: a byte for each.
    pub(crate) fn picture(&mut self) -> &[u8] {
        self.slots.draw(self.frame)
    }

    pub(crate) fn len(&self) -> usize {
        self.sparks.len()
    }

    /// How many sparks found no room.
    pub(crate) fn refused(&self) -> u64 {
        self.sparks.refused()
    }

    /// Keeps the handle of the newest spark. Returns its slot.
    pub(crate) fn keep(&mut self) -> Option<usize> {
        self.kept = self.newest.map(|handle| Kept { handle, gone: None });
        self.newest.map(|handle| handle.slot)
    }

    /// Removes the spark whose handle was kept. Returns whether it was still there.
    pub(crate) fn remove_kept(&mut self) -> bool {
        match self.kept {
            Some(Kept { handle, gone: None }) => {
                self.remove(handle);
                true
            }
            _ => false,
        }
    }

    /// Asks the pool with the handle that was kept.
    pub(crate) fn ask(&self) -> Answer {
        let Some(Kept { handle, gone }) = self.kept else { return Answer::NothingKept };
        match (self.sparks.has(handle), gone, self.slots.since(handle.slot)) {
            (true, None, _) => Answer::Itself,
            (false, _, _) => Answer::Caught,
            (true, Some(gone), Some(since)) => Answer::Another(since.saturating_sub(gone)),
            (true, Some(_), None) => Answer::Leftover,
        }
    }

    /// Of the handles that were asked five seconds after their sparks were gone: how many were caught, and how many
    /// were not.
    pub(crate) fn old_handles(&self) -> (u32, u32) {
        (self.caught, self.not_caught)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pools::{InSlots, Packed, Place, PoolOf};
    use stackpool::{ColumnPool, PoolSpec, pool};

    pool! {
        Default: [Spark; 20], columns, dense;
        Live: [Spark; 20], columns, guard = live, quarantine = 0;
        Unchecked: [Spark; 20], columns, guard = none;
    }

    const SPARK: Spark =
        Spark { position: [0.0; 2], velocity: [0.0; 2], colour: [1; 4], life: 1.0, fade: 1.0 };

    fn sky_of<P: PoolSpec<Item = Spark> + 'static, L: Place<P> + 'static>() -> Sky {
        Sky::new(Box::new(PoolOf::<P, L>::new()), ColumnPool::<P>::CAPACITY, ColumnPool::<P>::QUARANTINE)
    }

    fn asked(sky: &mut Sky) -> [Answer; 4] {
        let before = sky.ask();
        assert!(sky.add(SPARK));
        assert_eq!(sky.keep(), Some(0));
        let itself = sky.ask();
        assert!(sky.remove_kept());
        assert!(!sky.remove_kept());
        let gone = sky.ask();
        assert!(sky.add(SPARK));
        [before, itself, gone, sky.ask()]
    }

    #[test]
    fn a_stale_handle_is_caught_as_the_guard_promises() {
        use Answer::{Another, Caught, Itself, Leftover, NothingKept};
        let mut sky = sky_of::<Default, Packed>();
        assert_eq!(asked(&mut sky), [NothingKept, Itself, Caught, Caught]);
        // One bit per slot says that the slot is live, and not for whom.
        let mut sky = sky_of::<Live, InSlots>();
        assert_eq!(asked(&mut sky), [NothingKept, Itself, Caught, Another(0)]);
        let mut sky = sky_of::<Unchecked, InSlots>();
        assert_eq!(asked(&mut sky), [NothingKept, Itself, Leftover, Another(0)]);
    }

    #[test]
    fn sparks_burn_out_wherever_they_are() {
        fn check(sky: &mut Sky) {
            for round in 0..4 {
                for life in [0.25, 0.5, 4.0] {
                    assert!(sky.add(Spark { life, ..SPARK }));
                }
                sky.step(0.5);
                assert_eq!(sky.len(), round + 1);
                let drawn = sky.columns().life.iter().filter(|life| **life > 0.0).count();
                assert_eq!(drawn, sky.len());
            }
        }
        check(&mut sky_of::<Default, Packed>());
        check(&mut sky_of::<Live, InSlots>());
        check(&mut sky_of::<Unchecked, InSlots>());
    }

    #[test]
    fn old_handles_are_asked_later() {
        let play = |sky: &mut Sky| {
            for _ in 0..600 {
                for _ in 0..8 {
                    assert!(sky.add(Spark { fade: 60.0, ..SPARK }));
                }
                sky.step(1.0 / 30.0);
            }
            sky.old_handles()
        };
        // Each slot is used again in the next frame.
        assert_eq!(play(&mut sky_of::<Live, InSlots>()).1, 0);
        assert_eq!(play(&mut sky_of::<Unchecked, InSlots>()).0, 0);
        assert!(play(&mut sky_of::<Default, Packed>()).0 > 100);
    }
}
