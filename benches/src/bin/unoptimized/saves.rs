//! Saves, restores and checksums of items of 27 bytes that derive `Snapshot`, and what a loop over their fields that is
//! written by hand takes: instructions of an item.

use crate::rows::{OBJECTS, Row};
use stackpool::{Heap, Pool, Snapshot};
use std::hint::black_box;

#[derive(Pool, Snapshot, Clone, Default)]
#[pool(capacity = 10_000)]
#[snapshot(item)]
struct Unit {
    place: u64,
    target: u64,
    health: u32,
    age: u32,
    speed: u16,
    is_visible: bool,
}

/// The bytes of an item.
const BYTES: usize = 27;

fn unit(number: usize) -> Unit {
    Unit { place: number as u64, health: 100, speed: 3, ..Unit::default() }
}

fn pool() -> Heap<UnitPool> {
    let mut pool = UnitPool::on_heap();
    pool.extend((0..OBJECTS).map(unit));
    pool
}

fn units() -> Vec<Unit> {
    (0..OBJECTS).map(unit).collect()
}

fn save(units: &[Unit], saved: &mut [u8]) {
    for (number, unit) in units.iter().enumerate() {
        let place = &mut saved[number * BYTES..][..BYTES];
        place[..8].copy_from_slice(&unit.place.to_ne_bytes());
        place[8..16].copy_from_slice(&unit.target.to_ne_bytes());
        place[16..20].copy_from_slice(&unit.health.to_ne_bytes());
        place[20..24].copy_from_slice(&unit.age.to_ne_bytes());
        place[24..26].copy_from_slice(&unit.speed.to_ne_bytes());
        place[26] = unit.is_visible.into();
    }
}

fn restore(units: &mut [Unit], saved: &[u8]) {
    assert!(saved.len() == units.len() * BYTES && saved.chunks(BYTES).all(|unit| unit[26] < 2));
    for (number, unit) in units.iter_mut().enumerate() {
        let saved = &saved[number * BYTES..][..BYTES];
        unit.place = u64::from_ne_bytes(saved[..8].try_into().unwrap());
        unit.target = u64::from_ne_bytes(saved[8..16].try_into().unwrap());
        unit.health = u32::from_ne_bytes(saved[16..20].try_into().unwrap());
        unit.age = u32::from_ne_bytes(saved[20..24].try_into().unwrap());
        unit.speed = u16::from_ne_bytes(saved[24..26].try_into().unwrap());
        unit.is_visible = saved[26] == 1;
    }
}

/// A function that does something once for all objects of a container, with a buffer of this many bytes.
macro_rules! once {
    ($setup:expr, $bytes:expr, |$container:pat_param, $saved:pat_param| $body:expr) => {
        |turns| {
            let (mut container, mut saved) = ($setup, vec![0; $bytes]);
            for _ in 0..turns / OBJECTS {
                let ($container, $saved) = (&mut container, &mut saved);
                black_box($body);
            }
        }
    };
}

/// Nothing is done.
pub(crate) const NOTHING: fn(usize) = once!((), 0, |_, _| ());

/// The instructions of the checksum are those of `xxhash-rust` without optimisation, and those of the save.
pub(crate) const SAVES: &[Row] = &[
    (
        "save",
        "pool",
        once!(pool(), UnitPool::SAVED_BYTES, |pool, saved| pool.save_into(saved).unwrap().len()),
    ),
    ("save", "by_hand", once!(units(), OBJECTS * BYTES, |units, saved| save(units, saved))),
    (
        "restore",
        "pool",
        once!((pool(), pool().save()), 0, |(pool, saved), _| Pool::restore(pool, saved).unwrap()),
    ),
    ("restore", "by_hand", once!(units(), OBJECTS * BYTES, |units, saved| restore(units, saved))),
    ("checksum", "pool", once!(pool(), 0, |pool, _| pool.checksum())),
    (
        "checksum",
        "by_hand",
        once!(units(), OBJECTS * BYTES, |units, saved| {
            save(units, saved);
            stackpool::checksum(saved)
        }),
    ),
    ("checksum", "hash", once!((), OBJECTS * BYTES, |(), saved| stackpool::checksum(saved))),
];
