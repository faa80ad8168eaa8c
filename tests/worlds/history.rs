//! Histories, beside a list of all saves.

use super::*;
use proptest::prelude::*;
use stackpool::{DeltaError, History, HistoryError};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The steps that the histories of these tests take back.
const STEPS: usize = 5;

#[derive(Clone, Copy, Debug)]
enum Step {
    Change(u8, u8, u16),
    Push,
    Rewind(usize),
    /// Compares the save of a state before the newest one.
    Look(usize),
    /// Goes on with a copy, in the memory of an older one or in its own.
    Copy(bool),
    Clear,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => any::<(u8, u8, u16)>().prop_map(|(field, action, value)| Step::Change(field, action, value)),
        6 => Just(Step::Push),
        2 => (0..STEPS + 2).prop_map(Step::Rewind),
        2 => (0..STEPS + 2).prop_map(Step::Look),
        1 => any::<bool>().prop_map(Step::Copy),
        1 => Just(Step::Clear),
    ];
    prop::collection::vec(step, 0..miri_or(20, 120))
}

/// Plays `steps` with room for this many bytes of deltas. Returns the most steps that there were.
fn play(steps: &[Step], delta_bytes: usize) -> usize {
    let mut world = World::new();
    let mut history = History::<World, STEPS>::with_delta_bytes(delta_bytes);
    let mut older = history.clone();
    // All saves that were pushed, without those that were taken back.
    let mut saves: Vec<Vec<u8>> = Vec::new();
    let mut deepest = 0;
    for &step in steps {
        match step {
            Step::Change(field, action, value) => {
                model::change(&mut world, field, action, value);
            }
            Step::Push => {
                history.push(&world);
                saves.push(world.save());
            }
            Step::Rewind(back) => {
                let before = world.save();
                let rewound = history.rewind(back, &mut world);
                if saves.is_empty() || back > history_depth(&saves, back, &rewound) {
                    assert!(matches!(rewound, Err(HistoryError::TooFar { asked, .. }) if asked == back));
                    assert_eq!(world.save(), before);
                } else {
                    saves.truncate(saves.len() - back);
                    assert_eq!(&world.save(), saves.last().unwrap());
                }
            }
            Step::Look(back) => match history.saved(back) {
                Ok(saved) => assert_eq!(saved, saves[saves.len() - 1 - back]),
                Err(error) => {
                    let depth = history.depth();
                    assert_eq!(error, HistoryError::TooFar { asked: back, depth });
                    assert!(saves.is_empty() || back > depth);
                }
            },
            Step::Copy(is_new) => {
                if is_new {
                    older = history.clone();
                } else {
                    older.clone_from(&history);
                }
                std::mem::swap(&mut history, &mut older);
            }
            Step::Clear => {
                history.clear();
                saves.clear();
            }
        }
        assert_eq!(history.newest(), saves.last().map(Vec::as_slice));
        deepest = deepest.max(history.depth());
        assert!(history.depth() <= STEPS && history.depth() <= saves.len().saturating_sub(1));
    }
    deepest
}

/// The steps that there were before a rewind.
fn history_depth(saves: &[Vec<u8>], back: usize, rewound: &Result<(), HistoryError>) -> usize {
    match rewound {
        Err(HistoryError::TooFar { depth, .. }) => *depth,
        _ => back.max(saves.len().min(1) - 1),
    }
}

proptest! {
    #![proptest_config(size::cases(2, 60))]

    #[test]
    fn a_history_goes_back_to_every_state(steps in steps()) {
        play(&steps, 200_000);
    }

    #[test]
    fn a_history_with_little_room_forgets_the_oldest(steps in steps(), room in 0..6_000_usize) {
        play(&steps, room);
    }
}

/// A world that changes a little with each step.
fn stepped(world: &mut World, step: u32) {
    world.frame = step;
    world.teams[0].units.insert(unit(step)).unwrap();
}

#[test]
fn it_keeps_as_many_steps_as_it_says() {
    let mut world = World::new();
    let mut history = History::<World, STEPS>::with_delta_bytes(100_000);
    assert_eq!(history.rewind(0, &mut world), Err(HistoryError::TooFar { asked: 0, depth: 0 }));
    for step in 0..STEPS as u32 + 3 {
        assert_eq!(history.depth(), STEPS.min((step as usize).saturating_sub(1)));
        stepped(&mut world, step);
        history.push(&world);
    }
    let error = history.rewind(STEPS + 1, &mut world).unwrap_err();
    assert_eq!(error.to_string(), "cannot go back 6 steps: the history has 5");
    history.rewind(STEPS, &mut world).unwrap();
    assert_eq!((world.frame, history.depth()), (2, 0));
    let stats = history.stats();
    assert_eq!((stats.pushed, stats.rewinds, stats.deepest_rewind, stats.forgotten), (8, 1, STEPS, 0));
    assert!(stats.delta_bytes >= 7 * 100 && stats.largest_delta < 2_000, "{stats:?}");
}

#[test]
fn the_oldest_states_are_forgotten_if_the_bytes_are_full() {
    let mut world = World::new();
    let mut history = History::<World, 64>::with_delta_bytes(2_500);
    let steps = miri_or(18, 40);
    for step in 0..steps {
        stepped(&mut world, step);
        history.push(&world);
    }
    let (depth, stats) = (history.depth(), history.stats());
    let last = steps as usize - 1;
    assert!((2..last).contains(&depth), "{depth}");
    assert_eq!(stats.forgotten, (last - depth) as u64);
    history.rewind(depth, &mut world).unwrap();
    assert_eq!(world.frame as usize, last - depth);
}

/// Everything changes in each step, and by another number of bytes.
#[test]
fn with_bytes_for_all_steps_nothing_is_forgotten() {
    pool! { Units: [u32; 50]; }
    type Rollback = History<UnitsPool, 3>;

    let mut history = Rollback::new();
    let mut units = UnitsPool::new();
    let steps = miri_or(12, 200_u32);
    for step in 0..steps {
        units.clear();
        units.extend((0..step * 7 % 50).map(|number| number * step));
        history.push(&units);
        assert_eq!(history.depth(), 3.min(step as usize));
    }
    assert_eq!(history.stats().forgotten, 0);
    history.rewind(3, &mut units).unwrap();
    assert_eq!(units.len() as u32, (steps - 4) * 7 % 50);
}

#[test]
fn without_room_for_a_delta_there_is_the_newest_state() {
    let mut world = World::new();
    let mut memory = vec![0; History::<World, 4>::FIXED_BYTES];
    let needed = memory.len();
    let error = History::<World, 4, _>::in_memory(&mut memory[1..]).unwrap_err();
    assert_eq!(error.needed(), needed);
    let mut history = History::<World, 4, _>::in_memory(&mut memory[..]).unwrap();
    for step in 0..3 {
        stepped(&mut world, step);
        history.push(&world);
    }
    assert_eq!((history.depth(), history.stats().forgotten), (0, 2));
    stepped(&mut world, 9);
    history.rewind(0, &mut world).unwrap();
    assert_eq!(world.frame, 2);
    let mut none = History::<World, 0>::with_delta_bytes(1_000);
    none.push(&world);
    none.push(&world);
    assert_eq!((none.depth(), none.stats().forgotten), (0, 0));
}

/// A value whose deltas cannot be made, or not applied.
#[derive(Default)]
struct Stubborn(u32);

impl Snapshot for Stubborn {
    saves_its_field! { u32, 1 }

    fn write_delta(_: &[u8], later: &[u8], buffer: &mut [u8]) -> Result<usize, SnapshotError<DeltaError>> {
        if later == 13_u32.to_ne_bytes() {
            return Err(DeltaError::Damaged.into());
        }
        buffer[0] = 1;
        Ok(1)
    }

    fn read_delta(_: &[u8], _: &[u8], _: &mut [u8]) -> Result<usize, SnapshotError<DeltaError>> {
        Err(DeltaError::Slots.into())
    }
}

#[test]
fn a_value_that_contradicts_itself_gives_an_error() {
    let mut history = History::<Stubborn, 4>::with_delta_bytes(100);
    for number in 11..=13 {
        history.push(&Stubborn(number));
    }
    assert_eq!(history.depth(), 2);
    // There is no delta from 14 back to 13.
    history.push(&Stubborn(14));
    assert_eq!((history.depth(), history.stats().forgotten), (0, 3));
    history.push(&Stubborn(15));
    let mut value = Stubborn::default();
    assert_eq!(history.rewind(1, &mut value), Err(HistoryError::Delta(DeltaError::Slots.into())));
    assert_eq!(value.0, 0);
}

/// What a [`Moody`] value does once.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Good,
    RefusesToRead,
    PanicsWhenRead,
    SavesTooMuch,
    WritesTooLongADelta,
}

thread_local!(static MOOD: Cell<Mood> = const { Cell::new(Mood::Good) });

#[derive(Default)]
struct Moody(u32);

impl Snapshot for Moody {
    const SAVED_BYTES: usize = 4;
    const SHAPE: u64 = 2;

    fn saved_len(&self) -> usize {
        4
    }

    fn write_saved(&self, buffer: &mut [u8]) -> usize {
        buffer[..4].copy_from_slice(&self.0.to_ne_bytes());
        if MOOD.get() == Mood::SavesTooMuch { 5 } else { 4 }
    }

    fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
        <u32 as Snapshot>::check_saved(saved)
    }

    fn restore_then(
        &mut self,
        saved: &[u8],
        then: &mut dyn FnMut() -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        self.0.restore_then(saved, then)
    }

    fn write_delta(_: &[u8], later: &[u8], buffer: &mut [u8]) -> Result<usize, SnapshotError<DeltaError>> {
        buffer[..4].copy_from_slice(later);
        Ok(if MOOD.get() == Mood::WritesTooLongADelta { 1_000 } else { 4 })
    }

    fn read_delta(_: &[u8], delta: &[u8], buffer: &mut [u8]) -> Result<usize, SnapshotError<DeltaError>> {
        match MOOD.get() {
            Mood::RefusesToRead => Err(DeltaError::Damaged.into()),
            Mood::PanicsWhenRead => panic!("not today"),
            _ => {
                buffer[..4].copy_from_slice(delta);
                Ok(4)
            }
        }
    }
}

/// Does something once with a value in that mood. Returns whether there was an error or a panic.
fn fails_in(mood: Mood, work: impl FnOnce() -> bool) -> bool {
    MOOD.set(mood);
    let failed = catch_unwind(AssertUnwindSafe(work)).unwrap_or(true);
    MOOD.set(Mood::Good);
    failed
}

#[test]
fn after_an_error_or_a_panic_every_state_is_still_the_one_of_its_frame() {
    let mut value = Moody::default();
    let mut history = History::<Moody, 8>::new();
    assert!(fails_in(Mood::SavesTooMuch, || {
        history.push(&Moody(99));
        false
    }));
    assert_eq!((history.newest(), history.frames()), (None, None));
    (0..6).for_each(|frame| history.push(&Moody(frame)));
    assert!(fails_in(Mood::RefusesToRead, || history.rewind_to(3, &mut value).is_err()));
    assert!(fails_in(Mood::PanicsWhenRead, || history.rewind_to(3, &mut value).is_err()));
    assert!(fails_in(Mood::WritesTooLongADelta, || {
        history.push(&Moody(6));
        false
    }));
    assert!(fails_in(Mood::SavesTooMuch, || {
        history.push(&Moody(6));
        false
    }));
    assert_eq!((value.0, history.frames(), history.depth()), (0, Some(0..=5), 5));
    assert_eq!(history.newest(), Some(&5_u32.to_ne_bytes()[..]));
    for frame in (0..=5).rev() {
        assert_eq!(history.saved_frame(frame), Ok(&(frame as u32).to_ne_bytes()[..]));
        assert_eq!((history.rewind_to(frame, &mut value), value.0), (Ok(()), frame as u32));
    }
}

#[test]
fn a_history_of_frames_gives_back_the_newest_that_is_not_later() {
    let frames = prop::collection::vec(-20_i64..20, 0..miri_or(12, 60));
    proptest!(size::cases(2, 100), |(pushed in frames, room in 400..9_000_usize)| {
        let mut history = History::<World, STEPS>::with_delta_bytes(room);
        // The states that the history may have, from the oldest on.
        let mut model: Vec<(i64, Vec<u8>)> = Vec::new();
        let mut world = World::new();
        for (step, &frame) in (0_u32..).zip(&pushed) {
            if step % 3 == 2 {
                let before = world.save();
                let is_there = model.iter().any(|(held, _)| *held == frame);
                if is_there && step % 2 == 0 {
                    history.rewind_to(frame, &mut world).unwrap();
                    model.retain(|(held, _)| *held <= frame);
                    prop_assert_eq!(&world.save(), &model.last().unwrap().1);
                    continue;
                }
                if !is_there {
                    let oldest = history.frames().map(|frames| *frames.start());
                    let error = HistoryError::NoFrame { asked: frame, oldest };
                    prop_assert_eq!(history.rewind_to(frame, &mut world), Err(error));
                    prop_assert_eq!(&world.save(), &before);
                }
                match history.rewind_to_or_before(frame, &mut world) {
                    Ok(found) => {
                        model.retain(|(held, _)| *held <= frame);
                        prop_assert_eq!((found, world.save()), model.last().unwrap().clone());
                    }
                    Err(error) => {
                        let oldest = history.frames().map(|frames| *frames.start());
                        prop_assert_eq!(error, HistoryError::NoFrame { asked: frame, oldest });
                        prop_assert!(oldest.is_none_or(|oldest| frame < oldest));
                        prop_assert_eq!(world.save(), before);
                    }
                }
            } else {
                stepped(&mut world, step);
                history.push_frame(frame, &world);
                model.retain(|(held, _)| *held < frame);
                model.push((frame, world.save()));
            }
            let kept = history.depth() + usize::from(history.frames().is_some());
            model.drain(..model.len() - kept);
            let ends = model.first().zip(model.last()).map(|(oldest, newest)| oldest.0..=newest.0);
            prop_assert_eq!(history.frames(), ends);
            for frame in 0..40 {
                let found = model.iter().find(|(held, _)| *held == frame).map(|(_, save)| save.clone());
                prop_assert_eq!(history.saved_frame(frame).ok().map(<[u8]>::to_vec), found);
            }
        }
    });
}

#[test]
fn pushes_without_a_number_count_on() {
    let mut history = History::<u32, 3>::new();
    let mut value = 7;
    let error = history.rewind_to(4, &mut value).unwrap_err();
    assert_eq!(error.to_string(), "cannot go back to frame 4: the history is empty");
    history.push(&value);
    assert_eq!(history.frames(), Some(0..=0));
    history.push_frame(10, &value);
    history.push(&8);
    assert_eq!(history.frames(), Some(0..=11));
    assert_eq!((history.rewind_to(10, &mut value), history.depth()), (Ok(()), 1));
    let error = history.saved_frame(5).unwrap_err();
    assert_eq!(error.to_string(), "the history has no frame 5");
    // The last number there is, and once more.
    history.push_frame(i64::MAX, &20);
    history.push(&21);
    assert_eq!((history.frames(), history.depth()), (Some(0..=i64::MAX), 2));
    history.push_frame(0, &22);
    let error = history.rewind_to(i64::MAX, &mut value).unwrap_err();
    assert_eq!(error.to_string(), "the history has no frame 9223372036854775807");
    let found = history.rewind_to_or_before(i64::MAX, &mut value);
    assert_eq!((found, value, history.depth()), (Ok(0), 22, 0));
    // Frames of other types: those of `ggrs` are `i32`, and -1 is none.
    history.push_frame(1_u32, &23);
    history.push_frame(2_i32, &24);
    assert_eq!((history.rewind_to(1_i32, &mut value), value), (Ok(()), 23));
    assert!(history.rewind_to(-1_i32, &mut value).is_err());
    history.clear();
    history.push_frame(3, &value);
    let error = history.rewind_to(2, &mut value).unwrap_err();
    assert_eq!(error.to_string(), "cannot go back to frame 2: the oldest one that the history has is 3");
}

#[test]
fn errors_of_histories_say_what_was_asked_for() {
    let wrong = SnapshotError::new(RestoreError::Guard).within("units");
    for (error, expected) in [
        (HistoryError::TooFar { asked: 3, depth: 0 }, "cannot go back 3 steps: the history has none"),
        (HistoryError::TooFar { asked: 3, depth: 2 }, "cannot go back 3 steps: the history has 2"),
        (HistoryError::NoFrame { asked: 3, oldest: None }, "cannot go back to frame 3: the history is empty"),
        (
            HistoryError::NoFrame { asked: 3, oldest: Some(5) },
            "cannot go back to frame 3: the oldest one that the history has is 5",
        ),
        (HistoryError::NoFrame { asked: 9, oldest: Some(5) }, "the history has no frame 9"),
        (
            HistoryError::Restore(wrong),
            "units: corrupt slot states: an unused bit is set, or a generation is out of range",
        ),
        (
            HistoryError::Delta(SnapshotError::new(DeltaError::Base(RestoreError::Guard)).within("units")),
            "units: the base: corrupt slot states: an unused bit is set, or a generation is out of range",
        ),
    ] {
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_history_shows_its_frames() {
    let mut history = History::<World, STEPS>::default();
    let mut world = World::new();
    for frame in 0..3 {
        stepped(&mut world, frame);
        history.push(&world);
    }
    assert_eq!(history.depth(), 2);
    let shown = format!("{history:?}");
    assert!(shown.starts_with("History { frames: Some(0..=2), stats: HistoryStats {"), "{shown}");
}
