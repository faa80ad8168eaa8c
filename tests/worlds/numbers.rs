//! Saves with numbers: a delta of what changed is applied to its own base alone.

use super::*;
use crate::size::cases;
use proptest::prelude::*;
use stackpool::layout::Watched;
use stackpool::{DeltaError, PoolSpec, SaveNumber};

pool! {
    Ships: [u32; SLOTS], changes;
    DenseShips: [u32; SLOTS], dense, changes;
}

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = SLOTS, columns, changes)]
struct Rock {
    place: [i16; 2],
    ore: u8,
}

#[derive(Snapshot)]
struct Space {
    number: SaveNumber,
    ships: ShipsPool,
    rocks: RockPool,
    names: HandleMap<Ships, u16>,
    score: u32,
}

/// Changes one thing of the value for each of 50 frames, and loses 7 of their deltas. Returns how many deltas after
/// that were refused, and how many led to another save than the sender's.
fn with_losses<W: Snapshot>(
    world: &mut W,
    set_number: impl Fn(&mut W, u32),
    mut change: impl FnMut(&mut W, u32),
) -> [u32; 2] {
    let mut received = world.save();
    world.clear_changes();
    let (mut refused, mut wrong) = (0, 0);
    for frame in 1..=50 {
        change(world, frame);
        set_number(world, frame);
        let delta = world.changed_delta();
        world.clear_changes();
        if frame % 7 == 3 {
            continue; // lost
        }
        match W::patch(&received, &delta) {
            Ok(later) => {
                received = later;
                wrong += u32::from(received != world.save());
            }
            Err(error) => {
                assert!(error.to_string().contains("base"), "{error}");
                assert_eq!(*error.error(), DeltaError::OtherNumber { expected: frame - 1, found: frame - 2 });
                refused += 1;
                received = world.save();
            }
        }
    }
    [refused, wrong]
}

/// Writes to one of the objects, and sometimes inserts or removes one.
fn play<P: PoolSpec<Item = u32, Layout: Watched>>(pool: &mut Pool<P>, frame: u32) {
    let chosen = pool.handles().nth(frame as usize % pool.len().max(1));
    match (frame % 5, chosen) {
        (0 | 1, _) => _ = pool.insert(frame),
        (2, Some(handle)) => _ = pool.remove(handle),
        (_, Some(handle)) => pool[handle] += 1,
        (_, None) => (),
    }
}

#[test]
fn after_a_lost_delta_the_next_one_is_refused() {
    let mut space = Space {
        number: SaveNumber::new(0),
        ships: ShipsPool::from_iter(0..9),
        rocks: RockPool::new(),
        names: HandleMap::new(),
        score: 0,
    };
    let set = |space: &mut Space, frame| space.number.set(frame);
    let results = with_losses(&mut space, set, |space, frame| {
        play(&mut space.ships, frame);
        let _ = space.rocks.insert(Rock { place: [1, 2], ore: frame as u8 });
        let named = space.ships.handles().next().expect("a ship");
        space.names.insert(named, frame as u16);
    });
    assert_eq!(results, [7, 0]);
}

#[test]
fn a_pool_or_a_side_table_has_a_number_in_a_tuple() {
    let (mut number, mut ships) = (SaveNumber::new(0), ShipsPool::from_iter(0..9));
    let borrowed = &mut (&mut number, &mut ships);
    assert_eq!(with_losses(borrowed, |pair, n| pair.0.set(n), |pair, frame| play(pair.1, frame)), [7, 0]);

    let mut dense = (SaveNumber::new(0), DenseShipsPool::from_iter(0..9));
    let change = |pair: &mut (_, _), frame| play(&mut pair.1, frame);
    assert_eq!(with_losses(&mut dense, |pair, n| pair.0.set(n), change), [7, 0]);

    let mut rocks = (SaveNumber::new(0), RockPool::new());
    let insert = |pair: &mut (SaveNumber, RockPool), ore| {
        _ = pair.1.insert(Rock { place: [0, 0], ore: ore as u8 });
    };
    assert_eq!(with_losses(&mut rocks, |pair, n| pair.0.set(n), insert), [7, 0]);

    let handles: Vec<_> = ships.handles().collect();
    let mut names = (SaveNumber::new(0), HandleMap::<Ships, u16>::new());
    let name = |pair: &mut (SaveNumber, HandleMap<Ships, u16>), frame: u32| {
        pair.1.insert(handles[frame as usize % handles.len()], frame as u16);
    };
    assert_eq!(with_losses(&mut names, |pair, n| pair.0.set(n), name), [7, 0]);
}

#[test]
fn a_number_is_state_and_its_base_is_not() {
    let mut number = SaveNumber::new(4);
    let saved = number.save();
    number.set(9);
    assert_eq!(number.changed_delta()[1..5], 4_u32.to_ne_bytes());
    number.clear_changes();
    assert_eq!(number, SaveNumber::new(9));
    assert_ne!(number, SaveNumber::new(4));
    // A restore changes the state, and the receiver still has save 9.
    number.restore(&saved).unwrap();
    assert_eq!(number.get(), 4);
    let back = number.changed_delta();
    assert_eq!(SaveNumber::patch(&9_u32.to_ne_bytes(), &back).unwrap(), saved);
    assert_eq!(
        *SaveNumber::patch(&saved, &back).unwrap_err().error(),
        DeltaError::OtherNumber { expected: 9, found: 4 }
    );
}

#[test]
fn deltas_that_compare_saves_and_reports_have_the_number() {
    let mut pair = (SaveNumber::new(0), 7_u8);
    let base = pair.save();
    pair.0.set(1);
    let (later, delta) = (pair.save(), pair.delta(&base).unwrap());
    assert_eq!(<(SaveNumber, u8)>::patch(&base, &delta).unwrap(), later);
    assert_eq!(<(SaveNumber, u8)>::diff(&base, &later).unwrap().to_string(), "0  0  1\n");
}

proptest! {
    #![proptest_config(cases(8, 200))]

    #[test]
    fn any_bytes_are_a_number_or_an_error(
        base in prop::collection::vec(any::<u8>(), 0..6),
        delta in prop::collection::vec(0..3_u8, 0..11),
        room in 0..6_usize,
    ) {
        let mut number = SaveNumber::new(3);
        is_error_or_equal(&mut number, &base);
        let patched = SaveNumber::patch_into(&base, &delta, &mut vec![0; room]).map(|later| later.to_vec());
        match (patched, &*delta) {
            (Ok(later), [0]) => prop_assert_eq!(later, base),
            (Ok(later), [1, whole @ ..]) => prop_assert_eq!(later, whole),
            (Ok(later), [2, numbers @ ..]) => {
                prop_assert_eq!(&numbers[..4], &*base);
                prop_assert_eq!(&numbers[4..], &*later);
            }
            (Ok(_), _) => prop_assert!(false, "no delta"),
            (Err(_), _) => (),
        }
    }
}
