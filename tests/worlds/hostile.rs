//! Bytes that no save can write: each is an error that changes nothing.

use super::*;

#[test]
fn every_bit_of_the_header_counts() {
    let world = World::used();
    let (saved, mut target) = (world.save(), World::new());
    let header = fields_of(&saved)[0].start;
    for bit in (0..8 * header).step_by(miri_or(131, 1)) {
        let mut wrong = saved.clone();
        wrong[bit / 8] ^= 1 << (bit % 8);
        assert!(!is_error_or_equal(&mut target, &wrong), "bit {bit}");
    }
}

#[test]
fn other_lengths_are_refused() {
    let world = World::used();
    let (saved, mut target) = (world.save(), World::new());
    for length in positions(&saved) {
        assert!(!is_error_or_equal(&mut target, &saved[..length]));
        let error = World::check_saved(&saved[..length]).unwrap_err();
        assert!(error.path().is_empty(), "the world itself is too short: {error}");
        assert!(matches!(error.error(), RestoreError::Length { found, .. } if *found == length), "{error}");
    }
    for more in [1, 7, 8, 100] {
        assert!(!is_error_or_equal(&mut target, &[&*saved, &vec![0; more]].concat()));
    }
    assert!(!is_error_or_equal(&mut target, &saved.repeat(2)));
    assert!(!is_error_or_equal(&mut target, &saved[1..]));
}

/// Every two fields change places, with and without their lengths.
#[test]
fn swapped_fields_are_refused() {
    let (saved, mut target) = (World::used().save(), World::new());
    let fields = fields_of(&saved);
    for a in (0..fields.len()).step_by(miri_or(4, 1)) {
        for b in (a + 1..fields.len()).step_by(miri_or(4, 1)) {
            let mut order: Vec<_> = (0..fields.len()).collect();
            order.swap(a, b);
            let mut wrong = saved[..fields[0].start].to_vec();
            order.iter().for_each(|&field| wrong.extend(&saved[fields[field].clone()]));
            let is_equal = wrong == saved;
            assert_eq!(is_error_or_equal(&mut target, &wrong), is_equal, "fields {a} and {b}");
            set_length(&mut wrong, a, fields[b].len() as u64);
            set_length(&mut wrong, b, fields[a].len() as u64);
            assert_eq!(is_error_or_equal(&mut target, &wrong), is_equal, "fields {a} and {b}");
        }
    }
    // Two pools of one definition are the same kind of value.
    let mut world = (BulletsPool::new(), BulletsPool::new());
    world.1.extend([[1.0; 2]]);
    let mut swapped = (BulletsPool::new(), BulletsPool::new());
    swapped.0.extend([[1.0; 2]]);
    let saved = world.save();
    world.restore(&swapped.save()).unwrap();
    assert_eq!((world.0.len(), world.1.len()), (1, 0));
    world.restore(&saved).unwrap();
    assert_eq!((world.0.len(), world.1.len()), (0, 1));
}

#[test]
fn hostile_lengths_are_refused() {
    let (saved, mut target) = (World::used().save(), World::new());
    let fields = fields_of(&saved);
    let hostile = [
        0,
        1,
        1 << 31,
        1 << 32,
        (1 << 32) + 4,
        1 << 63,
        u64::MAX - 1,
        u64::MAX,
        u64::MAX - saved.len() as u64,
    ];
    let hostile = &hostile[..miri_or(2, hostile.len())];
    for field in (0..fields.len()).step_by(miri_or(4, 1)) {
        for &length in hostile {
            let mut wrong = saved.clone();
            set_length(&mut wrong, field, length);
            assert_eq!(is_error_or_equal(&mut target, &wrong), length == fields[field].len() as u64);
            // The sum is right if it wraps around.
            for other in (0..fields.len()).step_by(miri_or(5, 1)).filter(|&other| other != field) {
                let mut wrong = wrong.clone();
                let left = (fields[field].len() as u64).wrapping_sub(length);
                set_length(&mut wrong, other, left.wrapping_add(fields[other].len() as u64));
                is_error_or_equal(&mut target, &wrong);
            }
        }
    }
    // The elements of an array, whose lengths are in its bytes: those of the two teams.
    let teams = fields[1].clone();
    for &length in hostile {
        for element in 0..2 {
            let mut wrong = saved.clone();
            wrong[teams.start + 8 * element..][..8].copy_from_slice(&length.to_ne_bytes());
            assert!(!is_error_or_equal(&mut target, &wrong));
        }
    }
    // The number of pairs in a map.
    let map = fields[6].clone();
    for count in hostile.iter().copied().chain([u64::MAX / 8 + 1, u64::MAX / 8 + 1 + 6]) {
        let mut wrong = saved.clone();
        wrong[map.start + 32..][..8].copy_from_slice(&count.to_ne_bytes());
        assert!(!is_error_or_equal(&mut target, &wrong));
    }
}

/// The first field that is wrong is not always the first that is found: a later check must not undo an earlier one.
#[test]
fn several_wrong_fields_are_one_error() {
    let (saved, mut target) = (World::used().save(), World::new());
    let fields = fields_of(&saved);
    for a in fields[1..].iter().step_by(miri_or(4, 1)) {
        for b in fields[1..].iter().step_by(miri_or(5, 1)) {
            let mut wrong = saved.clone();
            wrong[a.start] ^= 0xFF;
            wrong[b.end - 1] ^= 0xFF;
            is_error_or_equal(&mut target, &wrong);
        }
    }
}

/// Histories of different length that lead to one state.
#[test]
fn equal_states_are_equal_bytes() {
    let (direct, mut detour) = (World::used(), World::used());
    for team in &mut detour.teams {
        let saved = team.save();
        team.units.clear();
        team.units.extend((0..SLOTS as u32).map(unit));
        team.restore(&saved).unwrap();
    }
    // What is left behind in free slots and in the map is no part of the state.
    let absent = detour.teams[0].units.handle_at(0).unwrap();
    let value = detour.speeds.insert(absent, 9.0);
    detour.speeds.remove(absent);
    if let Some((handle, value)) = value {
        detour.speeds.insert(handle, value);
    }
    let _ = detour.blocks.acquire();
    detour.blocks.release(20).unwrap();
    detour.particles = detour.particles.clone();
    detour.name.clear();
    assert!(detour.save() == direct.save());
    assert_eq!(detour.checksum(), direct.checksum());
    detour.frame += 1;
    assert_ne!(detour.checksum(), direct.checksum());
}

/// A struct, a pool, a column pool, a value pool, a list and a map say of which byte order they are.
#[test]
fn the_other_byte_order_is_an_error_of_its_own() {
    let saved = World::used().save();
    let mark = 0x0102_0304_u32.to_ne_bytes();
    let mut found = 0;
    for at in 0..saved.len() - 4 {
        if saved[at..at + 4] == mark {
            let mut wrong = saved.clone();
            wrong[at..at + 4].reverse();
            assert_eq!(
                World::check_saved(&wrong).unwrap_err().error(),
                &RestoreError::ByteOrder,
                "byte {at}"
            );
            found += 1;
        }
    }
    // The world, two teams and their pools, five others and a pair.
    assert_eq!(found, 1 + 2 * 2 + 5 + 1);
}

/// The names of the fields fill their part of the save.
#[test]
fn bytes_among_the_names_are_refused() {
    #[derive(Snapshot)]
    struct Pair {
        left: u16,
        right: u16,
    }
    let saved = Pair { left: 1, right: 2 }.save();
    // After the header and two lengths: the bytes of the names, then 6 bytes and the name of each.
    let names = 24 + 2 * 8;
    let total = 6 + 4 + 6 + 5;
    assert_eq!(saved[names..names + 4], u32::to_ne_bytes(total));
    assert_eq!(saved.len(), names + 4 + total as usize + 2 * 2);
    let end = names + 4 + total as usize;
    for (change, bytes) in [(1, [&saved[..end], &[0], &saved[end..]].concat()), (-1, saved.clone())] {
        let mut wrong = bytes;
        wrong[names..names + 4].copy_from_slice(&total.wrapping_add_signed(change).to_ne_bytes());
        assert!(Pair::check_saved(&wrong).is_err(), "{change} bytes");
    }
    assert_eq!(Pair::check_saved(&saved), Ok(()));
}
