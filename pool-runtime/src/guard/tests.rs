//! Compares every guard with a plain array of live flags and generations.

use super::generation::{Cell, top_bits_by_fours};
use super::walk::{Walk, first_live_from, take_first_of_halves};
use super::words::{LiveRangesIter, LiveWordsIter};
use super::{Generation, Guard, GuardImage, Live, NoGuard, SavedGuard, Vacated};
use crate::base::size::{cases, miri_or};
use bytemuck::Zeroable;
use proptest::prelude::*;
use std::vec::Vec;

/// Slots of the guards under test: two words of live bits, the second not full.
const N: usize = miri_or(68, 100);

#[derive(Clone, Copy, PartialEq, Default)]
struct ModelSlot {
    live: bool,
    retired: bool,
    generation: u32,
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Occupy(usize),
    Vacate(usize),
    Suspend(usize),
    VacateAndRevive(usize),
    VacateWord(usize),
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        (0..N).prop_map(Operation::Occupy),
        (0..N).prop_map(Operation::Vacate),
        (0..N).prop_map(Operation::Suspend),
        (0..N).prop_map(Operation::VacateAndRevive),
        (0..2_usize).prop_map(Operation::VacateWord),
    ];
    prop::collection::vec(operation, 0..miri_or(18, 600))
}

fn behaves_as_the_model<G: Guard>(generations: u32, retiring: bool, operations: &[Operation]) {
    let mut guard = G::zeroed();
    let mut model = [ModelSlot::default(); N];
    for &operation in operations {
        match operation {
            Operation::Occupy(index) if !model[index].retired => {
                // SAFETY: 1. `index` is below N.
                unsafe { guard.occupy(index) };
                model[index].live = true;
            }
            Operation::Vacate(index) if model[index].live || (!G::TRACKS && !model[index].retired) => {
                // SAFETY: 1. `index` is below N.
                let vacated = unsafe { guard.vacate(index) };
                let slot = &mut model[index];
                slot.live = false;
                slot.generation = (slot.generation + 1) % generations;
                slot.retired = retiring && slot.generation == generations - 1;
                assert_eq!(vacated == Vacated::Retired, slot.retired);
            }
            Operation::Suspend(index) if !model[index].retired => {
                // SAFETY: 1. `index` is below N.
                unsafe { guard.suspend(index) };
                model[index].live = false;
            }
            Operation::VacateWord(word) => {
                // SAFETY: 1. The guard has two words.
                unsafe { guard.vacate_word(word) };
                for (index, slot) in model.iter_mut().enumerate().filter(|(index, _)| index / 64 == word) {
                    if slot.live {
                        // SAFETY: 1. `index` is below N.
                        assert_eq!(unsafe { guard.generation_before(index) }, slot.generation);
                        slot.live = false;
                        slot.generation = (slot.generation + 1) % generations;
                        slot.retired = retiring && slot.generation == generations - 1;
                    }
                }
            }
            Operation::VacateAndRevive(index) if model[index].live => {
                // SAFETY: 1. `index` is below N.
                let _ = unsafe { guard.vacate(index) };
                // SAFETY: 1. `index` is below N. 2. The slot was live with this generation before it was vacated.
                unsafe { guard.revive(index, model[index].generation) };
            }
            _ => {}
        }
    }
    assert_eq!(guard.retired() as usize, model.iter().filter(|slot| slot.retired).count());
    let mut fresh = G::zeroed();
    let end = model.iter().rposition(|slot| *slot != ModelSlot::default()).map_or(0, |last| last + 1);
    fresh.copy_generations(&guard, end);
    for (index, slot) in model.iter().enumerate() {
        // SAFETY: 1. `index` is a position of the model, which has N slots.
        assert_eq!(unsafe { guard.generation(index) }, slot.generation);
        // SAFETY: 1. `index` is below N.
        assert_eq!(unsafe { guard.is_live(index) }, slot.live);
        // SAFETY: 1. `index` is below N.
        assert_eq!(unsafe { guard.is_retired(index) }, slot.retired);
        let asked = [0, 1, slot.generation, slot.generation + 1, generations - 1];
        for generation in asked.into_iter().filter(|&generation| generation < generations) {
            // SAFETY: 1. `index` is below N.
            let names = unsafe { guard.names(index, generation) };
            assert_eq!(names, slot.live && (generations == 1 || generation == slot.generation));
        }
        // SAFETY: 1. `index` is below N.
        assert_eq!(unsafe { fresh.generation(index) }, slot.generation);
        // SAFETY: 1. `index` is below N.
        assert!(!unsafe { fresh.is_live(index) });
    }
    assert_eq!(fresh.retired(), guard.retired());
    assert_eq!(G::WORDS, 2);
    let word = |start: usize| {
        let live = model.iter().skip(start).take(64).map(|slot| u64::from(slot.live));
        live.enumerate().fold(0, |word, (bit, live)| word | live << bit)
    };
    // SAFETY: 1. The guard has two words, as asserted above.
    assert_eq!(unsafe { guard.live_word(0) }, word(0));
    // SAFETY: 1. The guard has two words, as asserted above.
    assert_eq!(unsafe { guard.live_word(1) }, word(64));
    let live_end = model.iter().rposition(|slot| slot.live).map_or(0, |last| last + 1);
    for from in 0..=N + 1 {
        let live = model.iter().enumerate().skip(from).find(|(_, slot)| slot.live);
        for end in [live_end, N, N + 64] {
            assert_eq!(first_live_from(&guard, end as u32, from), live.map(|(index, _)| index));
        }
    }
    let live: Vec<usize> = (0..N).filter(|&index| model[index].live).collect();
    for end in [live_end, N, N + 64] {
        let mut walk = Walk::new(&guard, end as u32, live.len());
        assert!(core::iter::from_fn(|| walk.next(&guard)).eq(live.iter().copied()));
        let mut walk = Walk::new(&guard, end as u32, live.len());
        assert!(core::iter::from_fn(|| walk.next_back(&guard)).eq(live.iter().rev().copied()));
        for (front, back) in [(0, 0), (1, 0), (3, 2), (0, 70)] {
            visits_the_rest_by_words(&guard, end as u32, &live, front, back);
        }
    }
    let ranges: Vec<_> = LiveRangesIter::new(LiveWordsIter::new(&guard, 0..G::WORDS)).collect();
    assert!(ranges.iter().cloned().flatten().eq(live.iter().copied()), "{ranges:?} of {live:?}");
    assert!(
        ranges.windows(2).all(|pair| pair[0].end < pair[1].start),
        "{ranges:?} are not as long as possible"
    );
    let saved = SavedGuard { kind: G::KIND, generations: G::GENERATIONS, bytes: guard.bytes() };
    for (index, slot) in model.iter().enumerate() {
        assert_eq!(saved.state(index), Some((slot.live, slot.generation)));
    }
    let mut copy = G::zeroed();
    copy.copy_from(&guard, end);
    for (index, slot) in model.iter().enumerate() {
        // SAFETY: 1. `index` is below N.
        assert_eq!(unsafe { copy.is_live(index) }, slot.live);
    }
    assert_eq!(guard.end(N), if generations == 1 { live_end } else { end });
    copy.clear_slots(end);
    assert_eq!((copy.end(N), copy.retired()), (0, 0));
}

/// Visits some live slots from both ends, and the rest a word at a time.
fn visits_the_rest_by_words<G: Guard>(guard: &G, end: u32, live: &[usize], front: usize, back: usize) {
    let mut walk = Walk::new(guard, end, live.len());
    let mut visited: Vec<usize> = core::iter::from_fn(|| walk.next(guard)).take(front).collect();
    let last: Vec<usize> = core::iter::from_fn(|| walk.next_back(guard)).take(back).collect();
    while let Some((first, bits)) = walk.next_word(guard) {
        assert_ne!(bits, 0);
        visited.extend((0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| first + bit));
    }
    assert_eq!(walk.remaining(), 0);
    assert!(visited.iter().chain(last.iter().rev()).eq(live), "{visited:?} and {last:?} of {live:?}");
}

macro_rules! guards {
    ($($name:ident: $guard:ty, $generations:literal, $retiring:literal;)*) => {
        proptest! {
            #![proptest_config(cases(1, 64))]

            $(
                #[test]
                fn $name(operations in operations()) {
                    behaves_as_the_model::<$guard>($generations, $retiring, &operations);
                }
            )*
        }
    };
}

guards! {
    live: Live<N, { N.div_ceil(32) }>, 1, false;
    flag_alone: Generation<u8, N, 1, 0>, 1, false;
    two: Generation<u8, N, 2, 0>, 2, false;
    three_of_four: Generation<u8, N, 3, 0>, 3, false;
    five_of_eight: Generation<u8, N, 5, 0>, 5, false;
    seven_of_eight: Generation<u8, N, 7, 0>, 7, false;
    largest_in_a_byte: Generation<u8, N, 128, 0>, 128, false;
    in_a_short: Generation<u16, N, 300, 0>, 300, false;
    in_a_word: Generation<u32, N, 70_000, 0>, 70_000, false;
    retiring_soon: Generation<u16, N, 5, 1>, 5, true;
    retiring_in_a_word: Generation<u32, N, 7, 1>, 7, true;
}

#[test]
fn the_rest_of_a_full_word_is_visited() {
    /// Two full words, and some slots of a third.
    const SLOTS: usize = 130;
    let mut guard = Generation::<u8, SLOTS, 3, 0>::zeroed();
    for index in 0..SLOTS {
        // SAFETY: 1. The range ends at the number of slots.
        unsafe { guard.occupy(index) };
    }
    let live: Vec<usize> = (0..SLOTS).collect();
    for (front, back) in [(0, 0), (1, 0), (63, 0), (64, 1), (67, 0), (67, 10), (3, SLOTS - 60)] {
        visits_the_rest_by_words(&guard, SLOTS as u32, &live, front, back);
    }
}

#[test]
fn no_guard_knows_nothing_and_accepts_everything() {
    let mut guard = NoGuard::<N>::zeroed();
    assert_eq!(size_of_val(&guard), 0);
    // SAFETY: 1. `N - 1` is below N.
    assert!(unsafe { guard.names(N - 1, 0) });
    // SAFETY: 1. `N - 1` is below N.
    assert_eq!(unsafe { guard.vacate(N - 1) }, Vacated::Free);
    // SAFETY: 1. `N - 1` is below N.
    assert!(unsafe { guard.names(N - 1, 0) });
}

/// Goes through all generations twice.
fn goes_through_all_its_generations<C: Cell, const GENERATIONS: u32>() {
    let mut guard = Generation::<C, 1, GENERATIONS, 0>::zeroed();
    for generation in (0..GENERATIONS).chain(0..GENERATIONS) {
        // SAFETY: 1. The guard has one slot.
        unsafe { guard.occupy(0) };
        // SAFETY: 1. The guard has one slot.
        assert!(unsafe { guard.names(0, generation) });
        // SAFETY: 1. The guard has one slot.
        assert_eq!(unsafe { guard.vacate(0) }, Vacated::Free);
        // SAFETY: 1. The guard has one slot.
        assert!(!unsafe { guard.names(0, generation) });
    }
    // SAFETY: 1. The guard has one slot.
    assert_eq!(unsafe { guard.generation(0) }, 0);
}

#[test]
fn a_cell_goes_through_all_its_generations() {
    goes_through_all_its_generations::<u8, 1>();
    goes_through_all_its_generations::<u8, 100>();
    goes_through_all_its_generations::<u8, 0x7F>();
    goes_through_all_its_generations::<u8, 0x80>();
}

#[test]
#[cfg_attr(miri, ignore = "hundreds of thousands of operations")]
fn a_wide_cell_goes_through_all_its_generations() {
    goes_through_all_its_generations::<u16, 0x7FFF>();
    goes_through_all_its_generations::<u16, 0x8000>();
    goes_through_all_its_generations::<u32, 0xFFFF>();
    goes_through_all_its_generations::<u32, 0x1_0000>();
    goes_through_all_its_generations::<u32, 0x1_0001>();
}

#[test]
fn the_widest_generation_is_followed_by_the_first() {
    let mut guard = Generation::<u32, 1, 0x8000_0000, 0>::zeroed();
    // SAFETY: 1. The guard has one slot. 2. The generation is below GENERATIONS.
    unsafe { guard.set_generation(0, 0x7FFF_FFFF) };
    // SAFETY: 1. The guard has one slot.
    unsafe { guard.occupy(0) };
    // SAFETY: 1. The guard has one slot.
    assert_eq!(unsafe { guard.vacate(0) }, Vacated::Free);
    // SAFETY: 1. The guard has one slot.
    assert_eq!(unsafe { guard.generation(0) }, 0);
}

#[test]
fn the_flags_of_eight_cells_are_gathered_in_order() {
    for flags in (0..=255_u8).step_by(miri_or(85, 1)) {
        // The bits of generations next to the flags must not leak into the word.
        for generation in [0, 1, 0x55, 0x7F] {
            // Different flags in every group of eight.
            let word = u64::from(flags).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(8) ^ u64::from(flags);
            let mut cells = [generation; 64];
            for (bit, cell) in cells.iter_mut().enumerate() {
                *cell |= ((word >> bit & 1) as u8) << 7;
            }
            // Processors differ in which of these they use.
            for top_bits in [u8::live_word, top_bits_by_fours] {
                assert_eq!(top_bits(&cells), word);
                for len in [0, 1, 7, 8, 13, 31, 32, 33, 40, 63] {
                    assert_eq!(top_bits(&cells[..len]), word & ((1 << len) - 1));
                }
            }
        }
    }
}

#[test]
fn a_word_is_walked_in_order_by_its_halves() {
    for word in [1, 1 << 31, 1 << 32, 1 << 63, u64::MAX, 0x9E37_79B9_7F4A_7C15, 0xFFFF_FFFF, !0xFFFF_FFFF] {
        let expected = (0..64).filter(|bit| word >> bit & 1 == 1);
        let mut bits = word;
        let walk = core::iter::from_fn(|| (bits != 0).then(|| take_first_of_halves(&mut bits, 64)));
        assert!(walk.eq(expected.clone()), "{word:x}");
        let mut bits = word & 0xFFFF_FFFF;
        let walk = core::iter::from_fn(|| (bits != 0).then(|| take_first_of_halves(&mut bits, 32)));
        assert!(walk.eq(expected.filter(|&bit| bit < 32)), "{word:x}");
    }
}

#[test]
fn without_a_guard_there_is_nothing_to_save() {
    type Absent = NoGuard<N>;
    let guard = Absent::zeroed();
    assert_eq!((guard.end(N), guard.bytes(), Absent::live(&[], 0)), (0, &[][..], 0));
    assert_eq!(
        [Absent::is_free(&[], 3), Absent::was_live(&[], 3), Absent::is_new(&[], 3)],
        [false, false, true]
    );
    // There are no bytes of such a guard, so none are valid.
    assert_eq!(Absent::count(&[], N), None);
    assert_eq!(Absent::recode(SavedGuard { kind: 0, generations: 1, bytes: &[] }, &mut []), None);
}
