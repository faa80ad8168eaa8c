//! Deltas of what changed: each leads from the save at which the changes were cleared to the later one.

use super::lying::{Liar, Lie, while_lying};
use super::*;
use crate::size::cases;
use proptest::prelude::*;
use stackpool::DeltaError;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

pool! {
    Stars: [u32; SLOTS], changes, quarantine = 3;
    Ports: [u16; SLOTS], changes, guard = live, bookkeeping = free_list;
    Quiet: [u32; SLOTS];
    Numbers: [u8; 5..25];
}

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = SLOTS, columns, changes)]
struct Row {
    place: [f32; 2],
    life: u8,
}

#[derive(Snapshot)]
struct Side {
    score: u32,
    stars: StarsPool,
}

/// A world whose pools note changes, except some.
#[derive(Snapshot)]
struct Watched {
    frame: u32,
    sides: [Side; 2],
    rows: Heap<RowPool>,
    ports: (PortsPool, u8),
    quiet: QuietPool,
    numbers: NumbersPool,
    blocks: ListPool<u16, 3>,
    speeds: HandleMap<Row, f32>,
    best: Option<RowHandle>,
    #[snapshot(plain)]
    phase: Phase,
}

/// The positions of fields in a delta.
const SIDES: usize = 1;
const ROWS: usize = 2;

impl Watched {
    fn new() -> Self {
        let side = || Side { score: 0, stars: StarsPool::new() };
        Watched {
            frame: 0,
            sides: [side(), side()],
            rows: RowPool::on_heap(),
            ports: (PortsPool::new(), 0),
            quiet: QuietPool::new(),
            numbers: NumbersPool::new(),
            blocks: ListPool::new([10, 20, 30]),
            speeds: HandleMap::new(),
            best: None,
            phase: Phase::Menu,
        }
    }

    /// A world in which something of everything lives.
    fn used() -> Self {
        let mut world = Watched::new();
        for number in 0..6 {
            for field in 0..10 {
                change(&mut world, field, 0, number);
            }
        }
        world
    }
}

/// Changes a field of the world.
fn change(world: &mut Watched, field: u8, action: u8, value: u16) {
    let which = usize::from(value);
    match field % 10 {
        0 => world.frame += u32::from(value),
        field @ (1 | 2) => {
            let side = &mut world.sides[usize::from(field) - 1];
            let handle = side.stars.handles().nth(which % SLOTS);
            match (action, handle) {
                (150..200, Some(handle)) => _ = side.stars.remove(handle),
                (200..250, Some(handle)) => side.stars[handle] = u32::from(value),
                (250.., _) => side.stars.clear(),
                _ => _ = side.stars.insert(value.into()),
            }
        }
        3 => {
            let handle = world.rows.handles().nth(which % SLOTS);
            match (action, handle) {
                (150..200, Some(handle)) => _ = world.rows.remove(handle),
                (200.., Some(handle)) => {
                    *world.rows.get_mut(handle).expect("a live row").life ^= action;
                    world.speeds.insert(handle, 2.5);
                }
                _ => world.best = world.rows.insert(Row { place: [1.5; 2], life: action }).ok(),
            }
        }
        4 => {
            let ports = &mut world.ports.0;
            match (action, ports.handles().nth(which % SLOTS)) {
                (150.., Some(handle)) => _ = ports.remove(handle),
                _ => _ = ports.insert(value),
            }
        }
        5 => _ = world.quiet.insert(value.into()),
        6 => _ = world.numbers.acquire(),
        7 => _ = world.blocks.acquire(),
        8 => world.ports.1 = action,
        _ => world.phase = if action < 128 { Phase::Menu } else { Phase::Match },
    }
}

/// Returns the delta of what changed, and clears the changes.
fn sent<W: Snapshot>(world: &mut W) -> Vec<u8> {
    let delta = world.changed_delta();
    let mut buffer = vec![0xA5; world.changed_len()];
    assert_eq!(world.changed_delta_into(&mut buffer).unwrap(), delta, "the same without the heap");
    world.clear_changes();
    delta
}

/// The places of the fields in the delta of a struct.
fn fields(delta: &[u8]) -> Vec<Range<usize>> {
    let count = usize::from(u16::from_ne_bytes([delta[14], delta[15]]));
    let mut start = 24 + 8 * count;
    let lengths = delta[24..start].chunks_exact(8);
    let places = lengths.map(|length| {
        let length = u64::from_ne_bytes(length.try_into().unwrap()) as usize;
        start += length;
        start - length..start
    });
    // The first one has the checksums.
    places.skip(1).collect()
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Change(u8, u8, u16),
    /// Goes back to the save at which the changes were cleared.
    Restore,
    Send,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => any::<(u8, u8, u16)>().prop_map(|(field, action, value)| Step::Change(field, action, value)),
        1 => Just(Step::Restore),
        3 => Just(Step::Send),
    ];
    prop::collection::vec(step, 0..miri_or(20, 200))
}

proptest! {
    #![proptest_config(cases(2, 60))]

    #[test]
    fn a_chain_of_deltas_leads_along(steps in steps()) {
        let mut world = Watched::new();
        let mut other_side = world.save();
        for step in steps.into_iter().chain([Step::Send]) {
            match step {
                Step::Change(field, action, value) => change(&mut world, field, action, value),
                Step::Restore => world.restore(&other_side).unwrap(),
                Step::Send => {
                    let delta = sent(&mut world);
                    other_side = Watched::patch(&other_side, &delta).unwrap();
                    assert!(other_side == world.save(), "the delta leads to another save");
                }
            }
        }
    }
}

#[test]
fn pools_in_which_nothing_changed_take_no_bytes() {
    let mut world = Watched::used();
    world.clear_changes();
    let rest = sent(&mut world);
    let places = fields(&rest);
    assert!(places[ROWS].is_empty());
    // Two lengths, and of each side the label, the checksums, and a score.
    assert_eq!(places[SIDES].len(), 2 * (8 + 24 + 3 * 8 + 16 + 5));

    let row = world.best.unwrap();
    *world.rows.get_mut(row).unwrap().life += 1;
    let delta = sent(&mut world);
    // The label, a checksum, the counts, a word, a generation, and the fields of the row.
    let more = 32 + 8 + 16 + 12 + 1 + 9;
    assert_eq!((delta.len(), fields(&delta)[ROWS].len()), (rest.len() + more, more));
}

/// No slot is noted, and yet the order of the free slots is another one.
#[test]
fn a_new_order_of_free_slots_is_a_change() {
    let mut stars = StarsPool::new();
    let handles = [1, 2, 3].map(|number| stars.insert(number).unwrap());
    for handle in handles {
        stars.remove(handle);
    }
    let base = stars.save();
    Snapshot::clear_changes(&mut stars);
    let mut world = (stars,);
    world.0.clear();
    let delta = sent(&mut world);
    assert!(!fields(&delta)[0].is_empty());
    let base = <(StarsPool,)>::patch(&(StarsPool::new(),).save(), &whole(&base)).unwrap();
    assert_eq!(<(StarsPool,)>::patch(&base, &delta).unwrap(), world.save());
}

/// A delta that makes a world of one pool of this save, whatever the base is.
fn whole(pool: &[u8]) -> Vec<u8> {
    let mut restored = StarsPool::new();
    restored.restore(pool).unwrap();
    let base = (StarsPool::new(),).save();
    (restored,).delta(&base).unwrap()
}

#[test]
fn values_by_themselves() {
    fn leads<T: Snapshot>(value: &mut T, change: impl FnOnce(&mut T)) -> usize {
        let base = value.save();
        value.clear_changes();
        change(value);
        let delta = sent(value);
        assert_eq!(T::patch(&base, &delta).unwrap(), value.save());
        delta.len()
    }
    assert_eq!(leads(&mut 5_u32, |number| *number = 6), 1 + 4);
    assert_eq!(leads(&mut [1_u16, 2], |numbers| numbers[1] = 3), 1 + 4);
    assert_eq!(leads(&mut Some(true), |answer| *answer = None), 1 + 2);

    // A pool has the bytes of its own method.
    let mut stars = StarsPool::new();
    stars.insert(1).unwrap();
    assert_eq!(Snapshot::changed_delta(&stars), stars.changed_delta());
    leads(&mut stars, |stars| _ = stars.insert(2));
    let mut rows = Heap::<RowPool>::default();
    rows.insert(Row { place: [0.5; 2], life: 3 }).unwrap();
    assert_eq!(rows.changed_delta(), RowPool::changed_delta(&rows));
    leads(&mut rows, |rows| rows.clear());

    // Others are whole, and the method of the pool reads that, too.
    let mut quiet = QuietPool::new();
    let whole = Snapshot::changed_delta(&quiet);
    assert_eq!(QuietPool::patch(&[], &whole).unwrap(), quiet.save());
    let length = whole.len() - 1;
    assert!(matches!(
        QuietPool::patch(&[], &whole[..length]).as_ref().unwrap_err().error(),
        DeltaError::Delta(_)
    ));
    assert!(QuietPool::patch_into(&[], &whole, &mut vec![0; length - 1]).is_err());
    assert_eq!(leads(&mut quiet, |quiet| _ = quiet.insert(2)), 1 + quiet.save().len());
    let mut numbers = NumbersPool::new();
    assert_eq!(leads(&mut numbers, |numbers| _ = numbers.acquire()), 1 + numbers.save().len());
    leads(&mut ListPool::new([7_u16, 8]), |list| _ = list.acquire());
    leads(&mut [StarsPool::new(), StarsPool::new()], |pools| _ = pools[1].insert(3));
    leads(&mut &mut stars, |stars| stars.clear());
}

#[test]
fn a_short_buffer_is_an_error_that_says_what_is_needed() {
    let world = Watched::used();
    let length = world.changed_delta().len();
    for given in (0..length).step_by(miri_or(length / 3, 1)).chain([length - 1]) {
        let error = world.changed_delta_into(&mut vec![0; given]).unwrap_err();
        assert!(error.needed() >= length && error.needed() <= world.changed_len(), "{error}");
    }
    assert_eq!(world.changed_delta_into(&mut vec![0; length]).unwrap().len(), length);
}

#[test]
fn damaged_deltas_are_errors() {
    let mut world = Watched::used();
    let base = world.save();
    world.clear_changes();
    for field in 0..10 {
        change(&mut world, field, 0, 700);
    }
    let delta = world.changed_delta();
    for at in positions(&delta) {
        for mask in MASKS {
            let mut damaged = delta.clone();
            damaged[at] ^= mask;
            assert!(Watched::patch(&base, &damaged).is_err(), "byte {at} ^ {mask}");
        }
    }
    for length in positions(&delta) {
        assert!(Watched::patch(&base, &delta[..length]).is_err(), "{length} bytes");
    }
    let doubled = [&*delta, &*delta].concat();
    assert!(Watched::patch(&base, &doubled).is_err());
    let error = <(u32,)>::patch(&(1_u32,).save(), &delta).unwrap_err();
    assert!(matches!(error.error(), DeltaError::Delta(RestoreError::Fields)), "{error:?}");
}

#[test]
fn another_base_gives_an_error_or_bytes_that_are_checked() {
    let mut world = Watched::used();
    world.clear_changes();
    change(&mut world, 1, 0, 9);
    change(&mut world, 3, 151, 2);
    let delta = world.changed_delta();
    for base in [Watched::new().save(), world.save()] {
        if let Ok(patched) = Watched::patch(&base, &delta) {
            is_error_or_equal(&mut Watched::used(), &patched);
        }
    }
}

#[test]
fn a_value_written_by_hand_is_whole() {
    let mut pair = (Liar(0x0505), StarsPool::new());
    let base = pair.save();
    pair.clear_changes();
    pair.0.0 = 0x0707;
    let delta = sent(&mut pair);
    let [liar, stars] = &fields(&delta)[..] else { panic!("two fields") };
    assert_eq!(delta[liar.clone()], [1, 7, 7]);
    assert!(stars.is_empty());
    assert_eq!(<(Liar, StarsPool)>::patch(&base, &delta).unwrap(), pair.save());
}

/// What lies gives a panic or other bytes. The pool beside it is as it was.
#[test]
fn a_value_that_lies_changes_nothing_else() {
    let mut pair = (Liar(1), StarsPool::new());
    pair.clear_changes();
    pair.1.insert(5).unwrap();
    let changed = pair.changed_delta();
    for lie in [Lie::PanicsInWrite, Lie::SaysMore, Lie::WritesMore, Lie::WritesFewer] {
        let lied = catch_unwind(AssertUnwindSafe(|| while_lying(lie, || pair.changed_delta())));
        assert_eq!(lied.is_err(), matches!(lie, Lie::PanicsInWrite | Lie::SaysMore), "{lie:?}");
        assert!(pair.changed_delta() == changed, "{lie:?}");
    }
}
