//! All short programs of threads that take slots and give them back.

use crate::bits::Shared;
use crate::check::{at_once, with_preemptions};
use crate::exclusive::Exclusive;
use crate::slots::Slot;
use std::rc::Rc;

/// What a thread does.
#[derive(Clone, Copy, Debug)]
enum Program {
    /// Takes a slot, and gives it back.
    Once,
    /// Takes two slots, and gives them back, the first one first.
    InOrder,
    /// Takes two slots, and gives them back, the last one first.
    InReverse,
    /// Takes a slot and gives it back, two times.
    Twice,
}

/// All programs that take a slot once or twice.
const PROGRAMS: [Program; 4] = [Program::Once, Program::InOrder, Program::InReverse, Program::Twice];

/// Those that give nothing back before they have taken all of their slots.
const SHORT: [Program; 3] = [Program::Once, Program::InOrder, Program::InReverse];

impl Program {
    /// How many slots it owns at once.
    fn most(self) -> u32 {
        match self {
            Program::Once | Program::Twice => 1,
            Program::InOrder | Program::InReverse => 2,
        }
    }
}

/// Free slots that threads share.
pub trait FreeSlots: Sized + 'static {
    /// Takes a slot.
    fn take(&self) -> Option<Slot>;
    /// Gives a slot back.
    fn give_back(&self, slot: Slot);
    /// Panics unless the slots that were free at first are free. There were this many.
    fn assert_whole(&self, slots: u32);
}

impl FreeSlots for Shared {
    fn take(&self) -> Option<Slot> {
        self.take()
    }

    fn give_back(&self, slot: Slot) {
        self.give_back(slot);
    }

    fn assert_whole(&self, _: u32) {
        self.assert_whole();
    }
}

impl FreeSlots for Exclusive {
    fn take(&self) -> Option<Slot> {
        self.take()
    }

    fn give_back(&self, slot: Slot) {
        self.give_back(slot);
    }

    fn assert_whole(&self, slots: u32) {
        self.assert_whole(1..=slots);
    }
}

/// Slots and the programs of the threads.
struct Threads<F, const N: usize> {
    free: F,
    programs: [Program; N],
    /// Whether there is a slot for every thread, whatever the others do.
    are_enough: bool,
}

impl<F: FreeSlots, const N: usize> Threads<F, N> {
    fn take(&self) -> Option<Slot> {
        let slot = self.free.take();
        assert!(slot.is_some() || !self.are_enough, "a refusal with slots left");
        slot
    }

    fn give_back(&self, slot: Option<Slot>) {
        slot.into_iter().for_each(|slot| self.free.give_back(slot));
    }

    fn play<const THREAD: usize>(&self) {
        let first = self.take();
        match self.programs[THREAD] {
            Program::Once => self.give_back(first),
            Program::Twice => {
                self.give_back(first);
                let second = self.take();
                self.give_back(second);
            }
            Program::InOrder => {
                let second = self.take();
                self.give_back(first);
                self.give_back(second);
            }
            Program::InReverse => {
                let second = self.take();
                self.give_back(second);
                self.give_back(first);
            }
        }
    }
}

/// Runs every two programs on this many free slots, with at most this many preemptions.
pub fn in_two_threads<F: FreeSlots>(
    preemptions: usize,
    slots: u32,
    make: impl Fn() -> F + Clone + Send + Sync + 'static,
) {
    for (number, &one) in PROGRAMS.iter().enumerate() {
        for &other in &PROGRAMS[number..] {
            let make = make.clone();
            let are_enough = one.most() + other.most() <= slots;
            with_preemptions(preemptions, move || {
                let threads = Rc::new(Threads { free: make(), programs: [one, other], are_enough });
                at_once(&threads, [Threads::play::<0>, Threads::play::<1>]);
                threads.free.assert_whole(slots);
            });
        }
    }
}

/// Runs every three programs that give nothing back before they have taken all of their slots, on this many free slots,
/// with at most this many preemptions.
pub fn in_three_threads<F: FreeSlots>(
    preemptions: usize,
    slots: u32,
    make: impl Fn() -> F + Clone + Send + Sync + 'static,
) {
    let threes = (0..SHORT.len()).flat_map(|a| (a..SHORT.len()).map(move |b| (a, b)));
    for (a, b, c) in threes.flat_map(|(a, b)| (b..SHORT.len()).map(move |c| (a, b, c))) {
        let (make, programs) = (make.clone(), [SHORT[a], SHORT[b], SHORT[c]]);
        let are_enough = programs.into_iter().map(Program::most).sum::<u32>() <= slots;
        with_preemptions(preemptions, move || {
            let threads = Rc::new(Threads { free: make(), programs, are_enough });
            at_once(&threads, [Threads::play::<0>, Threads::play::<1>, Threads::play::<2>]);
            threads.free.assert_whole(slots);
        });
    }
}
