//! Files that an earlier build wrote. They are restored, have what they had, and are written the same again.
//!
//! A file is never changed: a new format of the bytes has a folder of its own, and the old files are read, or refused
//! by
//! `RestoreError::Version`, as the changelog says. `UPDATE=1` writes the files that are missing.
//!
//! The definition decides the format of a pool: folder `3` has pools with marks, `4` dense pools, `5` dense pools with
//! marks, `6` structs, and folder `2` everything else. Folder `2` also has structs as they were before their saves had
//! the names of their fields, and a pool from before its save had a tail. Folders `10` to `13` have pools of formats
//! `2` to `5` with tails.

pub(crate) mod definitions;

use super::*;
use definitions::*;
use stackpool::{Handle, ValuePool};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;

/// The path of a file. A name without a folder is in the folder of format 2.
fn path(name: &str) -> PathBuf {
    let folder = if name.contains('/') { "" } else { "2/" };
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/worlds/golden/{folder}{name}.bin"))
}

/// Reads a file; writes it first if it is missing and `UPDATE` is set.
fn read(name: &str, bytes: &[u8]) -> Vec<u8> {
    let path = path(name);
    if std::env::var_os("UPDATE").is_some() && !path.exists() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
    }
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Compares a value with its file, and checks what comes out of the file. The files are little-endian.
#[track_caller]
fn golden<T: Snapshot>(name: &str, value: &T, mut restored: T, contents: impl FnOnce(&mut T)) {
    if cfg!(target_endian = "big") {
        let error = T::check_saved(&read(name, &[])).unwrap_err();
        assert_eq!(error, RestoreError::ByteOrder.into(), "{name}");
        return;
    }
    let file = read(name, &value.save());
    assert!(file.len() < 2_000, "{name} is large");
    assert!(value.save() == file, "{name} is written as other bytes");
    restored.restore(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(restored.save() == file);
    contents(&mut restored);
    assert!(restored.restore_resized(&file).is_ok() && restored.save() == file);
}

/// Reads a file of structs in format 2, and checks that it is read as the value of today.
#[track_caller]
fn golden_without_names<T: Snapshot>(name: &str, value: &T, mut restored: T) {
    let path = path(&format!("2/{name}"));
    let file = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if cfg!(target_endian = "big") {
        assert_eq!(T::check_saved(&file), Err(RestoreError::ByteOrder.into()), "{name}");
        return;
    }
    let saved = value.save();
    assert!(saved != file && T::check_saved(&file).is_ok());
    restored.restore(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(restored.save() == saved, "{name} is read as another value");
    assert!(restored.restore_resized(&file).is_ok() && restored.save() == saved);
    // The base of a delta can have either format.
    let delta = value.delta(&file).unwrap();
    assert!(T::patch(&file, &delta).unwrap() == saved);
    assert!(T::diff(&file, &saved).unwrap().to_string().is_empty());
}

/// Compares a delta with its file.
#[track_caller]
fn golden_delta<T: Snapshot>(name: &str, base: &T, later: &T) {
    if cfg!(target_endian = "big") {
        return;
    }
    let base = base.save();
    let delta = later.delta(&base).unwrap();
    let file = read(name, &delta);
    assert!(delta == file, "{name} is written as other bytes");
    assert!(T::patch(&base, &file).unwrap() == later.save());
}

/// A pool with five objects, of which the second was removed.
fn used<P>() -> Pool<P>
where
    P: stackpool::PoolSpec<Item: From<u8> + Debug, Layout: stackpool::layout::Tracked>,
{
    let mut pool = Pool::new();
    let handles = [10_u8, 11, 12, 13, 14].map(|item| pool.insert(item.into()).ok());
    if let Some(handle) = handles[1] {
        pool.remove(handle);
    }
    pool
}

/// The indexes, generations and objects of a pool.
fn contents<P>(pool: &Pool<P>) -> Vec<(usize, u32, u64)>
where
    P: stackpool::PoolSpec<Item: Into<u64> + Copy, Layout: stackpool::layout::Tracked>,
{
    pool.iter().map(|(handle, &item)| (handle.index(), handle.generation(), item.into())).collect()
}

/// The next handle, as index and generation.
fn next<P: stackpool::PoolSpec>(handle: Option<Handle<P>>) -> Option<(usize, u32)> {
    handle.map(|handle| (handle.index(), handle.generation()))
}

const FOUR: [(usize, u32, u64); 4] = [(0, 0, 10), (2, 0, 12), (3, 0, 13), (4, 0, 14)];

#[test]
fn pools_of_every_guard() {
    golden("generation", &used::<Generations>(), Pool::new(), |pool| {
        assert_eq!((contents(pool), next(pool.next_handle())), (FOUR.into(), Some((5, 0))));
    });
    golden("live", &used::<Live>(), Pool::new(), |pool| {
        assert_eq!((contents(pool), next(pool.next_handle())), (FOUR.into(), Some((5, 0))));
    });
    golden("cells_of_two_bytes", &used::<Wide>(), Pool::new(), |pool| {
        assert_eq!(contents(pool), FOUR);
    });
    golden("cells_of_four_bytes", &used::<Widest>(), Pool::new(), |pool| {
        assert_eq!(contents(pool), FOUR);
    });
    golden("links_of_two_bytes", &used::<Long>(), Pool::new(), |pool| {
        assert_eq!(contents(pool), FOUR);
    });
    golden("free_list", &used::<Listed>(), Pool::new(), |pool| {
        assert_eq!(contents(pool), FOUR);
    });
    golden("objects_without_bytes", &Pool::<Objects>::from_iter([(), ()]), Pool::new(), |pool| {
        assert_eq!(pool.len(), 2);
    });
    golden("empty", &Pool::<Generations>::new(), Pool::new(), |pool| assert!(pool.is_empty()));
}

/// A pool that was full and then cleared, with three objects.
fn cleared<P>() -> Pool<P>
where
    P: stackpool::PoolSpec<Item = u16, Layout: stackpool::layout::Tracked>,
{
    let mut pool = Pool::new();
    pool.extend(0..100);
    pool.clear();
    pool.extend([7, 8, 9]);
    pool
}

#[test]
fn generations_of_slots_that_come_last() {
    let three = [(0, 1, 7), (1, 1, 8), (2, 1, 9)];
    fn check<P>(name: &str, three: &[(usize, u32, u64)])
    where
        P: stackpool::PoolSpec<Item = u16, Layout: stackpool::layout::Tracked>,
    {
        golden(name, &cleared::<P>(), Pool::new(), |pool| {
            assert_eq!(contents(pool), three);
            let last = core::iter::from_fn(|| pool.insert(1).ok()).map(|new| (new.index(), new.generation()));
            assert!(last.take(50).eq((3..53).map(|slot| (slot, 1))));
        });
    }
    check::<Unhurried>("10/runs", &three);
    check::<MarkedUnhurried>("11/runs", &three);
    check::<DenseUnhurried>("12/runs", &three);
    check::<DenseMarkedUnhurried>("13/runs", &three);
    golden_delta("10/delta_of_runs", &Pool::<Unhurried>::new(), &cleared::<Unhurried>());

    // Every second slot was used twice.
    let mut pool = Pool::<Cells>::new();
    pool.extend(0..20);
    pool.retain(|handle, _| handle.index() % 2 == 0);
    pool.extend(0..10);
    pool.clear();
    golden("10/cells", &pool, Pool::new(), |pool| {
        let next: Vec<_> = pool.next_handles().take(20).map(Handle::generation).collect();
        assert_eq!(next, [1, 2].repeat(10));
    });
}

/// A file in format 2 is read, which today is written with a tail.
#[test]
fn a_file_without_a_tail() {
    if cfg!(target_endian = "big") {
        return;
    }
    let (file, pool) = (fs::read(path("cleared")).unwrap(), cleared::<Unhurried>());
    let saved = pool.save();
    assert!(saved.len() < file.len());
    let mut restored = Pool::<Unhurried>::new();
    restored.restore(&file).unwrap();
    assert!(restored == pool && restored.save() == saved);
    assert!(Pool::<Unhurried>::patch(&file, &pool.delta(&file).unwrap()).unwrap() == saved);
    assert!(<Pool<Unhurried> as Snapshot>::diff(&file, &saved).unwrap().to_string().is_empty());
}

#[test]
fn slots_that_retired_and_slots_that_wait() {
    let mut pool = RetiringPool::new();
    let last = Handle::from_bits((RetiringPool::GENERATIONS - 1) << 2).unwrap();
    pool.insert_at(last, 1).unwrap();
    pool.remove(last).unwrap();
    pool.insert(7).unwrap();
    golden("retired", &pool, Pool::new(), |pool| {
        assert_eq!((contents(pool), pool.remaining_capacity()), (vec![(1, 0, 7)], 1));
    });

    let mut pool = used::<Waiting>();
    for index in [4, 0, 3] {
        pool.remove(pool.handle_at(index).unwrap());
    }
    golden("waiting", &pool, Pool::new(), |pool| {
        assert_eq!(contents(pool), [(2, 0, 12)]);
        for slot in 5..20 {
            assert_eq!(pool.insert(0).unwrap().index(), slot);
        }
        // The oldest first.
        let slots = [1, 4, 0, 3].map(|_| next(pool.insert(0).ok()).unwrap());
        assert_eq!(slots, [(1, 1), (4, 1), (0, 1), (3, 1)]);
    });
}

#[test]
fn other_pools_and_side_tables() {
    let mut ports = PortsPool::new();
    ports.acquire_many(4).unwrap();
    ports.release(8_001).unwrap();
    golden("value_pool", &ports, ValuePool::new(), |ports| {
        assert!(ports.iter().eq([8_000, 8_002, 8_003]));
        assert_eq!((ports.acquire(), ports.acquire()), (Some(8_001), Some(8_004)));
    });
    let mut list = ListPool::new([5_u32, 6, 7]);
    let _ = list.acquire();
    golden("list", &list, ListPool::new([0; 3]), |list| assert_eq!(list.available(), [6, 7]));
    let mut map = HandleMap::<Generations, u16>::new();
    for bits in [99, 7, 0] {
        map.insert(Handle::from_bits(bits).unwrap(), bits as u16 + 1);
    }
    golden("map", &map, HandleMap::new(), |map| {
        assert!(map.iter().map(|(handle, value)| (handle.to_bits(), *value)).eq([(0, 1), (7, 8), (99, 100)]));
    });
    let mut sparse = Sparse::new();
    for bits in [99, 7, 0] {
        sparse.insert(Handle::from_bits(bits).unwrap(), bits as u16 + 1).unwrap();
    }
    golden("sparse_map", &sparse, Sparse::new(), |map| {
        let entries = map.iter().map(|(handle, value)| (handle.to_bits(), *value));
        assert!(entries.eq([(99, 100), (7, 8), (0, 1)]));
    });
}

fn body(number: u8) -> Body {
    Body { place: [number.into(); 2], mass: f64::from(number) + 0.5, speed: [-1.0, number.into()], name: 3 }
}

fn bodies() -> BodyPool {
    let mut bodies = BodyPool::from_iter((0..4).map(body));
    let removed = bodies.handle_at(2).unwrap();
    bodies.remove(removed);
    bodies
}

#[test]
fn columns_with_groups() {
    golden("columns", &bodies(), BodyPool::new(), |bodies| {
        let rows: Vec<_> =
            bodies.iter().map(|(handle, row)| (handle.index(), *row.speed, *row.mass)).collect();
        assert_eq!(rows, [(0, [-1.0, 0.0], 0.5), (1, [-1.0, 1.0], 1.5), (3, [-1.0, 3.0], 3.5)]);
    });
}

#[test]
fn enums() {
    let attack = Order::Attack(Handle::from_bits(99).unwrap(), true);
    let orders = [Order::Wait, attack, Order::Move { place: [1.0, -2.5] }];
    let wait = Squad { orders: [Order::Wait; 3], mode: Order::Wait };
    golden_without_names("enums", &Squad { orders, mode: attack }, wait.clone());
    golden("6/enums", &Squad { orders, mode: attack }, wait, |squad| {
        assert_eq!((squad.orders, squad.mode), (orders, attack));
    });
}

fn later_game() -> Game {
    let mut game = game();
    game.frame = 0x0102_0304;
    game.sides[1].units = used();
    let _ = game.sides[1].ports.acquire();
    let _ = game.sides[1].list.acquire();
    let unit = game.sides[1].units.handle_at(3).unwrap();
    game.sides[1].speeds.insert(unit, 2.5);
    game.bodies = bodies();
    game.numbers = (1, -2, 3, 4.5, -5.5, true);
    game.letter = 'é';
    game.wide = [1 << 100];
    game.target = Some(unit);
    game.link = unit.into();
    game.path.set(7, unit);
    game.phase = Phase::Match;
    game.skipped = 9;
    game
}

#[test]
fn a_nested_world() {
    golden_without_names("new_world", &game(), later_game());
    golden_without_names("world", &later_game(), game());
    golden("6/new_world", &game(), later_game(), |game| assert_eq!((game.frame, game.skipped), (0, 9)));
    golden("6/world", &later_game(), game(), |game| {
        let unit = game.sides[1].units.handle_at(3);
        assert_eq!((game.frame, game.target, game.link.get(), game.skipped), (0x0102_0304, unit, unit, 0));
        assert_eq!(contents(&game.sides[1].units), FOUR);
        assert!(game.sides[1].speeds.iter().eq([(unit.unwrap(), &2.5)]) && game.sides[0].units.is_empty());
        assert_eq!((game.numbers, game.letter, game.wide), ((1, -2, 3, 4.5, -5.5, true), 'é', [1 << 100]));
        assert_eq!((game.path.get(7), game.phase, game.bodies.len()), (unit, Phase::Match, 3));
    });
}

#[test]
fn deltas() {
    golden_delta("delta_of_generation", &Pool::new(), &used::<Generations>());
    golden_delta("delta_of_live", &used::<Live>(), &Pool::new());
    golden_delta("delta_of_columns", &BodyPool::new(), &bodies());
    golden_delta("delta_of_value_pool", &PortsPool::new(), &{
        let mut ports = PortsPool::new();
        ports.acquire_many(3).unwrap();
        ports
    });
    golden_delta("6/delta_of_world", &game(), &later_game());
    // The delta of a base without names.
    if cfg!(target_endian = "little") {
        let [base, delta] = ["2/new_world", "2/delta_of_world"].map(|name| fs::read(path(name)).unwrap());
        let mut game = game();
        game.restore(&Game::patch(&base, &delta).unwrap()).unwrap();
        assert!(game.save() == later_game().save());
    }
}

/// A pool with five objects. The first was removed and inserted again, so it is the newest.
fn in_another_order<P>() -> Pool<P>
where
    P: stackpool::PoolSpec<
            Item: From<u8> + Debug,
            Layout: stackpool::layout::Tabled + stackpool::layout::Tracked,
        >,
{
    let mut pool = Pool::new();
    let handles = [10_u8, 11, 12, 13, 14].map(|item| pool.insert(item.into()).ok());
    if let Some(first) = handles[0] {
        let item = pool.remove(first).unwrap();
        pool.insert_at(first, item).ok().unwrap();
    }
    pool.remove(handles[2].unwrap());
    pool
}

/// The objects in the order of insertion.
fn in_order<P>(pool: &Pool<P>) -> Vec<u64>
where
    P: stackpool::PoolSpec<Item: Into<u64> + Copy, Layout: stackpool::layout::Marked>,
{
    pool.iter_in_order().map(|(_, &item)| item.into()).collect()
}

#[test]
fn pools_with_marks() {
    golden("3/generation", &in_another_order::<MarkedGenerations>(), Pool::new(), |pool| {
        assert_eq!((in_order(pool), next(pool.next_handle())), (vec![11, 13, 14, 10], Some((5, 0))));
    });
    golden("3/live", &in_another_order::<MarkedLive>(), Pool::new(), |pool| {
        assert_eq!(in_order(pool), [11, 13, 14, 10]);
    });
    golden("3/waiting", &in_another_order::<MarkedWaiting>(), Pool::new(), |pool| {
        assert_eq!(in_order(pool), [11, 13, 14, 10]);
    });
    golden("3/links_of_two_bytes", &in_another_order::<MarkedLong>(), Pool::new(), |pool| {
        assert_eq!(in_order(pool), [11, 13, 14, 10]);
    });
    let mut listed = used::<MarkedListed>();
    listed.remove(listed.oldest().unwrap());
    for item in 15..32 {
        listed.insert(item).unwrap();
    }
    golden("3/free_list", &listed, Pool::new(), |pool| {
        assert!(pool.is_full() && in_order(pool).into_iter().eq((12..15).chain(15..32)));
    });
    let mut retiring = MarkedRetiringPool::new();
    let last = Handle::from_bits((MarkedRetiringPool::GENERATIONS - 1) << 2).unwrap();
    retiring.insert_at(last, 1).unwrap();
    retiring.remove(last).unwrap();
    retiring.extend([7, 8]);
    golden("3/retired", &retiring, Pool::new(), |pool| {
        assert_eq!((in_order(pool), pool.remaining_capacity()), (vec![7, 8], 0));
    });
    golden("3/empty", &MarkedGenerationsPool::new(), Pool::new(), |pool| assert_eq!(pool.oldest(), None));
    let mut bodies = MarkedBodyPool::new();
    let body = |mass| MarkedBody { place: [1.0, -2.0], mass };
    let handles = [0.5, 1.5, 2.5].map(|mass| bodies.insert(body(mass)).unwrap());
    let first = bodies.remove(handles[0]).unwrap();
    bodies.insert_at(handles[0], first).unwrap();
    golden("3/columns", &bodies, MarkedBodyPool::new(), |bodies| {
        assert!(bodies.iter_in_order().map(|(_, body)| *body.mass).eq([1.5, 2.5, 0.5]));
    });
}

#[test]
fn deltas_of_pools_with_marks() {
    golden_delta("3/delta", &Pool::new(), &in_another_order::<MarkedGenerations>());
    if cfg!(target_endian = "big") {
        return;
    }
    let mut pool = in_another_order::<MarkedLong>();
    drop(pool.take_changed());
    let base = pool.save();
    pool.extend([20, 21]);
    let delta = pool.changed_delta();
    assert!(read("3/changed_delta", &delta) == delta, "written as other bytes");
    assert!(MarkedLongPool::patch(&base, &delta).unwrap() == pool.save());
}

/// The files of format 2 are saves of pools that have marks now.
#[test]
fn pools_with_marks_read_format_2() {
    if cfg!(target_endian = "big") {
        return;
    }
    fn check<P>(name: &str)
    where
        P: stackpool::PoolSpec<Item: stackpool::PlainData + Into<u64> + Copy>,
        P::Layout: stackpool::layout::Marked + stackpool::layout::Tracked,
    {
        let mut pool = Pool::<P>::new();
        pool.restore(&fs::read(path(name)).unwrap()).unwrap();
        assert_eq!((contents(&pool), in_order(&pool)), (FOUR.into(), vec![10, 12, 13, 14]), "{name}");
    }
    check::<MarkedGenerations>("generation");
    check::<MarkedLive>("live");
    check::<MarkedListed>("free_list");
}

fn leaves() -> LeavesPool {
    let mut leaves = LeavesPool::from_iter((0..4).map(body));
    let removed = leaves.handle_at(1).unwrap();
    leaves.remove(removed);
    leaves
}

/// The objects of a dense pool, and the slots that they are in.
fn slice<P>(pool: &Pool<P>) -> (Vec<u64>, Vec<usize>)
where
    P: stackpool::PoolSpec<Item: Into<u64> + Copy>,
    P::Layout: stackpool::layout::Dense,
{
    (pool.as_slice().iter().map(|&item| item.into()).collect(), pool.handles().map(Handle::index).collect())
}

#[test]
fn dense_pools() {
    let moved = (vec![10, 14, 12, 13], vec![0, 4, 2, 3]);
    golden("4/generation", &used::<DenseGenerations>(), Pool::new(), |pool| {
        assert_eq!((slice(pool), next(pool.next_handle())), (moved.clone(), Some((5, 0))));
    });
    golden("4/live", &used::<DenseLive>(), Pool::new(), |pool| assert_eq!(slice(pool), moved));
    golden("4/positions_of_two_bytes", &used::<DenseLong>(), Pool::new(), |pool| {
        assert_eq!(slice(pool), moved);
    });
    golden("4/empty", &DenseGenerationsPool::new(), Pool::new(), |pool| assert!(pool.as_slice().is_empty()));
    let mut waiting = used::<DenseWaiting>();
    for index in [0, 3] {
        waiting.remove(waiting.handle_at(index).unwrap());
    }
    waiting.swap(0, 1);
    golden("4/waiting", &waiting, Pool::new(), |pool| {
        assert_eq!(slice(pool), (vec![14, 12], vec![4, 2]));
        pool.extend(15..30);
        let slots = [1, 0, 3].map(|_| next(pool.insert(0).ok()).unwrap());
        assert_eq!(slots, [(1, 1), (0, 1), (3, 1)]);
    });
    let mut retiring = DenseRetiringPool::new();
    let last = Handle::from_bits((DenseRetiringPool::GENERATIONS - 1) << 2).unwrap();
    retiring.insert_at(last, 1).unwrap();
    retiring.remove(last).unwrap();
    retiring.extend([8, 7]);
    retiring.sort_by_key(|&item| item);
    golden("4/retired", &retiring, Pool::new(), |pool| {
        assert_eq!((slice(pool), pool.remaining_capacity()), ((vec![7, 8], vec![2, 1]), 0));
    });
    golden("4/columns", &leaves(), LeavesPool::new(), |leaves| {
        let rows: Vec<_> =
            leaves.iter().map(|(handle, row)| (handle.index(), *row.speed, *row.mass)).collect();
        assert_eq!(rows, [(0, [-1.0, 0.0], 0.5), (3, [-1.0, 3.0], 3.5), (2, [-1.0, 2.0], 2.5)]);
    });
}

#[test]
fn dense_pools_with_marks() {
    golden("5/generation", &in_another_order::<DenseMarked>(), Pool::new(), |pool| {
        assert_eq!(in_order(pool), [11, 13, 14, 10]);
        assert_eq!(slice(pool), (vec![14, 11, 10, 13], vec![4, 1, 0, 3]));
    });
}

#[test]
fn deltas_of_dense_pools() {
    golden_delta("4/delta", &Pool::new(), &used::<DenseGenerations>());
    golden_delta("4/delta_of_columns", &LeavesPool::new(), &leaves());
    golden_delta("5/delta", &Pool::new(), &in_another_order::<DenseMarked>());
    fn changed<P>(name: &str, mut pool: Pool<P>)
    where
        P: stackpool::PoolSpec<Item = u16>,
        P::Layout: stackpool::layout::Dense + stackpool::layout::Watched,
    {
        if cfg!(target_endian = "big") {
            return;
        }
        drop(pool.take_changed());
        let base = pool.save();
        pool.extend([20, 21]);
        pool.swap(0, 2);
        let delta = pool.changed_delta();
        assert!(read(name, &delta) == delta, "{name} is written as other bytes");
        assert!(Pool::<P>::patch(&base, &delta).unwrap() == pool.save());
    }
    changed("4/changed_delta", used::<DenseLong>());
    changed("5/changed_delta", in_another_order::<DenseMarkedLong>());
}

/// A dense pool that has marks now reads the files of one without.
#[test]
fn dense_pools_with_marks_read_format_4() {
    if cfg!(target_endian = "big") {
        return;
    }
    let mut pool = DenseMarkedPool::new();
    pool.restore(&fs::read(path("4/generation")).unwrap()).unwrap();
    assert_eq!(
        (slice(&pool), in_order(&pool)),
        ((vec![10, 14, 12, 13], vec![0, 4, 2, 3]), vec![10, 12, 13, 14])
    );
}

/// Reads the files of `each_save`, and returns their names.
macro_rules! read_all {
    ($($name:literal $kind:ident $ty:ty = $new:expr;)*) => {{
        let little = cfg!(target_endian = "little");
        $({
            let (file, mut restored): (_, $ty) = (fs::read(path($name)).unwrap(), $new);
            assert_eq!(restored.restore(&file).is_ok(), little, "{} is not read as its type", $name);
        })*
        BTreeSet::from([$($name),*])
    }};
}

/// A folder has exactly the files of its format, and each of them that is a save is in the list.
#[test]
fn no_file_is_left_over() {
    let mut names = BTreeSet::new();
    for format in (2..=6).chain(10..=13) {
        for file in fs::read_dir(path(&format!("{format}/")).parent().unwrap()).unwrap() {
            let path = file.unwrap().path();
            assert_eq!(path.extension().unwrap(), "bin", "{}", path.display());
            names.insert(format!("{format}/{}", path.file_stem().unwrap().to_str().unwrap()));
        }
    }
    let count = |format: &str| names.iter().filter(|name| name.starts_with(format)).count();
    assert_eq!([count("2/"), count("3/")], [8 + 2 + 4 + 1 + 1 + 2 + 5 + 1, 8 + 2]);
    let saves: BTreeSet<_> =
        names.iter().map(String::as_str).filter(|name| !name.contains("delta")).collect();
    assert_eq!(each_save!(read_all), saves);
}
