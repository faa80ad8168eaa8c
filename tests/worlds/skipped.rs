//! The `Default` of skipped fields, which a restore calls before anything changes. Each test lets it panic at its first
//! call, at its second, and so on.

use super::*;
use stackpool::SparseHandleMap;
use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// How often user code was called.
    static CALLS: Cell<u32> = const { Cell::new(0) };
    /// The call that panics.
    static PANIC_AT: Cell<u32> = const { Cell::new(u32::MAX) };
}

/// A call of user code.
pub(super) fn call() {
    CALLS.set(CALLS.get() + 1);
    assert_ne!(CALLS.get(), PANIC_AT.get(), "user code");
}

/// Calls `act`, in which this call of user code panics. Returns the number of calls, or `None` if it panicked.
pub(super) fn with_panic_at(number: u32, act: impl FnOnce()) -> Option<u32> {
    CALLS.set(0);
    PANIC_AT.set(number);
    let result = catch_unwind(AssertUnwindSafe(act));
    PANIC_AT.set(u32::MAX);
    result.ok().map(|()| CALLS.get())
}

/// Something that follows from the saved fields.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cache(u32);

impl Default for Cache {
    fn default() -> Self {
        call();
        Cache(0)
    }
}

#[derive(Pool, Snapshot, Clone, Debug, PartialEq)]
#[pool(capacity = SLOTS, changes)]
#[snapshot(item)]
struct Tower {
    level: u8,
    #[snapshot(skip)]
    range: Cache,
    plan: Plan,
    parts: [Part<u16>; 2],
    other: Option<(Part<u8>, bool)>,
}

#[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
#[snapshot(item)]
struct Part<T> {
    #[snapshot(skip)]
    cache: Cache,
    value: T,
    #[snapshot(skip)]
    others: [Option<T>; 2],
}

#[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
enum Plan {
    None,
    Build { part: Part<bool>, at: [i8; 2] },
    Wait(u32),
}

pool! {
    Listed: [Part<u64>; SLOTS], bookkeeping = free_list;
    Small: [Part<u8>; 5], guard = live;
}

fn part<T: Copy>(value: T) -> Part<T> {
    Part { cache: Cache(7), value, others: [Some(value); 2] }
}

fn tower(level: u8) -> Tower {
    let plan = match level % 3 {
        0 => Plan::None,
        1 => Plan::Build { part: part(true), at: [1, -1] },
        _ => Plan::Wait(level.into()),
    };
    let parts = [part(level.into()), part(9)];
    Tower { level, range: Cache(8), plan, parts, other: (level % 2 == 0).then(|| (part(level), true)) }
}

#[derive(Snapshot, Clone, Debug)]
struct Towers {
    first: u32,
    towers: TowerPool,
    particles: ParticlePool,
    listed: Heap<ListedPool>,
    frame: u32,
    tower: Tower,
    plans: [Plan; 3],
    nested: [[Part<i32>; 2]; 2],
    option: Option<Part<u8>>,
    small: [SmallPool; 3],
    pairs: [(SmallPool, u8); 2],
    map: HandleMap<Tower, Part<u16>>,
    sparse: SparseHandleMap<Tower, Tower, 4>,
    last: u32,
}

fn towers() -> Towers {
    let mut world = Towers {
        first: 1,
        towers: TowerPool::new(),
        particles: ParticlePool::new(),
        listed: ListedPool::on_heap(),
        frame: 2,
        tower: tower(4),
        plans: [Plan::Wait(3), Plan::Build { part: part(false), at: [0; 2] }, Plan::None],
        nested: [[part(-1), part(-2)], [part(-3), part(-4)]],
        option: Some(part(3)),
        small: Default::default(),
        pairs: Default::default(),
        map: HandleMap::new(),
        sparse: SparseHandleMap::new(),
        last: 3,
    };
    for number in 0..6 {
        let handle = world.towers.insert(tower(number)).unwrap();
        world.map.insert(handle, part(number.into()));
        world.particles.insert(particle(number)).unwrap();
        let listed = world.listed.insert(part(number.into())).unwrap();
        if number % 2 == 0 {
            world.sparse.insert(handle, tower(number)).unwrap();
            world.towers.remove(handle);
            world.listed.remove(listed);
        }
    }
    for small in &mut world.small {
        small.extend([part(1), part(2)]);
    }
    world.pairs[1].0.extend([part(5)]);
    world
}

/// Another state of the world.
fn change(world: &mut Towers) {
    world.first = 11;
    world.towers.clear();
    world.towers.extend((20..30).map(tower));
    world.particles.clear();
    world.listed.clear();
    world.listed.extend((0..10).map(part));
    world.frame = 12;
    world.tower = tower(7);
    world.plans = [Plan::Build { part: part(true), at: [5; 2] }; 3];
    world.nested = [[part(0); 2]; 2];
    world.option = None;
    for small in &mut world.small {
        small.clear();
        small.extend([part(8); 4]);
    }
    world.pairs[0].0.extend([part(9); 3]);
    world.map.clear();
    world.sparse.clear();
    for handle in world.towers.handles().take(4) {
        world.map.insert(handle, part(100));
        world.sparse.insert(handle, tower(30)).unwrap();
    }
    world.last = 13;
    world.clear_changes();
}

/// Restores the save, with a panic at each call of user code in turn. The value stays as it was, with its skipped
/// fields, until there is no such call any more. Returns the number of calls.
#[track_caller]
pub(super) fn stays_whole<T: Snapshot + Clone + Debug>(value: &mut T, saved: &[u8]) -> u32 {
    let (before, shown) = (value.save(), format!("{value:?}"));
    assert_ne!(before, saved);
    for number in (1..).step_by(miri_or(7, 1)) {
        if let Some(calls) = with_panic_at(number, || value.restore(saved).unwrap()) {
            assert!(value.save() == saved);
            return calls;
        }
        assert!(value.save() == before, "torn by a panic at call {number}");
        assert!(format!("{value:?}") == shown, "torn by a panic at call {number}");
    }
    unreachable!()
}

#[test]
fn a_default_that_panics_leaves_a_pool_as_it_was() {
    let (saved, mut world) = (towers(), towers());
    change(&mut world);
    // One for each field that is skipped, however many objects there are.
    assert_eq!(stays_whole(&mut world.towers, &saved.towers.save()), 4);
    let restored = world.towers.values().find(|tower| tower.level == 1).unwrap();
    let part = Part { cache: Cache(0), value: true, others: [None; 2] };
    assert_eq!(restored.range, Cache(0));
    assert_eq!(restored.plan, Plan::Build { part, at: [1, -1] });
    assert_eq!(stays_whole(&mut world.listed, &Snapshot::save(&saved.listed)), 1);
    // All slots are handed out once.
    for number in 0..world.listed.remaining_capacity() {
        world.listed.insert(self::part(number as u64)).unwrap();
    }
    assert_eq!(world.listed.handles().count(), SLOTS);
}

#[test]
fn a_default_that_panics_notes_no_change() {
    let (saved, mut world) = (towers().towers.save(), towers());
    change(&mut world);
    assert_eq!(with_panic_at(2, || world.towers.restore(&saved).unwrap()), None);
    assert_eq!(world.towers.changed().count(), 0);
}

#[test]
fn a_default_that_panics_leaves_side_tables_as_they_were() {
    let (saved, mut world) = (towers(), towers());
    change(&mut world);
    assert_eq!(stays_whole(&mut world.map, &saved.map.save()), 1);
    assert_eq!(stays_whole(&mut world.sparse, &saved.sparse.save()), 4);
    assert!(world.map.iter().all(|(_, value)| value.cache == Cache(0)));
    assert_eq!(world.sparse.len(), 3);
}

#[test]
fn a_default_that_panics_leaves_a_world_as_it_was() {
    let saved = towers().save();
    let mut world = towers();
    change(&mut world);
    let pools = [4, 1];
    let values = [4, 1, 1, 1];
    let arrays = [3, 2];
    let tables = [1, 4];
    let calls: u32 = [&pools[..], &values, &arrays, &tables].into_iter().flatten().sum();
    assert_eq!(stays_whole(&mut world, &saved), calls);
    assert_eq!(world.tower.range, Cache(0));
    assert_eq!(world.nested[1][1], Part { cache: Cache(0), value: -4, others: [None; 2] });
    assert_eq!(world.small[2].values().next().unwrap().cache, Cache(0));
}

/// Elements whose restore calls user code are all checked before one of them changes.
#[test]
fn a_default_that_panics_leaves_all_elements_as_they_were() {
    let pools = || [SmallPool::new(), SmallPool::new(), SmallPool::new()];
    let (mut new, mut used) = (pools(), pools());
    for pool in &mut used {
        pool.extend([part(1), part(2)]);
    }
    let saved = used.save();
    assert_eq!(stays_whole(&mut new, &saved), 3);
    assert!(new.iter().all(|pool| pool.len() == 2));
    // An error names the element.
    let mut wrong = saved.clone();
    wrong.truncate(wrong.len() - 1);
    let last = 2 * size_of::<u64>();
    let length = u64::from_ne_bytes(wrong[last..][..8].try_into().unwrap()) - 1;
    wrong[last..][..8].copy_from_slice(&length.to_ne_bytes());
    let error = used.restore(&wrong).unwrap_err();
    assert!(error.to_string().starts_with("[2]: "), "{error}");
    assert!(used.save() == saved);
}
