//! Items some of whose bytes are no value: with a `bool`, an enum, a handle. A restore checks each of them.

#![expect(unsafe_code, reason = "a type that no bytes make")]

use super::*;
use bytemuck::{CheckedBitPattern, NoUninit, Zeroable};

#[derive(Clone, Copy, Debug, PartialEq, NoUninit, CheckedBitPattern)]
#[repr(u8)]
enum Mood {
    Calm,
    Angry,
    Asleep,
}

#[derive(Pool, Clone, Copy, Debug, PartialEq, NoUninit, CheckedBitPattern)]
#[pool(capacity = 140, generation_bits = 8, changes)]
#[repr(C)]
struct Monster {
    place: [u16; 2],
    prey: Handle<Monster>,
    mood: Mood,
    is_visible: bool,
}

/// The same fields in slots of a free list, which writes into free slots.
#[derive(Pool, Clone, Copy, Debug, PartialEq, NoUninit, CheckedBitPattern)]
#[pool(capacity = 140, bookkeeping = free_list, generation_bits = 2)]
#[repr(C)]
struct Listed {
    place: [u16; 2],
    prey: Handle<Listed>,
    mood: Mood,
    is_visible: bool,
}

/// A proof that no bytes can make.
#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 10)]
struct Proof(());

#[derive(Clone, Copy)]
#[repr(C)]
struct NoBits;

// SAFETY: a type without bytes.
unsafe impl Zeroable for NoBits {}
// SAFETY: a type without bytes has one value.
unsafe impl bytemuck::Pod for NoBits {}
// SAFETY: a type without bytes has no padding.
unsafe impl NoUninit for Proof {}
// SAFETY: no bytes are accepted. `NoBits` has the size and the alignment of `Proof`.
unsafe impl CheckedBitPattern for Proof {
    type Bits = NoBits;
    fn is_valid_bit_pattern(_: &NoBits) -> bool {
        false
    }
}

fn monsters() -> MonsterPool {
    let mut monsters = MonsterPool::new();
    for number in 0..70_u8 {
        let prey = monsters.next_handle().unwrap();
        let mood = [Mood::Calm, Mood::Angry, Mood::Asleep][usize::from(number % 3)];
        let monster = Monster { place: [number.into(), 7], prey, mood, is_visible: number % 2 == 0 };
        monsters.insert(monster).unwrap();
    }
    for number in [3, 9, 64] {
        monsters.remove(monsters.handle_at(number).unwrap());
    }
    monsters
}

/// Where the items begin in an image of `monsters`.
fn items_start(saved: &[u8], monsters: &MonsterPool) -> usize {
    saved.len() - monsters.len() * size_of::<Monster>()
}

#[test]
fn objects_come_back() {
    let saved = monsters();
    let image = saved.save();
    let mut other = MonsterPool::new();
    other.insert(Monster { mood: Mood::Asleep, ..*saved.values().next().unwrap() }).unwrap();
    other.restore(&image).unwrap();
    assert!(other.iter().eq(saved.iter()) && other.save() == image);

    // And by both kinds of deltas.
    drop(other.take_changed());
    for monster in other.values_mut().step_by(5) {
        monster.mood = Mood::Calm;
        monster.is_visible ^= true;
    }
    assert_eq!(MonsterPool::patch(&image, &other.changed_delta()).unwrap(), other.save());
    assert_eq!(MonsterPool::patch(&image, &other.delta(&image).unwrap()).unwrap(), other.save());
}

/// Every byte of every item is set to every kind of wrong value.
#[test]
fn bytes_that_are_no_object_are_refused() {
    let monsters = monsters();
    let saved = monsters.save();
    let start = items_start(&saved, &monsters);
    let mut other = MonsterPool::new();
    let kept = other.insert(*monsters.values().next().unwrap()).unwrap();
    let before = other.save();
    let handle_bytes = size_of::<Handle<Monster>>();
    for item in (start..saved.len()).step_by(miri_or(1_000, 1) * size_of::<Monster>()) {
        let (mood, is_visible) = (item + 4 + handle_bytes, item + 5 + handle_bytes);
        let wrong = [(mood, 3), (mood, 255), (is_visible, 2), (is_visible, 255)];
        for (place, byte) in wrong {
            let mut bytes = saved.clone();
            bytes[place] = byte;
            assert_eq!(MonsterPool::check_saved(&bytes), Err(RestoreError::Value.into()));
            assert_eq!(other.restore(&bytes), Err(RestoreError::Value.into()));
        }
        for fill in [0, 0xFF] {
            let mut bytes = saved.clone();
            bytes[item + 4..mood].fill(fill);
            let is_handle =
                bytemuck::checked::try_pod_read_unaligned::<Handle<Monster>>(&bytes[item + 4..mood]);
            assert_eq!(MonsterPool::check_saved(&bytes).is_ok(), is_handle.is_ok(), "handle of bytes {fill}");
        }
    }
    assert!(other.save() == before && other.contains(kept), "nothing changed");
}

/// Whether a value is shown. Under Miri, a copy of one that is none is found, which takes less time.
fn is_shown<T: Copy + std::fmt::Debug>(item: T) -> bool {
    let item = std::hint::black_box(item);
    cfg!(miri) || format!("{item:?}").len() > 10
}

/// Whatever the bytes are: they are refused, or every object is a value.
#[test]
fn flipped_bytes_are_refused_or_objects() {
    fn flips<P: PoolSpec<Item: stackpool::PlainData + Copy + PartialEq + std::fmt::Debug>>(saved: &[u8])
    where
        P::Layout: Tracked,
    {
        let mut pool = Pool::<P>::on_heap();
        for at in (0..saved.len()).step_by(miri_or(saved.len() / 6 + 1, 1)) {
            for mask in miri_or(&[2_u8][..], &[1, 2, 0x80, 0xFF]) {
                let mut bytes = saved.to_vec();
                bytes[at] ^= mask;
                if pool.restore(&bytes).is_ok() {
                    assert_eq!(pool.save(), bytes);
                    assert!(pool.values().all(|&item| is_shown(item)));
                }
            }
        }
    }
    flips::<Monster>(&monsters().save());
    let mut listed = ListedPool::new();
    for number in 0..20 {
        let prey = listed.next_handle().unwrap();
        listed.insert(Listed { place: [number; 2], prey, mood: Mood::Calm, is_visible: true }).unwrap();
    }
    listed.retain(|_, monster| monster.place[0] % 3 != 0);
    flips::<Listed>(&listed.save());
}

/// Live objects and free slots of the pool before and after: a free list writes into slots that were live.
#[test]
fn a_free_list_takes_slots_of_live_objects() {
    let object = |pool: &ListedPool| Listed {
        place: [1, 2],
        prey: pool.next_handle().unwrap(),
        mood: Mood::Angry,
        is_visible: true,
    };
    let (mut few, mut many) = (ListedPool::new(), ListedPool::new());
    for _ in 0..5 {
        few.insert(object(&few)).unwrap();
    }
    let second = few.handle_at(1).unwrap();
    few.remove(second);
    while !many.is_full() {
        many.insert(Listed { prey: second, ..few[few.handle_at(0).unwrap()] }).unwrap();
    }
    let (few_saved, many_saved) = (few.save(), many.save());
    many.restore(&few_saved).unwrap();
    assert!(many.iter().eq(few.iter()) && many.save() == few_saved);
    many.restore(&many_saved).unwrap();
    assert!(many.is_full() && many.values().all(|listed| listed.mood == Mood::Angry));
}

#[test]
fn objects_without_bytes_are_checked_too() {
    let mut proofs = ProofPool::new();
    let empty = proofs.save();
    proofs.insert(Proof(())).unwrap();
    let saved = proofs.save();
    assert_eq!(ProofPool::check_saved(&saved), Err(RestoreError::Value.into()));
    assert!(ProofPool::new().restore(&empty).is_ok());
}

/// The handles of a larger pool are checked against that pool.
#[test]
fn resized_objects_are_checked() {
    pool! {
        Small: [bool; 100];
        Large: [bool; 120];
    }
    let mut small = SmallPool::new();
    small.extend([true, false, true]);
    let mut saved = small.save();
    let mut large = LargePool::new();
    large.restore_resized(&saved).unwrap();
    assert!(large.values().eq([&true, &false, &true]));
    *saved.last_mut().unwrap() = 4;
    assert_eq!(large.restore_resized(&saved), Err(RestoreError::Value.into()));
    assert_eq!(large.len(), 3);
}
