//! Fields of items that a restore leaves alone: `#[snapshot(keep)]`.

use super::skipped::{call, with_panic_at};
use super::*;
use stackpool::SparseHandleMap;
use std::cell::Cell;
use std::collections::BTreeMap;

thread_local! {
    /// How many parts there are.
    static PARTS: Cell<i32> = const { Cell::new(0) };
}

/// What is not saved. A box lets Miri and the allocator see each drop.
#[derive(Debug)]
struct Part(Box<u32>);

impl Part {
    fn new(number: u32) -> Self {
        PARTS.set(PARTS.get() + 1);
        Part(Box::new(number))
    }
}

/// The number of a part that a restore made.
const MADE: u32 = 1_000;

impl Default for Part {
    fn default() -> Self {
        call();
        Part::new(MADE)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        PARTS.set(PARTS.get() - 1);
        if !std::thread::panicking() {
            call();
        }
    }
}

/// The parts of the objects: which slot has which.
type Parts = BTreeMap<usize, u32>;

macro_rules! bodies {
    ($($name:ident, $pool:ident, $world:ident: [$($keys:tt)*])*) => { $(
        #[derive(Pool, Snapshot, Debug)]
        #[pool($($keys)*)]
        #[snapshot(item)]
        struct $name {
            place: u16,
            #[snapshot(keep)]
            part: Part,
            is_awake: bool,
            #[snapshot(skip)]
            cache: u8,
            mood: Option<Phase>,
        }

        mod $world {
            use super::*;

            pub(super) fn body(number: u16) -> $name {
                let mood = (number % 2 == 0).then_some(Phase::Match);
                $name { place: number, part: Part::new(number.into()), is_awake: false, cache: 3, mood }
            }

            fn parts(pool: &$pool) -> Parts {
                pool.iter().map(|(handle, body)| (handle.index(), *body.part.0)).collect()
            }

            /// Inserts, removes and changes objects, by random numbers. Objects of slots that ended come back in others
            /// and in the same ones.
            fn step(pool: &mut $pool, random: &mut Random) {
                for _ in 0..random.below(12) {
                    let handles: Vec<_> = pool.handles().collect();
                    match random.below(3) {
                        0 if !handles.is_empty() => {
                            pool.remove(handles[random.below(handles.len())]);
                        }
                        1 if !handles.is_empty() => pool[handles[random.below(handles.len())]].place += 1,
                        _ => drop(pool.insert(body(random.below(900) as u16))),
                    }
                }
            }

            /// What a restore leaves: the parts of the objects with the same handles in both states.
            fn expected(pool: &$pool, restored: &$pool) -> Parts {
                let part_of = |handle| pool.get(handle).map_or(MADE, |body| *body.part.0);
                restored.handles().map(|handle| (handle.index(), part_of(handle))).collect()
            }

            #[test]
            fn objects_that_stay_keep_their_parts() {
                let mut random = Random(7);
                for _ in 0..miri_or(5, 200) {
                    let mut pool = $pool::on_heap();
                    step(&mut pool, &mut random);
                    let saved = Snapshot::save(&pool);
                    for _ in 0..3 {
                        step(&mut pool, &mut random);
                        let later = Snapshot::save(&pool);
                        let mut without = $pool::on_heap();
                        without.restore(&saved).unwrap();
                        assert!(without.values().all(|body| *body.part.0 == MADE));
                        let expected = expected(&pool, &without);
                        pool.restore(&saved).unwrap();
                        assert_eq!(parts(&pool), expected);
                        assert!(Snapshot::save(&pool) == saved && pool.values().all(|body| body.cache == 0));
                        // All slots are handed out as before.
                        assert!(pool.next_handles().eq(without.next_handles()));
                        pool.restore(&later).unwrap();
                        assert!(Snapshot::save(&pool) == later);
                    }
                }
                assert_eq!(PARTS.get(), 0);
            }

            /// Each call of a `Default` and of a destructor panics in turn.
            #[test]
            fn a_panic_leaves_the_pool_empty_and_drops_each_part_once() {
                let mut random = Random(3);
                for _ in 0..miri_or(1, 20) {
                    for number in 1.. {
                        let mut pool = $pool::on_heap();
                        let mut other = Random(random.0);
                        step(&mut pool, &mut other);
                        step(&mut pool, &mut other);
                        let saved = Snapshot::save(&pool);
                        step(&mut pool, &mut other);
                        let others = PARTS.get() - pool.len() as i32;
                        let calls = with_panic_at(number, || pool.restore(&saved).unwrap());
                        assert_eq!(PARTS.get(), others + pool.len() as i32);
                        if calls.is_some() {
                            assert!(Snapshot::save(&pool) == saved);
                            break;
                        }
                        assert!(pool.is_empty() && Snapshot::save(&pool) == Snapshot::save(&$pool::on_heap()));
                        pool.restore(&saved).unwrap();
                        assert!(Snapshot::save(&pool) == saved);
                    }
                    random.below(9);
                }
                assert_eq!(PARTS.get(), 0);
            }

            #[test]
            fn hostile_bytes_change_nothing() {
                let mut pool = $pool::on_heap();
                pool.extend((0..5).map(body));
                let saved = Snapshot::save(&pool);
                let before = parts(&pool);
                for byte in 0..saved.len() {
                    let mut wrong = saved.clone();
                    wrong[byte] ^= 0xFF;
                    if pool.restore(&wrong).is_err() {
                        assert!(Snapshot::save(&pool) == saved && parts(&pool) == before);
                    } else {
                        pool.clear();
                        pool.reset();
                        pool.extend((0..5).map(body));
                    }
                }
            }
        }
    )* };
}

bodies! {
    Plain, PlainPool, plain: [capacity = 70]
    Few, FewPool, few: [capacity = 6, generations = 2]
    Live, LivePool, live: [capacity = 70, guard = live]
    Listed, ListedPool, listed: [capacity = 9, bookkeeping = free_list]
    Packed, PackedPool, packed: [capacity = 12, dense, changes]
    Marked, MarkedPool, marked: [capacity = 70, marks, changes]
    Ordered, OrderedPool, ordered: [capacity = 70, dense, marks, guard = live]
    Retired, RetiredPool, retired: [capacity = 300, generation_bits = 14, on_wrap = retire]
}

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

#[derive(Snapshot, Debug)]
#[snapshot(item)]
struct Named {
    score: u32,
    #[snapshot(keep)]
    name: String,
}

fn named(score: u32) -> Named {
    Named { score, name: score.to_string() }
}

/// Values in the fields of a world are there before and after.
#[test]
fn values_of_a_world_keep_their_parts() {
    #[derive(Snapshot)]
    struct World {
        one: Named,
        two: [Named; 2],
        pair: (Named, u8),
        maybe: Option<Named>,
        other: Option<Named>,
        plain: Heap<PlainPool>,
        last: u8,
    }

    let mut world = World {
        one: named(1),
        two: [named(2), named(3)],
        pair: (named(4), 5),
        maybe: Some(named(6)),
        other: Some(named(7)),
        plain: PlainPool::on_heap(),
        last: 8,
    };
    let saved = world.save();
    (world.one.score, world.two[1].score, world.pair.0.score, world.last) = (0, 0, 0, 0);
    world.maybe.as_mut().unwrap().score = 0;
    world.other = None;
    world.restore(&saved).unwrap();
    assert!(world.save() == saved);
    let [first, second] = &world.two;
    let names = [&world.one, first, second, &world.pair.0, world.maybe.as_ref().unwrap()];
    assert_eq!(names.map(|named| &*named.name), ["1", "2", "3", "4", "6"]);
    assert_eq!(world.other.as_ref().unwrap().name, "");
    world.other = None;
    let without = world.save();
    world.restore(&without).unwrap();
    assert!(world.other.is_none());
}

#[test]
fn values_of_a_map_keep_their_parts() {
    let mut plain = PlainPool::on_heap();
    let [stays, ends] = [1, 2].map(|number| plain.insert(plain::body(number)).unwrap());
    let (mut map, mut few) = (HandleMap::<Plain, Named>::new(), SparseHandleMap::<Plain, Named, 4>::new());
    map.extend([(stays, named(1)), (ends, named(2))]);
    few.insert(stays, named(3)).unwrap();
    let (saved, saved_few) = (map.save(), few.save());
    map[stays].score = 0;
    map.remove(ends);
    map.restore(&saved).unwrap();
    few.restore(&saved_few).unwrap();
    assert_eq!((map[stays].score, &*map[stays].name, map[ends].score, &*map[ends].name), (1, "1", 2, ""));
    assert_eq!((few[stays].score, &*few[stays].name), (3, ""));
}

/// The bytes do not know of the field, so saves of items without it are read.
#[test]
fn the_bytes_do_not_know_of_kept_fields() {
    mod without {
        use super::*;

        #[derive(Pool, Snapshot)]
        #[pool(capacity = 70)]
        #[snapshot(item)]
        pub(super) struct Plain {
            pub(super) place: u16,
            pub(super) is_awake: bool,
            pub(super) mood: Option<Phase>,
        }
    }

    let mut plain = PlainPool::on_heap();
    let object = plain.insert(plain::body(1)).unwrap();
    let mut old = without::PlainPool::new();
    old.insert(without::Plain { place: 9, is_awake: true, mood: None }).ok();
    plain.restore(&old.save()).unwrap();
    assert_eq!((plain[object].place, *plain[object].part.0), (9, 1));
    // A delta patches bytes.
    let base = plain.save();
    plain[object].place = 10;
    let delta = plain.delta(&base).unwrap();
    plain[object].place = 11;
    plain.restore(&PlainPool::patch(&base, &delta).unwrap()).unwrap();
    assert_eq!((plain[object].place, *plain[object].part.0), (10, 1));
    assert!(PlainPool::diff(&base, &base).unwrap().is_empty());
}

/// A restore notes the slots that differ, and no others.
#[test]
fn changes_are_those_of_saved_fields() {
    let mut pool = MarkedPool::on_heap();
    let [stays, moves, ends] = [1, 2, 3].map(|number| pool.insert(marked::body(number)).unwrap());
    let saved = Snapshot::save(&pool);
    pool[moves].place = 0;
    pool.remove(ends);
    pool.clear_changes();
    pool.restore(&saved).unwrap();
    let changed: Vec<_> = pool.changed().filter_map(|change| change.handle()).collect();
    assert_eq!(changed, [moves, ends]);
    assert_eq!(*pool[stays].part.0, 1);
}
