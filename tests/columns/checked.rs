//! Columns some of whose bytes are no value: with a `bool`, a `char`, an enum. A restore checks each element.

use bytemuck::{CheckedBitPattern, NoUninit, Zeroable};
use stackpool::{Columns, Pool, RestoreError, pool};

#[derive(Clone, Copy, Debug, Default, PartialEq, NoUninit, CheckedBitPattern, Zeroable)]
#[repr(u8)]
enum Mood {
    #[default]
    Calm,
    Angry,
    Asleep,
}

/// A column, fields of a group, and fields that are skipped, each with bytes that are no value.
#[derive(Pool, Clone, Copy, Debug, Default, PartialEq)]
#[pool(capacity = 150, columns, changes)]
struct Monster {
    #[pool(group = hot)]
    place: u16,
    is_visible: bool,
    #[pool(group = hot)]
    mood: Mood,
    #[pool(group = hot, skip)]
    name: char,
    #[pool(skip)]
    was_visible: bool,
    #[pool(group = hot)]
    letter: char,
}

/// The bytes of a live slot: the group (2 of `place`, 1 of `mood`, 4 of `letter`), and the column.
const BYTES: usize = 7 + 1;

fn monster(number: u16) -> Monster {
    Monster {
        place: number,
        is_visible: number % 2 == 0,
        mood: [Mood::Calm, Mood::Angry, Mood::Asleep][usize::from(number % 3)],
        name: 'x',
        was_visible: true,
        letter: '🦀',
    }
}

fn monsters() -> MonsterPool {
    let mut monsters = MonsterPool::from_iter((0..70).map(monster));
    for number in [3, 9, 66] {
        monsters.remove(monsters.handle_at(number).unwrap());
    }
    monsters
}

fn saved(pool: &MonsterPool) -> Vec<u8> {
    let mut buffer = vec![0; MonsterPool::SAVED_BYTES];
    pool.save_into(&mut buffer).unwrap().to_vec()
}

#[test]
fn objects_come_back() {
    let monsters = monsters();
    let image = saved(&monsters);
    let mut other = MonsterPool::from_iter([monster(7)]);
    other.restore(&image).unwrap();
    assert_eq!(saved(&other), image);
    assert!(other.iter().map(|(_, row)| row.mood).eq(monsters.iter().map(|(_, row)| row.mood)));
    let first = other.get(other.handle_at(0).unwrap()).unwrap().to_owned();
    assert_eq!(first, monster(0));
    // What a slot that was never used has in a field that is skipped: zeros.
    let last = other.get(other.handle_at(69).unwrap()).unwrap().to_owned();
    assert_eq!(last, Monster { name: '\0', was_visible: false, ..monster(69) });
}

#[test]
fn bytes_that_are_no_object_are_refused() {
    let monsters = monsters();
    let image = saved(&monsters);
    let mut other = MonsterPool::from_iter([monster(7)]);
    let before = saved(&other);
    // The full word comes first: 62 rows of the group, then 62 elements of the column.
    let first = image.len() - monsters.len() * BYTES;
    let in_word = 62;
    let row = |number: usize, at: usize| first + number * (BYTES - 1) + at;
    let column = |number: usize| first + in_word * (BYTES - 1) + number;
    let second = first + in_word * BYTES;
    let wrong = [
        (row(0, 2), 3),
        (row(61, 2), 255),
        (row(5, 2), 128),
        // A `char` of some 4 billion, in both byte orders.
        (row(5, 3), 255),
        (row(5, 6), 255),
        (column(0), 2),
        (column(61), 255),
        (second + 2, 3),
        (image.len() - 1, 2),
    ];
    for (place, byte) in wrong {
        let mut bytes = image.clone();
        bytes[place] = byte;
        if place == row(5, 3) || place == row(5, 6) {
            bytes[row(5, 3)..row(5, 7)].fill(byte);
        }
        assert_eq!(
            MonsterPool::check_saved(&bytes),
            Err(RestoreError::Value.into()),
            "byte {place} of {}",
            image.len()
        );
        assert_eq!(other.restore(&bytes), Err(RestoreError::Value.into()));
    }
    assert_eq!(saved(&other), before, "nothing changed");
}

/// Whether a value is shown. Under Miri, a copy of one that is none is found, which takes less time.
fn is_shown(monster: Monster) -> bool {
    let monster = std::hint::black_box(monster);
    cfg!(miri) || format!("{monster:?}").len() > 20
}

/// Whatever the bytes are: they are refused, or every element is a value.
#[test]
fn flipped_bytes_are_refused_or_objects() {
    let image = saved(&monsters());
    let mut pool = MonsterPool::new();
    for at in (0..image.len()).step_by(if cfg!(miri) { image.len() / 5 } else { 1 }) {
        for mask in [1, 2, 0x80] {
            let mut bytes = image.clone();
            bytes[at] ^= mask;
            if pool.restore(&bytes).is_ok() {
                assert_eq!(saved(&pool), bytes);
                assert!(pool.iter().all(|(_, row)| is_shown(row.to_owned())));
            }
        }
    }
}

/// Every element of a slice is a value, those of free slots too.
#[test]
fn slices_have_values_alone() {
    let mut pool = MonsterPool::from_iter((0..5).map(monster));
    pool.restore(&saved(&monsters())).unwrap();
    let visible = pool.slot_is_visible().iter().filter(|&&is_visible| is_visible).count();
    assert_eq!((visible, pool.slot_is_visible().len()), (34, 70), "those of free slots too");
    pool.restore(&saved(&MonsterPool::from_iter((0..2).map(monster)))).unwrap();
    let moods: Vec<Mood> = pool.iter().map(|(_, row)| *row.mood).collect();
    assert_eq!(moods, [Mood::Calm, Mood::Angry]);
}

/// A `bool` alone, which no derive checks.
#[test]
fn columns_of_truth_values() {
    #[derive(Columns, Clone, Copy)]
    struct Flags {
        first: bool,
        second: bool,
    }
    pool! { Lights: [Flags; 100], columns; }
    let lights = LightsPool::from_iter([Flags { first: true, second: false }]);
    let mut buffer = vec![0; LightsPool::SAVED_BYTES];
    let length = lights.save_into(&mut buffer).unwrap().len();
    for (place, byte) in [(length - 1, 2), (length - 2, 3)] {
        let mut bytes = buffer[..length].to_vec();
        bytes[place] = byte;
        assert_eq!(LightsPool::check_saved(&bytes), Err(RestoreError::Value.into()));
    }
    assert_eq!((lights.slot_first()[0], lights.slot_second()[0]), (true, false));
}
