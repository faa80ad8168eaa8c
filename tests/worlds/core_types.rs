//! Fields of types of `core` that are not plain data, and tuples of many parts.
#![expect(clippy::type_complexity, reason = "tuples of 16 parts")]
#![expect(clippy::reversed_empty_ranges, reason = "a field can hold one")]

use super::*;
use core::cmp::{Ordering, Reverse};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use core::num::Saturating;
use core::ops::{Range, RangeInclusive};
use core::time::Duration;
use stackpool::{FieldBytes, Handle, SnapshotError};

#[derive(Pool, Snapshot, Clone, Debug, PartialEq)]
#[pool(capacity = 10)]
#[snapshot(item)]
struct Tower {
    reload: Duration,
    active: Range<u32>,
    levels: RangeInclusive<u8>,
    width: RangeInclusive<f32>,
    stunned_until: Option<Duration>,
    order: [Ordering; 3],
    damage: Saturating<u8>,
    rank: Reverse<i16>,
    peers: (IpAddr, Option<SocketAddr>),
    target: Result<Handle<Tower>, u8>,
}

fn tower(target: Result<Handle<Tower>, u8>) -> Tower {
    Tower {
        reload: Duration::new(3, 999_999_999),
        active: 90..10,
        levels: 1..=9,
        width: 0.5..=2.5,
        stunned_until: Some(Duration::MAX),
        order: [Ordering::Less, Ordering::Equal, Ordering::Greater],
        damage: Saturating(200),
        rank: Reverse(-5),
        peers: (
            IpAddr::V4(Ipv4Addr::LOCALHOST),
            Some(SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 7, 9).into()),
        ),
        target,
    }
}

#[derive(Snapshot, Clone, Debug, Default, PartialEq)]
struct World {
    towers: TowerPool,
    age: Duration,
    window: (u8, Range<u16>),
}

#[test]
fn they_come_back_in_items_and_in_worlds() {
    let mut world = World { age: Duration::from_millis(1_500), window: (1, 7..9), ..World::default() };
    let first = world.towers.insert(tower(Err(3))).unwrap();
    world.towers.insert(tower(Ok(first))).unwrap();
    let saved = world.save();
    let mut restored = World::default();
    restored.restore(&saved).unwrap();
    assert_eq!(restored, world);
    assert_eq!(restored.save(), saved);
    restored.age += Duration::from_secs(1);
    restored.window.1.start = 8;
    let delta = restored.delta(&saved).unwrap();
    assert_eq!(World::patch(&saved, &delta).unwrap(), restored.save());
    let report = World::diff(&saved, &restored.save()).unwrap().to_string();
    assert!(report.contains("age") && report.contains("(1, 8..9)"), "{report}");
}

/// `core` has `Debug` and `PartialEq` for up to 12 parts.
#[test]
fn tuples_have_up_to_16_parts() {
    #[derive(Pool, Snapshot)]
    #[pool(capacity = 10)]
    #[snapshot(item)]
    struct Many {
        parts: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u16, bool, i8),
    }

    #[derive(Snapshot, Default)]
    struct Parts {
        one: (ManyPool,),
        all: (i8, i16, i32, i64, u8, u16, u32, u64, bool, char, [u8; 2], Option<u8>),
        most: Most,
    }

    /// More than what `core` has `Default` for.
    #[derive(Snapshot)]
    struct Most(
        (i8, i16, i32, i64, u8, u16, u32, u64, bool, char, [u8; 2], Option<u8>, u8, u8, u8, ManyPool),
    );

    impl Default for Most {
        fn default() -> Self {
            Most((0, 0, 0, 0, 0, 0, 0, 0, false, ' ', [0; 2], None, 0, 0, 0, ManyPool::new()))
        }
    }

    let parts = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, true, -16);
    let mut world = Parts { all: (1, 2, 3, 4, 5, 6, 7, 8, true, 'a', [1; 2], Some(2)), ..Parts::default() };
    world.one.0.insert(Many { parts }).unwrap();
    world.most.0.0 = -1;
    world.most.0.14 = 7;
    world.most.0.15.insert(Many { parts }).unwrap();
    let saved = world.save();
    let mut restored = Parts::default();
    restored.restore(&saved).unwrap();
    assert_eq!(restored.save(), saved);
    assert_eq!(restored.all, world.all);
    assert_eq!((restored.most.0.0, restored.most.0.14), (-1, 7));
    let many = restored.most.0.15.values().next().unwrap().parts;
    assert_eq!((many.0, many.12, many.13, many.14, many.15), (1, 13, 14, true, -16));
    let base = Parts::default().save();
    assert_eq!(Parts::patch(&base, &world.delta(&base).unwrap()).unwrap(), saved);
}

/// A range that was iterated to its end yields nothing after a restore either.
#[test]
fn an_exhausted_range_stays_exhausted() {
    fn comes_back<T: FieldBytes + PartialEq + core::fmt::Debug>(value: &T) {
        let mut bytes = vec![0; T::BYTES];
        value.write(&mut bytes);
        assert_eq!(T::read(&bytes).as_ref(), Some(value));
    }
    let mut range = 3_u8..=4;
    comes_back(&range);
    range.nth(1);
    assert!(range.is_empty());
    comes_back(&range);
    comes_back(&(7_i128..=7));
    comes_back(&('a'..='z'));
    comes_back(&(9_u16..=2));
    comes_back(&(1.0_f64..=0.0));
}

/// Each byte of each type is changed: what is read again has the changed bytes, or is refused.
#[test]
fn bytes_have_one_value_and_values_have_one_form() {
    fn each_byte<T: FieldBytes>(values: impl IntoIterator<Item = T>) {
        for value in values {
            let mut bytes = vec![0; T::BYTES];
            value.write(&mut bytes);
            for at in 0..T::BYTES {
                for byte in [0, 1, 2, 3, 0x7f, 0x80, 0xff] {
                    let mut changed = bytes.clone();
                    changed[at] = byte;
                    if let Some(read) = T::read(&changed) {
                        let mut again = vec![0; T::BYTES];
                        read.write(&mut again);
                        assert_eq!(again, changed, "byte {at} was {byte}");
                    }
                }
            }
        }
    }
    each_byte([Duration::ZERO, Duration::MAX, Duration::from_nanos(999_999_999)]);
    each_byte([0..5_u16, 5..0]);
    each_byte([0..=5_u8, 5..=0, 3..=3]);
    each_byte([Ordering::Less, Ordering::Greater]);
    each_byte([Saturating(3_u8)]);
    each_byte([Reverse(true)]);
    each_byte([Ok(true), Err(7_u32)]);
    each_byte([IpAddr::V4(Ipv4Addr::BROADCAST), IpAddr::V6(Ipv6Addr::LOCALHOST)]);
    each_byte([SocketAddr::from(([1, 2, 3, 4], 5)), SocketAddr::from((Ipv6Addr::LOCALHOST, 80))]);
}

/// The handle in a `Result` follows its object, and is lost with it.
#[test]
fn handles_in_them_are_relinked() {
    let mut towers = TowerPool::new();
    let first = towers.insert(tower(Err(3))).unwrap();
    let second = towers.insert(tower(Ok(first))).unwrap();
    let mut other = TowerPool::from_iter([tower(Err(1))]);
    let mut moved = HandleMap::new();
    other.insert_copies(&towers, &mut moved).unwrap();
    other.relink(&moved).unwrap();
    assert_eq!(other[*moved.get(second).unwrap()].target, Ok(*moved.get(first).unwrap()));
}

#[test]
fn wrong_bytes_are_refused_with_nothing_changed() {
    let mut world = World { age: Duration::from_secs(1), ..World::default() };
    let saved = world.save();
    let at = saved.windows(8).position(|bytes| bytes == 1_u64.to_ne_bytes()).unwrap();
    let mut wrong = saved.clone();
    wrong[at + 8..at + 12].copy_from_slice(&1_000_000_000_u32.to_ne_bytes());
    let error: SnapshotError = world.restore(&wrong).unwrap_err();
    assert!(error.to_string().contains("age"), "{error}");
    assert_eq!(world.save(), saved);
}
