//! Fields that are saved by hand, and text and lists of other crates.

use super::*;
use arrayvec::{ArrayString, ArrayVec};
use stackpool::__private::heapless;
use stackpool::{FieldBytes, Handle, LostHandle, Moved, SparseHandleMap};
use std::cell::Cell;

/// A number in decimal digits, with a destructor.
#[derive(Clone, Debug, Default, PartialEq)]
struct Digits(Box<u8>);

impl FieldBytes for Digits {
    const BYTES: usize = 3;

    fn write(&self, bytes: &mut [u8]) {
        assert_eq!(bytes, [0; 3]);
        bytes.copy_from_slice(format!("{:03}", self.0).as_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Some(Digits(Box::new(std::str::from_utf8(bytes).ok()?.parse().ok()?)))
    }
}

fn digits(number: u8) -> Digits {
    Digits(Box::new(number))
}

/// Another name for a type, of which the derive sees only the name.
type Name = ArrayString<8>;

#[derive(Snapshot, Clone, Debug, PartialEq)]
enum Command {
    Say(Name),
    Count { digits: [Digits; 2] },
}

#[derive(Snapshot, Clone, Debug, PartialEq)]
#[snapshot(item)]
struct Step(u16, bool);

#[derive(Pool, Snapshot, Clone, Debug, PartialEq)]
#[pool(capacity = 30, changes)]
#[snapshot(item)]
struct Unit {
    name: heapless::String<8>,
    title: Option<Name>,
    digits: (Digits, u8),
    path: heapless::Vec<Step, 3>,
    friends: ArrayVec<Handle<Unit>, 2>,
    command: Option<Command>,
}

#[derive(Snapshot, Default)]
struct World {
    units: UnitPool,
    commands: HandleMap<Unit, Command>,
    title: heapless::String<8>,
    digits: Digits,
    maybe: Option<Digits>,
    several: [(Digits, Name); 2],
    last: Option<(u8, ArrayVec<u16, 2>)>,
}

fn unit(name: &str, number: u8) -> Unit {
    Unit {
        name: name.try_into().unwrap(),
        title: (number % 2 == 0).then(|| Name::from(name).unwrap()),
        digits: (digits(number), number),
        path: (0..u16::from(number % 4)).map(|step| Step(step, step == 1)).collect(),
        friends: ArrayVec::new(),
        command: Some(Command::Count { digits: [digits(1), digits(number)] }),
    }
}

fn world() -> (World, [Handle<Unit>; 3]) {
    let mut world = World::default();
    let units = [("Ada", 1), ("", 2), ("Grace H.", 3)];
    let units = units.map(|(name, number)| world.units.insert(unit(name, number)).unwrap());
    world.units[units[2]].friends.extend([units[0], units[1]]);
    world.commands.insert(units[1], Command::Say(Name::from("hello").unwrap()));
    world.title.push_str("the hill").unwrap();
    world.digits = digits(250);
    world.maybe = Some(digits(9));
    world.several[1] = (digits(8), Name::from("é").unwrap());
    world.last = Some((1, [2, 3].into()));
    (world, units)
}

#[test]
fn worlds_with_text_and_lists_come_back() {
    let (mut world, units) = world();
    let saved = world.save();
    assert_eq!(saved.len(), world.saved_len());
    let before = world.units.clone();
    world.units.remove(units[0]);
    world.units[units[1]].name.push('!').unwrap();
    world.units[units[2]].friends.clear();
    world.commands.clear();
    world.title.clear();
    (world.maybe, world.last) = (None, None);
    world.several[1].1.clear();

    let delta = world.delta(&saved).unwrap();
    assert_eq!(World::patch(&saved, &delta).unwrap(), world.save());

    world.units.clear_changes();
    world.restore(&saved).unwrap();
    assert_eq!(world.units, before);
    assert_eq!(world.units.take_changed().count(), 3, "all three differed");
    assert_eq!(world.save(), saved);
    assert_eq!(world.title, "the hill");
    assert!(world.maybe == Some(digits(9)) && world.several[1].1.as_str() == "é");
    assert_eq!(world.last, Some((1, [2, 3].into())));

    // What is equal counts as unchanged.
    world.restore(&saved).unwrap();
    assert_eq!(world.units.take_changed().count(), 0);
}

#[test]
fn text_in_a_report_is_shown_by_debug() {
    let (mut world, units) = world();
    let saved = world.save();
    world.units[units[0]].name.push('!').unwrap();
    world.title.pop();
    let later = world.save();
    let report = World::diff(&saved, &later).unwrap().to_string();
    assert!(report.contains(r#""Ada""#) && report.contains(r#""Ada!""#), "{report}");
    assert!(report.contains(r#""the hill""#) && report.contains(r#""the hil""#), "{report}");
}

/// The bytes of one unit.
#[test]
fn hostile_text_and_lengths_are_refused() {
    let mut units = UnitPool::new();
    units.insert(unit("Ada", 2)).unwrap();
    let saved = units.save();
    let name = saved.windows(3).position(|bytes| bytes == b"Ada").unwrap();
    let length = name - 4;
    let refused = |change: &dyn Fn(&mut [u8])| {
        let mut saved = saved.clone();
        change(&mut saved);
        assert_eq!(UnitPool::new().restore(&saved), Err(RestoreError::Value.into()));
    };
    refused(&|saved| saved[length..name].copy_from_slice(&9_u32.to_ne_bytes()));
    refused(&|saved| saved[length..name].copy_from_slice(&u32::MAX.to_ne_bytes()));
    refused(&|saved| saved[length..name].copy_from_slice(&2_u32.to_ne_bytes()));
    refused(&|saved| saved[name] = 0xFF);
    refused(&|saved| saved[name + 7] = b'x');
    // A shorter text with zeros behind it is another value.
    let mut shorter = saved.clone();
    shorter[length..name].copy_from_slice(&2_u32.to_ne_bytes());
    shorter[name + 2] = 0;
    let mut other = UnitPool::new();
    other.restore(&shorter).unwrap();
    assert_eq!(other.values().next().unwrap().name, "Ad");
    assert_eq!(other.save(), shorter);
}

/// Has no bytes in a save, and counts its reads.
#[derive(Debug)]
struct Nothing;

impl FieldBytes for Nothing {
    const BYTES: usize = 0;

    fn write(&self, _: &mut [u8]) {}

    fn read(_: &[u8]) -> Option<Self> {
        READS.set(READS.get() + 1);
        Some(Nothing)
    }
}

#[derive(Snapshot, Debug)]
#[snapshot(item)]
struct Mark(Nothing);

/// A length costs a reader no time when the list has no room for it.
#[test]
fn long_lists_of_elements_without_bytes_are_refused_unread() {
    #[derive(Pool, Snapshot)]
    #[pool(capacity = 10)]
    #[snapshot(item)]
    struct Marked {
        name: heapless::String<8>,
        marks: heapless::Vec<Mark, 3>,
        more: ArrayVec<Mark, 3>,
    }

    let mut pool = MarkedPool::new();
    let mark = || Mark(Nothing);
    let marked = Marked {
        name: "Ada".try_into().unwrap(),
        marks: [mark()].into(),
        more: [mark(), mark()].into_iter().collect(),
    };
    pool.insert(marked).ok();
    let saved = pool.save();
    pool.restore(&saved).unwrap();
    assert!(pool.values().all(|marked| (marked.marks.len(), marked.more.len()) == (1, 2)));

    let marks = saved.windows(3).position(|bytes| bytes == b"Ada").unwrap() + 8;
    let more = marks + 4;
    assert_eq!(saved[marks..][..4], 1_u32.to_ne_bytes());
    assert_eq!(saved[more..][..4], 2_u32.to_ne_bytes());
    for place in [marks, more] {
        let mut long = saved.clone();
        long[place..place + 4].copy_from_slice(&1000_u32.to_ne_bytes());
        READS.set(0);
        assert_eq!(pool.restore(&long), Err(RestoreError::Value.into()));
        // Those of the other list may be read: the check looks at all fields.
        assert!(READS.get() <= 2, "{} elements were read", READS.get());
    }
}

/// Equal queues have equal bytes, wherever their elements are in memory.
#[test]
fn queues_are_saved_from_the_front_to_the_back() {
    #[derive(Snapshot)]
    struct Queued {
        queue: heapless::Deque<u16, 3>,
        last: u8,
    }

    fn saved_queue(first: u16) -> Vec<u8> {
        let mut queued = Queued { queue: heapless::Deque::new(), last: 7 };
        (0..first).for_each(|number| {
            queued.queue.push_back(number).unwrap();
            queued.queue.pop_front();
        });
        for number in [5, 6] {
            queued.queue.push_back(number).unwrap();
        }
        queued.save()
    }

    assert!((1..5).all(|first| saved_queue(first) == saved_queue(0)));
    let mut queued = Queued { queue: heapless::Deque::new(), last: 0 };
    queued.restore(&saved_queue(2)).unwrap();
    assert!(queued.queue.iter().eq(&[5, 6]) && queued.last == 7);
    // Four elements have no room.
    let mut long = saved_queue(0);
    let length = long.len() - 1 - 3 * 2 - 4;
    assert_eq!(long[length..][..4], 2_u32.to_ne_bytes());
    long[length..][..4].copy_from_slice(&4_u32.to_ne_bytes());
    assert!(queued.restore(&long).is_err() && queued.queue.len() == 2);
}

/// Every byte of a save is changed: it is refused, or it is the save of another state.
#[test]
fn what_is_accepted_is_saved_again() {
    let (mut world, _) = world();
    let saved = world.save();
    for place in (0..saved.len()).step_by(miri_or(97, 1)) {
        for bits in [1, 0x80] {
            let mut changed = saved.clone();
            changed[place] ^= bits;
            if world.restore(&changed).is_ok() {
                assert_eq!(world.save(), changed, "byte {place}");
            }
        }
    }
}

#[test]
fn lists_of_handles_travel() {
    let (world, units) = world();
    let (mut copy, mut moved) = (UnitPool::new(), HandleMap::new());
    copy.insert(unit("other", 5)).unwrap();
    copy.insert_copies(&world.units, &mut moved).unwrap();
    copy.relink(&moved).unwrap();
    assert_eq!(copy[moved[units[2]]].friends[..], [moved[units[0]], moved[units[1]]]);
    moved.remove(units[1]);
    assert_eq!(copy.relink(&moved).unwrap_err(), LostHandle::new("friends"));
}

thread_local! {
    static READS_LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    static READS: Cell<usize> = const { Cell::new(0) };
    static DROPS: Cell<usize> = const { Cell::new(0) };
}

/// Reads as long as it is told to, and counts its drops.
#[derive(Debug)]
struct Liar;

impl FieldBytes for Liar {
    const BYTES: usize = 1;

    fn write(&self, bytes: &mut [u8]) {
        bytes[0] = 1;
    }

    fn read(_: &[u8]) -> Option<Self> {
        let left = READS_LEFT.get().checked_sub(1)?;
        READS_LEFT.set(left);
        READS.set(READS.get() + 1);
        Some(Liar)
    }

    fn relink<M: Moved>(&mut self, _: &M) -> Result<(), LostHandle> {
        Err(LostHandle::new("inner"))
    }
}

impl Drop for Liar {
    fn drop(&mut self) {
        DROPS.set(DROPS.get() + 1);
    }
}

#[derive(Pool, Snapshot)]
#[pool(capacity = 10)]
#[snapshot(item)]
struct Lied {
    liar: Liar,
}

#[test]
fn a_restore_drops_what_it_replaces() {
    let mut pool = LiedPool::new();
    pool.extend((0..3).map(|_| Lied { liar: Liar }));
    let saved = pool.save();
    pool.extend((0..2).map(|_| Lied { liar: Liar }));
    DROPS.set(0);
    pool.restore(&saved).unwrap();
    // Three values were made by the check, and five were in the pool.
    assert_eq!((DROPS.get(), pool.len()), (3 + 5, 3));

    // A value that is refused by the check changes nothing.
    READS_LEFT.set(2);
    assert_eq!(pool.restore(&saved), Err(RestoreError::Value.into()));
    assert_eq!(pool.len(), 3);

    // One that is refused after the check empties the pool.
    READS_LEFT.set(3 + 1);
    let restored = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.restore(&saved)));
    assert!(restored.is_err() && pool.is_empty());
    READS_LEFT.set(usize::MAX);
    pool.restore(&saved).unwrap();
    assert_eq!(pool.len(), 3);
}

/// The destructor of an item runs too.
#[derive(Pool, Snapshot)]
#[pool(capacity = 10)]
#[snapshot(item)]
struct Dropped {
    number: u8,
}

impl Drop for Dropped {
    fn drop(&mut self) {
        assert!(self.number != 13, "unlucky");
    }
}

#[test]
fn a_destructor_that_panics_leaves_the_pool_empty() {
    let mut pool = DroppedPool::new();
    let saved = pool.save();
    pool.insert(Dropped { number: 13 }).ok();
    let restored = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.restore(&saved)));
    assert!(restored.is_err() && pool.is_empty() && pool.high_water_mark() == 1);
    pool.insert(Dropped { number: 1 }).ok();
    pool.restore(&saved).unwrap();
}

/// Drops are counted: each value is dropped once, and none is left.
#[test]
fn side_tables_and_worlds_drop_what_they_replace() {
    #[derive(Snapshot)]
    struct World {
        lied: LiedPool,
        map: HandleMap<Lied, Lied>,
        few: SparseHandleMap<Lied, Lied, 4>,
        one: Liar,
        maybe: Option<Liar>,
        two: [Lied; 2],
    }

    let lied = || Lied { liar: Liar };
    let mut world = World {
        lied: LiedPool::new(),
        map: HandleMap::new(),
        few: SparseHandleMap::new(),
        one: Liar,
        maybe: Some(Liar),
        two: [lied(), lied()],
    };
    for _ in 0..3 {
        let handle = world.lied.insert(lied()).unwrap();
        world.map.insert(handle, lied());
        world.few.insert(handle, lied()).unwrap();
    }
    let saved = world.save();
    DROPS.set(0);
    READS.set(0);
    for _ in 0..3 {
        world.restore(&saved).unwrap();
    }
    // As many are in the world as before, so all that were read were dropped, or took the place of others.
    assert_eq!(DROPS.get(), READS.get());
    let values = 3 + 3 + 3 + 2 + 2;
    DROPS.set(0);
    READS.set(0);
    drop(world);
    assert_eq!(DROPS.get(), values);
}
