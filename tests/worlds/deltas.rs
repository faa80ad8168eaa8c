//! Deltas of worlds.

use super::*;
use stackpool::{DeltaError, checksum};

/// The bytes of a delta of a world in which nothing has changed: a label, 11 lengths and two checksums.
const NOTHING: usize = 24 + 8 * 11 + 16;

#[test]
fn a_field_that_has_not_changed_takes_eight_bytes() {
    let mut world = World::used();
    let base = world.save();
    assert_eq!(world.delta(&base).unwrap().len(), NOTHING);
    world.frame += 1;
    assert_eq!(world.delta(&base).unwrap().len(), NOTHING + 1 + 4);
    world.phase = Phase::Menu;
    assert_eq!(world.delta(&base).unwrap().len(), NOTHING + 1 + 4 + 1 + 1);
    world.restore(&base).unwrap();
    world.name.push('!');
    assert_eq!(world.delta(&base).unwrap().len(), NOTHING);
    // A field of the second team: two lengths, and the struct in which the other two fields rest.
    world.teams[1].score += 1;
    let of_team = 24 + 8 * 4 + 16 + 1 + 4;
    assert_eq!(world.delta(&base).unwrap().len(), NOTHING + 2 * 8 + of_team);
    // A small pool is saved as a whole, behind a byte.
    world.restore(&base).unwrap();
    let bullet = world.bullets.handles().next().unwrap();
    world.bullets[bullet][0] += 1.0;
    assert_eq!(world.delta(&base).unwrap().len(), NOTHING + 1 + fields_of(&base)[2].len());
    // A larger one has a delta of its own: a label, two checksums, a header, two bytes for up to eight words, and a
    // mask and the objects of each word.
    let bullets: Vec<_> = (0..60).map_while(|_| world.bullets.insert([0.0; 2]).ok()).collect();
    let base = world.save();
    world.bullets[bullets[0]][0] += 1.0;
    assert_eq!(world.delta(&base).unwrap().len(), NOTHING + 32 + 16 + 72 + 2 + 8 + 8);
}

/// A delta is applied unchanged, or not at all.
#[test]
fn a_damaged_delta_is_refused() {
    let (base, world) = (World::new().save(), World::used());
    let delta = world.delta(&base).unwrap();
    for at in positions(&delta) {
        for mask in MASKS {
            let mut wrong = delta.clone();
            wrong[at] ^= mask;
            let error = World::patch(&base, &wrong).unwrap_err();
            assert!(error.path().is_empty(), "byte {at}: {error}");
        }
        World::patch(&base, &delta[..at]).unwrap_err();
    }
    World::patch(&base, &[&*delta, &[0]].concat()).unwrap_err();
    World::patch(&base, &delta.repeat(2)).unwrap_err();
    World::patch(&base, &[]).unwrap_err();
    assert_eq!(World::patch(&base, &delta).unwrap(), world.save());
}

#[test]
fn another_base_is_refused() {
    let (mut world, base) = (World::used(), World::new().save());
    let delta = world.delta(&base).unwrap();
    let saved = world.save();
    world.frame += 1;
    for other in [saved, world.save()] {
        let error = World::patch(&other, &delta).unwrap_err();
        assert_eq!(error, DeltaError::OtherBase.into());
    }
    for at in positions(&base) {
        let mut wrong = base.clone();
        wrong[at] ^= 0x40;
        assert!(World::patch(&wrong, &delta).is_err(), "byte {at}");
        assert!(World::patch(&base[..at], &delta).is_err());
    }
    // A delta of another world.
    let pair = (1_u8, 2_u8);
    let of_pair = pair.delta(&pair.save()).unwrap();
    assert_eq!(World::patch(&base, &of_pair), Err(DeltaError::Delta(RestoreError::Fields).into()));
}

/// Sets the checksum of a delta of a struct with this number of fields, like somebody who forges one.
fn sign(delta: &mut [u8], fields: usize) {
    let at = 24 + 8 * (fields + 1);
    let sum = checksum(&delta[..at]).rotate_left(1) ^ checksum(&delta[at + 16..]);
    delta[at + 8..at + 16].copy_from_slice(&sum.to_ne_bytes());
}

/// The result of a forged delta is bytes like any others: a restore checks them.
#[test]
fn a_forged_delta_is_refused_or_gives_checked_bytes() {
    let (mut world, base) = (World::new(), World::used().save());
    world.bullets.extend([[1.0; 2]; 9]);
    let delta = world.delta(&base).unwrap();
    let mut signed = delta.clone();
    sign(&mut signed, 10);
    assert_eq!(signed, delta, "this is how a delta is signed");
    let mut accepted = 0;
    for at in positions(&delta).chain([delta.len() - 1]) {
        for mask in MASKS {
            let mut forged = delta.clone();
            forged[at] ^= mask;
            sign(&mut forged, 10);
            if let Ok(saved) = World::patch(&base, &forged) {
                accepted += usize::from(is_error_or_equal(&mut world, &saved));
            }
        }
    }
    assert!(IS_SMALL || accepted > 0, "a forged number is a number");
    // Lengths that are hostile.
    for field in 0..11 {
        for &length in miri_or(&[u64::MAX][..], &[0, 1, u64::MAX, u64::MAX - 100, 1 << 32, 1 << 63]) {
            let mut forged = delta.clone();
            set_length(&mut forged, field, length);
            sign(&mut forged, 10);
            if let Ok(saved) = World::patch(&base, &forged) {
                is_error_or_equal(&mut world, &saved);
            }
        }
    }
}

/// Deltas in a row, each against the save before it, as they are sent to somebody who watches.
#[test]
fn a_chain_of_deltas_leads_along() {
    let (mut world, mut watched) = (World::new(), World::new().save());
    for frame in 0..miri_or(3, 40) {
        world.frame = frame;
        world.bullets.insert([frame as f32; 2]).map_or_else(|_| world.bullets.clear(), drop);
        if frame % 3 == 0 {
            let _ = world.particles.insert(particle(frame as u8));
            let _ = world.tiles.acquire();
        }
        let delta = world.delta(&watched).unwrap();
        watched = World::patch(&watched, &delta).unwrap();
        assert!(watched == world.save());
        let mut buffer = vec![0xEE; World::MAX_DELTA_BYTES];
        assert_eq!(*world.delta_into(&watched, &mut buffer).unwrap(), *world.delta(&watched).unwrap());
    }
}

/// With the trait in scope, `delta_into` of a pool in a `Heap` is that of the trait. Its buffer is that of the pool.
#[test]
fn pools_in_a_heap_take_the_buffer_of_the_pool() {
    pool! {
        Rocks: [[i32; 2]; miri_or(300, 1_000)];
        Sparks: [Spark; 300], columns;
    }
    #[derive(stackpool::Columns, Clone, Copy)]
    struct Spark {
        ttl: f32,
    }

    let mut rocks = RocksPool::on_heap();
    rocks.extend((0..miri_or(300, 1_000)).map(|x| [x, 0]));
    let base = rocks.save();
    rocks.retain(|_, rock| rock[0] % 3 == 0);
    rocks.extend((0..50).map(|y| [0, y]));
    let mut buffer = vec![0; RocksPool::MAX_DELTA_BYTES];
    let delta = rocks.delta_into(&base, &mut buffer).unwrap().to_vec();
    let mut own = vec![0; RocksPool::MAX_DELTA_BYTES];
    assert_eq!(delta, RocksPool::delta_into(&rocks, &base, &mut own).unwrap());
    assert_eq!(delta, rocks.delta(&base).unwrap());
    assert_eq!(RocksPool::patch(&base, &delta).unwrap(), rocks.save());
    let error = rocks.delta_into(&base, &mut buffer[1..]).unwrap_err();
    assert!(matches!(error.error(), DeltaError::BufferTooSmall(_)));

    let mut sparks = SparksPool::on_heap();
    let base = sparks.save();
    sparks.extend((0..200).map(|ttl| Spark { ttl: ttl as f32 }));
    let mut buffer = vec![0; SparksPool::MAX_DELTA_BYTES];
    let delta = sparks.delta_into(&base, &mut buffer).unwrap();
    assert_eq!(SparksPool::patch(&base, delta).unwrap(), sparks.save());
}
