//! All sequences of steps on pools of one to three slots, compared with the model.
//!
//! Two sequences that lead to the same state go on in the same way. So states are visited breadth first, each of them
//! once, and every step is played in each: all sequences up to a length are covered, from a new pool and from states
//! that are some steps away from one.
//!
//! A state is what the model holds (objects, generations, both queues of free slots, marks, the kept copy, and the
//! state when the changes were taken), every byte that the pools save, and the slots that changed. A pool is brought to
//! a state by the steps that lead there: a copy would have other counts, and no marks.
//!
//! `SEQUENCES=100000 GATE=1 cargo test --all-features --test model all_sequences -- --nocapture` compares
//! 100,000 steps in each test, and shows what was seen.

use crate::drops::Token;
use crate::model::columns::TestedColumns;
use crate::model::row::Row;
use crate::model::step::{Items, Mask, Step};
use crate::model::{Abilities, Run, Subject, Tested};
use crate::size::{IS_SMALL, miri_or};
use stackpool::pool;
use std::collections::HashSet;

/// How many steps each test compares. For each, new pools are brought to a state: in a debug build, the tests of the
/// gate take 5 s together on two cores.
const TRANSITIONS: usize = miri_or(5, 3_000);

/// The definitions under test, as new pools.
type Pools = fn() -> Vec<Box<dyn Subject>>;

/// Where searches begin: a new pool, and two that have a kept copy, with objects or with slots that wait, and a mark if
/// there are marks. One is empty, and has noted that its quarantine is full. The other one is full.
fn starts(capacity: usize) -> Vec<Vec<Step>> {
    let fill = |first| Step::InsertMany(Items { first, count: capacity });
    let one_out = [Step::Insert(11), Step::ExtractIf(Mask(!0), 1)];
    let emptied = [&[fill(1), Step::Keep, Step::Clear, Step::Mark(10)][..], &one_out].concat();
    let filled = vec![fill(1), Step::Clear, Step::Keep, Step::Mark(10), fill(11)];
    vec![vec![], emptied, filled]
}

fn run(pools: Pools, steps: &[Step]) -> Run {
    let mut run = Run::new(pools());
    steps.iter().for_each(|step| run.go(step.clone()));
    run
}

/// A state that was found.
struct State {
    /// The state before it, and the step from there.
    from: Option<(usize, Step)>,
    /// How many steps it is from a start.
    length: usize,
}

/// The steps to a state. The first states are the starts.
fn path(starts: &[Vec<Step>], states: &[State], mut state: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some((from, step)) = &states[state].from {
        steps.push(step.clone());
        state = *from;
    }
    steps.reverse();
    [&starts[state][..], &steps].concat()
}

/// Searches until as many steps were compared as are asked for, which must cover all sequences of `least` steps.
fn search(name: &str, least: usize, pools: Pools) {
    let most = std::env::var("SEQUENCES").map_or(TRANSITIONS, |number| number.parse().expect("a number"));
    let starts = starts(pools()[0].rules().capacity);
    let mut known: HashSet<u64> = starts.iter().map(|steps| run(pools, steps).state()).collect();
    let mut states: Vec<State> = starts.iter().map(|_| State { from: None, length: 0 }).collect();
    let (mut state, mut transitions) = (0, 0);
    'search: while state < states.len() {
        let (path, length) = (path(&starts, &states, state), states[state].length + 1);
        // Under Miri, every seventh step is played in a state, and others in the next state.
        let (first, stride) = if IS_SMALL { (state % 7, 7) } else { (0, 1) };
        for step in run(pools, &path).every_step().into_iter().skip(first).step_by(stride) {
            if transitions == most {
                break 'search;
            }
            let mut run = run(pools, &path);
            run.go(step.clone());
            transitions += 1;
            if known.insert(run.state()) {
                run.finish();
                states.push(State { from: Some((state, step)), length });
            } else {
                run.end();
            }
        }
        state += 1;
    }
    let (length, rest) = match states.get(state) {
        Some(state) => (state.length, ""),
        None => (states[state - 1].length, " and of any length"),
    };
    println!("{name}: {} states, {transitions} transitions, sequences of {length} steps{rest}", states.len());
    assert!(transitions == most || state == states.len(), "too few transitions");
    assert!(length >= miri_or(0, least), "sequences of {length} steps only");
}

pool! {
    ListedTokens: [Token; 2], quarantine = 1, generation_bits = 1, changes, marks = 1, bookkeeping = free_list;
    Listed: [u32; 2], quarantine = 1, generation_bits = 1, changes, marks = 1, bookkeeping = free_list;

    RetiringTokens: [Token; 2], generation_bits = 14, on_wrap = retire, quarantine = 1;
    Retiring: [u32; 2], generation_bits = 14, on_wrap = retire, quarantine = 1, changes;

    ThreeRows: [Row; 3], columns, quarantine = 1, generation_bits = 1, changes, marks = 2;

    DenseTokens: [Token; 3], dense, quarantine = 1, generation_bits = 1, changes, marks = 1;
    Dense: [u32; 3], dense, quarantine = 1, generation_bits = 1, changes, marks = 1;
    DenseStrictRows: [Row; 3], dense, columns, quarantine = 2, strict, guard = live, changes;
}

/// Declares a test per group of pools, which play the same steps, with the length of the sequences that it must cover.
macro_rules! sequences {
    ($($test:ident, $least:literal: $($kind:ident $name:ident $(.$ability:ident($($args:tt)*))*),+;)*) => {$(
        #[test]
        fn $test() {
            search(stringify!($test), $least, || {
                vec![$(Box::new(sequences!($kind $name, $(.$ability($($args)*))*)),)+]
            });
        }
    )*};
    (objects $name:ident, $($abilities:tt)*) => { Tested::new(Abilities::<$name>::new()$($abilities)*) };
    (columns $name:ident, $($abilities:tt)*) => { TestedColumns::<$name>::new()$($abilities)* };
}

sequences! {
    two_slots_in_a_list, 2: objects ListedTokens.changes().marks(1), objects Listed.image().deltas().marks(1);
    two_slots_that_retire, 2: objects RetiringTokens.table().retires(),
        objects Retiring.table().image().deltas().retires();
    three_rows, 1: columns ThreeRows.in_place().changes().marks(2);
    three_slots_without_holes, 1: objects DenseTokens.dense_table().changes().marks(1),
        objects Dense.dense_table().image().deltas().marks(1);
    three_strict_rows_without_holes, 2: columns DenseStrictRows.dense().changes().strict();
}

gate::only! {
    mod more {
        use super::*;

        pool! {
            OneTokens: [Token; 1], quarantine = 0, generation_bits = 1, changes, marks = 1;
            One: [u32; 1], quarantine = 0, generation_bits = 1, changes, marks = 1;

            TwoTokens: [Token; 2], quarantine = 1, generation_bits = 1, changes, marks = 1;
            Two: [u32; 2], quarantine = 1, generation_bits = 1, changes, marks = 1;

            StrictTokens: [Token; 2], quarantine = 1, strict, generation_bits = 1;
            Strict: [u32; 2], quarantine = 1, strict, generation_bits = 1, changes;
            StrictRows: [Row; 2], columns, quarantine = 1, strict, generation_bits = 1, changes;

            RetiringRows: [Row; 2], columns, generation_bits = 14, on_wrap = retire, quarantine = 1, changes;

            ThreeTokens: [Token; 3], quarantine = 1, generation_bits = 1, changes, marks = 2;
            Three: [u32; 3], quarantine = 1, generation_bits = 1, changes, marks = 2;

            LiveTokens: [Token; 3], guard = live, quarantine = 2;
            Live: [u32; 3], guard = live, quarantine = 2, changes;
            LiveListed: [u32; 3], guard = live, quarantine = 2, bookkeeping = free_list;

            StrictestTokens: [Token; 3], quarantine = 2, strict, generation_bits = 1, marks = 1;
            Strictest: [u32; 3], quarantine = 2, strict, generation_bits = 1, marks = 1;
            StrictestListed: [u32; 3], quarantine = 2, strict, generation_bits = 1, bookkeeping = free_list, changes;

            DenseRows: [Row; 3], dense, columns, quarantine = 1, generation_bits = 1, changes, marks = 1;
            DenseStrict: [u32; 3], dense, quarantine = 2, strict, guard = live, changes;
        }

        sequences! {
            one_slot, 2: objects OneTokens.table().changes().marks(1), objects One.table().image().deltas().marks(1);
            two_slots, 2: objects TwoTokens.table().changes().marks(1), objects Two.table().image().deltas().marks(1);
            two_strict_slots, 2: objects StrictTokens.table().strict(),
                objects Strict.table().image().deltas().strict();
            two_strict_rows, 2: columns StrictRows.in_place().changes().strict();
            two_rows_that_retire, 2: columns RetiringRows.in_place().changes().retires();
            three_slots, 1: objects ThreeTokens.table().changes().marks(2),
                objects Three.table().image().deltas().marks(2);
            three_live_slots, 2: objects LiveTokens.table(), objects Live.table().image().deltas(),
                objects LiveListed.image();
            three_strict_slots, 2: objects StrictestTokens.table().marks(1).strict(),
                objects Strictest.table().image().marks(1).strict(), objects StrictestListed.image().deltas().strict();
            three_rows_without_holes, 1: columns DenseRows.dense().changes().marks(1);
            three_strict_slots_without_holes, 2: objects DenseStrict.dense_table().image().deltas().strict();
        }
    }
}
