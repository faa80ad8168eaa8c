//! Lists and text that grow, as fields of worlds.

use super::*;
use crate::kinds::keeps_its_promises;
use stackpool::{DeltaError, History, checksum};
use std::collections::VecDeque;

#[derive(Snapshot, Clone, Debug, PartialEq)]
enum Event {
    Hit { unit: UnitHandle, damage: u8 },
    Won,
}

#[derive(Snapshot, Clone, Debug, PartialEq)]
#[snapshot(item)]
struct Task {
    owner: Option<UnitHandle>,
    is_done: bool,
}

#[derive(Snapshot, Clone, Debug, Default, PartialEq)]
struct Journal {
    lines: [String; 2],
    heights: Vec<u16>,
}

/// Something that grows comes before, between and after what does not.
#[derive(Snapshot, Clone)]
struct Level {
    name: String,
    units: UnitPool,
    tasks: Vec<Task>,
    seen: Vec<bool>,
    events: VecDeque<Event>,
    journals: [Journal; 2],
    pair: (String, u32),
}

impl Level {
    fn new() -> Self {
        Level {
            name: String::new(),
            units: UnitPool::new(),
            tasks: Vec::new(),
            seen: Vec::new(),
            events: VecDeque::new(),
            journals: Default::default(),
            pair: (String::new(), 0),
        }
    }

    fn used() -> Self {
        let mut level = Level::new();
        level.name.push_str("the hill é");
        let unit = level.units.insert(unit(9)).unwrap();
        level.tasks.push(Task { owner: Some(unit), is_done: false });
        level.tasks.push(Task { owner: None, is_done: true });
        level.seen = vec![true, false, true];
        level.events.extend([Event::Won, Event::Hit { unit, damage: 3 }]);
        level.journals[1].lines[0].push_str("day 1");
        level.journals[0].heights = vec![7, 300];
        level.pair = ("p".into(), 5);
        level
    }

    fn change(&mut self) {
        self.name.push('!');
        self.tasks.pop();
        self.seen.extend([false; 9]);
        self.events.rotate_left(1);
        self.events.push_front(Event::Won);
        self.journals[0].heights.clear();
        self.journals[1].lines[1].push_str("the second day");
        self.pair.0.clear();
    }
}

#[test]
fn values_that_grow_keep_the_promises_of_all() {
    keeps_its_promises(&mut Level::used(), Level::change);
    keeps_its_promises(&mut Level::new(), Level::change_all);
    keeps_its_promises(&mut (vec![1_u32], 5_u8), |value| value.0.extend([2, 3]));
    keeps_its_promises(&mut [vec![true], vec![]], |value| value.swap(0, 1));
    keeps_its_promises(&mut Heap::from_box(Box::new((String::from("a"), 1_u8))), |value| value.0.clear());
}

impl Level {
    fn change_all(&mut self) {
        *self = Level::used();
    }
}

#[test]
fn everything_comes_back() {
    let (level, mut other) = (Level::used(), Level::new());
    other.restore(&level.save()).unwrap();
    assert_eq!(other.name, "the hill é");
    assert_eq!((&other.tasks, &other.seen, &other.events), (&level.tasks, &level.seen, &level.events));
    assert_eq!((&other.journals, &other.pair), (&level.journals, &level.pair));
    assert_eq!(other.checksum(), checksum(&level.save()));

    other.change();
    let saved = other.save();
    other.restore(&Level::new().save()).unwrap();
    assert!(other.name.is_empty() && other.tasks.is_empty() && other.events.is_empty());
    other.restore_resized(&saved).unwrap();
    assert_eq!(other.save(), saved);
}

/// Wherever the first element of a queue is in its memory.
#[test]
fn equal_queues_have_equal_bytes() {
    let straight: VecDeque<u16> = (0..8).collect();
    let mut around: VecDeque<u16> = (4..8).collect();
    (0..4).rev().for_each(|number| around.push_front(number));
    assert!(!around.as_slices().1.is_empty(), "it goes around the end of its memory");
    assert_eq!(around.save(), straight.save());
    around.restore(&straight.save()[2..]).unwrap();
    assert!(around.iter().copied().eq(1..8));
}

#[test]
fn a_restore_keeps_the_memory() {
    let mut level = Level::used();
    let saved = level.save();
    level.name.reserve(1_000);
    level.tasks.reserve(1_000);
    level.events.reserve(1_000);
    let memory = (level.name.as_ptr(), level.tasks.as_ptr(), level.events.capacity());
    level.restore(&saved).unwrap();
    assert_eq!((level.name.as_ptr(), level.tasks.as_ptr(), level.events.capacity()), memory);
}

/// The error names the element, and nothing has changed.
#[test]
fn an_element_that_is_no_value_is_named() {
    let level = Level::used();
    let fields = fields_of(&level.save());
    for (field, at, expected) in [
        (0, fields[0].len() - 1, "name: "),
        (2, 0, "tasks[0].owner"),
        (2, fields[2].len() - 1, "tasks[1].is_done"),
        (3, 1, "seen[1]"),
        (4, 0, "events[0]"),
    ] {
        let error = error_of(&level, |saved| saved[fields[field].start + at] = 0xFF).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// Each length of a field that grows, with the bytes it says and without them.
#[test]
fn lengths_are_no_more_than_the_bytes() {
    let level = Level::used();
    let (saved, mut target) = (level.save(), Level::new());
    for field in 0..fields_of(&saved).len() {
        for length in [0, 1, 1 << 31, (1 << 32) + 1, 1 << 60, 1 << 63, u64::MAX] {
            let mut wrong = saved.clone();
            set_length(&mut wrong, field, length);
            assert!(!is_error_or_equal(&mut target, &wrong), "{field}, {length}");
        }
    }
    let error = <(Vec<u32>, u8)>::check_saved(&(vec![1_u16], 1_u8).save()).unwrap_err();
    assert_eq!(*error.error(), RestoreError::Fields, "the size of an element counts");
    let error = Vec::<u32>::check_saved(&[0; 6]).unwrap_err();
    assert_eq!(*error.error(), RestoreError::Length { expected: 4, found: 6 });
}

#[test]
fn what_did_not_change_is_not_in_a_delta() {
    let mut level = Level::used();
    level.seen.resize(10_000, true);
    let base = level.save();
    level.name.push('!');
    let delta = level.delta(&base).unwrap();
    assert!(delta.len() < 400, "{}", delta.len());
    assert_eq!(Level::patch(&base, &delta).unwrap(), level.save());

    level.clear_changes();
    let base = level.save();
    level.change();
    assert_eq!(Level::patch(&base, &level.changed_delta()).unwrap(), level.save());

    let mut buffer = [0; 64];
    let error = level.changed_delta_into(&mut buffer).unwrap_err();
    assert!(error.needed() > level.seen.len());
    let error = level.delta_into(&base, &mut [0; Level::MAX_DELTA_BYTES]).unwrap_err();
    let needed = Level::MAX_DELTA_BYTES + 2 * level.saved_len();
    assert!(
        matches!(error.error(), DeltaError::BufferTooSmall(error) if error.needed() == needed),
        "{error}"
    );
}

#[test]
fn differences_are_named() {
    let (first, mut second) = (Level::used(), Level::used());
    second.name = "the \"hill\"".into();
    second.tasks[1].is_done = false;
    second.tasks.push(second.tasks[0].clone());
    second.seen[2] = false;
    second.events.pop_back();
    second.events[0] = Event::Hit { unit: second.units.handle_at(0).unwrap(), damage: 9 };
    second.journals[0].heights[1] = 301;
    let diff = Level::diff(&first.save(), &second.save()).unwrap().to_string();
    let unit = second.units.handle_at(0).unwrap();
    let rows = [
        ("name", "\"the hill é\"".to_owned(), "\"the \\\"hill\\\"\"".to_owned()),
        ("tasks", "length 2".to_owned(), "length 3".to_owned()),
        ("tasks[1].is_done", "true".to_owned(), "false".to_owned()),
        ("seen[2]", "true".to_owned(), "false".to_owned()),
        ("events", "length 2".to_owned(), "length 1".to_owned()),
        ("events[0]", "Won".to_owned(), format!("Hit {{ unit: {unit:?}, damage: 9 }}")),
        ("journals[0].heights[1]", "300".to_owned(), "301".to_owned()),
    ];
    let expected: Vec<_> =
        rows.iter().map(|(place, left, right)| [place, &**left, right].join(" ")).collect();
    let found: Vec<_> =
        diff.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(found, expected);
}

/// Each state of a world that grows and shrinks comes back, from the copy of a history too.
#[test]
fn a_history_takes_back_what_grew() {
    let mut level = Level::new();
    let mut history = History::<Level, 8>::with_delta_bytes(20_000);
    assert_eq!(History::<Level, 8>::FIXED_BYTES, 0);
    let mut saves = Vec::new();
    for frame in 0..12_usize {
        level.name = "x".repeat((frame * 37) % 100);
        level.tasks.resize((frame * 5) % 7, Task { owner: None, is_done: frame % 2 == 0 });
        level.seen.resize(if frame == 5 { 2_000 } else { frame }, true);
        level.pair.1 = frame as u32;
        history.push(&level);
        assert_eq!(history.newest(), Some(&*level.save()));
        saves.push(level.save());
    }
    for back in 0..=8 {
        assert_eq!(history.saved(back).unwrap(), saves[11 - back], "{back}");
    }
    let mut copy = History::with_delta_bytes(0);
    copy.clone_from(&history);
    for mut history in [history, copy] {
        history.rewind(3, &mut level).unwrap();
        assert_eq!((&level.save(), history.depth()), (&saves[8], 5));
        history.push(&Level::used());
        history.rewind(4, &mut level).unwrap();
        assert_eq!(level.save(), saves[5]);
        assert_eq!(history.saved(1).unwrap(), saves[4]);
        assert_eq!(history.stats().forgotten, 0);
    }
}

/// A restore that fails after a list was checked leaves the list as it was.
#[test]
fn all_or_nothing() {
    let mut level = Level::used();
    let before = level.save();
    let mut later = level.clone();
    later.change();
    let mut wrong = later.save();
    let last = fields_of(&wrong)[6].clone();
    wrong[last.start] ^= 1;
    assert!(level.restore(&wrong).is_err());
    assert_eq!(level.save(), before);
}

/// One byte in a save, and 64 KiB in memory.
#[derive(Snapshot)]
#[snapshot(item)]
struct Wide {
    kind: u8,
    #[snapshot(keep)]
    cache: Cache,
}

struct Cache([u64; 8_192]);

impl Default for Cache {
    fn default() -> Self {
        Cache([0; 8_192])
    }
}

#[test]
fn a_restore_asks_for_the_memory_of_the_elements_and_of_no_others() {
    let mut list = vec![1_u32; 1_000];
    list.shrink_to_fit();
    list.restore(&vec![2_u32; 1_001].save()).unwrap();
    assert_eq!((list.len(), list.capacity()), (1_001, 1_001));

    let mut wide: [Vec<Wide>; 2] = [vec![Wide { kind: 7, cache: Cache::default() }], Vec::new()];
    let saved = wide.save();
    wide[0][0].kind = 8;
    wide.restore(&saved).unwrap();
    assert_eq!((wide[0][0].kind, wide[0][0].cache.0[0], wide[1].len()), (7, 0, 0));
}

/// More than an address space holds: the bytes are there, and the memory for the elements is not.
#[test]
#[cfg(target_pointer_width = "32")]
fn a_list_that_no_memory_holds_is_refused() {
    let mut wide = Vec::<Wide>::new();
    let error = wide.restore(&[1; 40_000]).unwrap_err();
    assert_eq!(*error.error(), RestoreError::Memory);
    assert!(wide.is_empty());
}
