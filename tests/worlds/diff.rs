//! Reports of what differs: every change is named, by its field, its slot and the field of the object.

use super::*;
use stackpool::DiffReport;

/// The table of the differences between two worlds.
fn table(first: &World, second: &World) -> String {
    World::diff(&first.save(), &second.save()).unwrap().to_string()
}

/// The table after one change of a used world.
fn after(change: impl FnOnce(&mut World)) -> String {
    let first = World::used();
    let mut second = first.clone();
    change(&mut second);
    table(&first, &second)
}

#[test]
fn equal_saves_have_no_differences() {
    let saved = World::used().save();
    let diff = World::diff(&saved, &saved).unwrap();
    assert!(diff.is_empty());
    assert_eq!((diff.count(), diff.to_string()), (0, String::new()));

    let mut later = World::used();
    later.frame += 1;
    let later = later.save();
    let diff = World::diff(&saved, &later).unwrap();
    assert!(!diff.is_empty());
    assert_eq!(diff.count(), 1);
    // A field that is not saved makes no difference.
    let mut renamed = World::used();
    renamed.name.clear();
    assert!(World::diff(&saved, &renamed.save()).unwrap().is_empty());
}

#[test]
fn the_columns_are_as_wide_as_the_lines_that_are_shown() {
    let (first, mut second) = (World::used(), World::used());
    second.frame = 61;
    second.teams[1].score = 9;
    let saves = [first.save(), second.save()];
    let diff = || World::diff(&saves[0], &saves[1]).unwrap();
    assert_eq!(diff().to_string(), "frame           60  61\nteams[1].score  8   9\n");
    assert_eq!(diff().lines(1).to_string(), "frame  60  61\nand 1 more: teams[1].score\n");
}

#[test]
fn each_field_is_named() {
    assert_eq!(after(|world| world.frame = 61), "frame  60  61\n");
    assert_eq!(after(|world| world.teams[1].score = 9), "teams[1].score  8  9\n");
    assert_eq!(after(|world| world.phase = Phase::Menu), "phase  Match  Menu\n");
    assert_eq!(after(|world| world.pair.1 = 'e'), "pair.1  'é'  'e'\n");
    assert_eq!(after(|world| world.name.clear()), "");
}

#[test]
fn an_object_has_its_fields() {
    let table = after(|world| {
        let unit = world.teams[0].units.handle_at(3).unwrap();
        world.teams[0].units[unit].health = 40;
        world.teams[0].units[unit].target = unit.into();
    });
    assert_eq!(table, "teams[0].units[3].health  3     40\nteams[0].units[3].target  None  Unit#3v0\n");
}

#[test]
fn an_object_is_named_by_its_handle() {
    let fill = |pool: &mut UnitPool| while pool.insert(unit(1)).is_ok() {};
    let mut pool = UnitPool::new();
    fill(&mut pool);
    pool.clear();
    fill(&mut pool);
    let handle = pool.handles().next().unwrap();
    let first = pool.save();
    pool[handle].health = 2;
    let second = pool.save();
    let diff = UnitPool::diff(&first, &second).unwrap();
    assert_eq!(diff.to_string(), "[0v1].health  1  2\n");
    diff.for_each(|difference| assert_eq!(difference.handle_bits(), Some(handle.to_bits())));

    // Another object in the slot: only that is said.
    pool.remove(handle);
    fill(&mut pool);
    let table = UnitPool::diff(&second, &pool.save()).unwrap().to_string();
    let generation = if UnitPool::GENERATIONS > 2 { ", generation 2" } else { "" };
    assert!(table.starts_with(&format!("[0]  live, generation 1  live{generation}\n")), "{table}");
    assert!(!table.contains("health"), "{table}");
}

#[test]
fn a_column_has_its_fields() {
    let table = after(|world| {
        let particle = world.particles.handle_at(2).unwrap();
        let particle = world.particles.get_mut(particle).unwrap();
        particle.velocity[1] = 9.5;
        *particle.life = 77;
        *particle.sprite = 1; // not saved
    });
    let lines: Vec<_> = table.lines().map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(lines, ["particles[2].velocity", "particles[2].life"]);
    assert!(table.contains("9.5]\n") && table.contains("77\n"), "{table}");
}

#[test]
fn slots_and_the_order_of_free_slots_differ() {
    let table = after(|world| {
        let bullet = world.bullets.handles().next().unwrap();
        world.bullets.remove(bullet);
    });
    assert_eq!(table, "bullets[0]       live  free, generation 1\nbullets waiting  2     3\n");
    let table = after(|world| {
        world.tiles.release(100).unwrap();
    });
    assert!(table.starts_with("tiles[0]"), "{table}");
    let table = after(|world| {
        world.speeds.insert(world.teams[0].boss.unwrap(), 2.5);
        let boss = world.teams[1].boss.unwrap();
        world.speeds.remove(boss);
    });
    assert_eq!(table, "speeds[4]  1.5  2.5\nspeeds[5]  1.5  none\n");
}

/// The macro does not know whether the type of a parameter has `Debug`, so it shows the bytes of such a field.
#[test]
fn generic_items_have_the_names_of_their_fields() {
    #[derive(Pool, Snapshot)]
    #[pool(capacity = 10)]
    #[snapshot(item)]
    struct Tagged<T> {
        hp: u8,
        tag: T,
    }

    let mut pool = TaggedPool::<u16>::new();
    let tagged = pool.insert(Tagged { hp: 1, tag: 0x0505 }).ok().unwrap();
    let before = pool.save();
    pool[tagged] = Tagged { hp: 2, tag: 0x0707 };
    let table = TaggedPool::<u16>::diff(&before, &pool.save()).unwrap().to_string();
    assert_eq!(table, "[0].hp   1     2\n[0].tag  0505  0707\n");
}

/// An enum has no fields that all its values have, so a pool of them shows the values. Without `Debug`, it is shown
/// from what is saved.
#[test]
fn enums_in_a_pool_are_shown_as_values() {
    macro_rules! check {
        ($($derives:ident),*) => {{
            #[derive(Pool, Snapshot $(, $derives)*)]
            #[pool(capacity = 80)]
            enum Order {
                Wait,
                Attack { target: Option<u8>, times: u16 },
                Walk(u8, [bool; 2]),
            }

            let mut orders = OrderPool::new();
            let order = orders.insert(Order::Attack { target: None, times: 3 }).ok().unwrap();
            let before = orders.save();
            let left = "Attack { target: None, times: 3 }";
            for (later, right) in [
                (Order::Attack { target: Some(5), times: 2 }, "Attack { target: Some(5), times: 2 }"),
                (Order::Wait, "Wait"),
                (Order::Walk(1, [true, false]), "Walk(1, [true, false])"),
            ] {
                orders[order] = later;
                let table = OrderPool::diff(&before, &orders.save()).unwrap().to_string();
                assert_eq!(table, format!("[0]  {left}  {right}\n"));
            }
        }};
    }

    check!(Debug);
    check!();
}

/// A pool of numbers has no fields with names, and a table has values of any plain type.
#[test]
fn numbers_are_shown_as_numbers() {
    pool! {
        Scores: [u32; 9];
        Places: [[[f32; 2]; 2]; 9];
        Chunks: [[u8; 17]; 9];
    }
    #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    #[repr(transparent)]
    struct Opaque(u16);

    fn table<T: Snapshot>(value: &mut T, change: impl FnOnce(&mut T)) -> String {
        let before = value.save();
        change(value);
        T::diff(&before, &value.save()).unwrap().to_string()
    }
    let scores = &mut ScoresPool::from_iter([7, 500]);
    assert_eq!(table(scores, |scores| *scores.values_mut().last().unwrap() += 1), "[1]  500  501\n");
    let places = &mut PlacesPool::from_iter([[[0.5, 1.0], [2.0, -1.0]]]);
    assert_eq!(
        table(places, |places| places.values_mut().next().unwrap()[1][0] = 3.0),
        "[0]  [[0.5, 1.0], [2.0, -1.0]]  [[0.5, 1.0], [3.0, -1.0]]\n"
    );
    let chunks = &mut ChunksPool::from_iter([[0xAB; 17]]);
    let bytes = table(chunks, |chunks| chunks.values_mut().next().unwrap()[16] = 0xCD);
    assert!(bytes.contains("ab  ") && bytes.ends_with("cd\n") && bytes.len() < 80, "{bytes}");

    let first = ScoresPool::new().next_handle().unwrap();
    let speeds = &mut HandleMap::<Scores, [i16; 3]>::from([(first, [1, -2, 3])]);
    assert_eq!(table(speeds, |speeds| speeds[first][1] = 5), "[0]  [1, -2, 3]  [1, 5, 3]\n");
    let later = stackpool::Handle::from_bits(first.to_bits() + 16).unwrap();
    assert_eq!((later.index(), later.generation()), (0, 1));
    assert_eq!(
        table(speeds, |speeds| {
            speeds.remove(first);
            speeds.insert(later, [1, 5, 3]);
        }),
        "[0]  [1, 5, 3], generation 0  [1, 5, 3], generation 1\n"
    );
    let others = &mut HandleMap::<Scores, Opaque>::from([(first, Opaque(0x0101))]);
    assert_eq!(table(others, |others| others[first].0 = 0x0202), "[0]  0101  0202\n");
    let long = &mut HandleMap::<Scores, [u16; 20]>::from([(first, [0x0101; 20])]);
    let table = table(long, |long| long[first][19] = 0x0202);
    assert!(table.starts_with("[0]  [32..] ") && table.contains("0202"), "{table}");
}

#[test]
fn options_are_shown_as_debug_shows_them() {
    #[derive(Snapshot, Clone)]
    struct Players<T: Snapshot> {
        leader: Option<UnitHandle>,
        seats: [Option<UnitHandle>; 3],
        score: Option<u32>,
        of_any_type: T,
    }

    let handle = |slot: u32| stackpool::Handle::from_bits(slot).ok_or(slot).unwrap();
    let first = Players {
        leader: None,
        seats: [Some(handle(1)), None, None],
        score: Some(7),
        // The same bytes in both byte orders.
        of_any_type: Some(f32::from_bits(0x3F00_003F)),
    };
    let mut second = first.clone();
    second.leader = Some(handle(2));
    second.seats[0] = Some(handle(0));
    second.score = None;
    second.of_any_type = None;
    let table = Players::<Option<f32>>::diff(&first.save(), &second.save()).unwrap().to_string();
    assert_eq!(
        table,
        "leader       None            Some(Unit#2v0)\n\
         seats[0]     Some(Unit#1v0)  Some(Unit#0v0)\n\
         score        Some(7)         None\n\
         of_any_type  013f00003f      0000000000\n"
    );
}

#[test]
fn arrays_of_handles_are_reported_by_element() {
    #[derive(Snapshot)]
    struct Board {
        cells: stackpool::handle_array![Option<UnitHandle>; 64],
    }

    let mut board = Board { cells: Default::default() };
    let first = board.save();
    board.cells.set(3, stackpool::Handle::from_bits(2));
    board.cells.set(63, stackpool::Handle::from_bits(0));
    let table = Board::diff(&first, &board.save()).unwrap().to_string();
    assert_eq!(
        table,
        "cells[3]   None  Some(Unit#2v0)\n\
         cells[63]  None  Some(Unit#0v0)\n"
    );
}

#[test]
fn the_table_ends_and_says_how_many_follow() {
    let first = World::used();
    let mut second = first.clone();
    for (_, unit) in &mut second.teams[1].units {
        unit.health += 100;
    }
    let (first, second) = (first.save(), second.save());
    let diff = World::diff(&first, &second).unwrap();
    assert_eq!(diff.count(), 5);
    let table = diff.lines(2).to_string();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2], "and 3 more: 3 of teams[1].units[..].health");
    assert_eq!(diff.lines(5).to_string().lines().count(), 5);
    assert_eq!(diff.lines(0).to_string(), "and 5 more: 5 of teams[1].units[..].health\n");
}

#[test]
fn what_follows_is_counted_by_field() {
    let first = World::used();
    let mut second = first.clone();
    second.frame += 1;
    let units = &mut second.teams[1].units;
    let boss = units.next_handle();
    for (_, unit) in units {
        unit.health += 100;
        unit.target = boss.into();
    }
    second.bullets.values_mut().for_each(|bullet| bullet[1] += 1.0);
    second.tiles.release(100).unwrap();
    let (saved, changed) = (first.save(), second.save());
    let diff = World::diff(&saved, &changed).unwrap();
    assert_eq!(
        diff.lines(0).to_string(),
        "and 15 more: frame, 5 of teams[1].units[..].health, 5 of teams[1].units[..].target, 2 of bullets[..], 1 of \
         tiles[..], tiles free[0]\n"
    );
    assert!(diff.lines(13).to_string().ends_with("\nand 2 more: 1 of tiles[..], tiles free[0]\n"));

    // Six kinds are told apart.
    second.speeds.values_mut().for_each(|speed| *speed += 1.0);
    second.pair.0 ^= true;
    let changed = second.save();
    let table = World::diff(&saved, &changed).unwrap().lines(0).to_string();
    assert!(table.ends_with("tiles free[0], 6 others\n"), "{table}");
}

/// The order of the free slots and that of insertion are two kinds.
#[test]
fn the_orders_of_a_pool_are_counted_apart() {
    pool! { Queue: [u32; 4], marks; }
    let mut first = QueuePool::new();
    let handles = [1, 2, 3, 4].map(|item| first.insert(item).unwrap());
    let mut second = first.clone();
    first.remove_many(&[handles[1], handles[2]]).unwrap();
    second.remove_many(&[handles[2], handles[1], handles[0]]).unwrap();
    second.insert_at(handles[0], 1).unwrap();
    let diff = |lines| QueuePool::diff(&first.save(), &second.save()).unwrap().lines(lines).to_string();
    assert_eq!(diff(2), "inserted[0]  0  3\nfree[0]      2  1\n");
    assert_eq!(diff(0), "and 2 more: inserted[0], free[0]\n");
}

#[test]
fn differences_say_where_they_are() {
    let first = World::used();
    let mut second = first.clone();
    let unit = second.teams[1].units.handle_at(4).unwrap();
    second.teams[1].units[unit].health = 1_000;
    second.frame = 0;
    let (first, second) = (first.save(), second.save());
    let mut places = Vec::new();
    World::diff(&first, &second).unwrap().for_each(|difference| {
        places.push((
            difference.place().to_string(),
            difference.path().to_string(),
            difference.slot(),
            difference.field(),
            difference.right().to_string(),
        ));
    });
    let frame = ("frame".to_owned(), "frame".to_owned(), None, None, "0".to_owned());
    let health = (
        "teams[1].units[4].health".to_owned(),
        "teams[1].units".to_owned(),
        Some(4),
        Some("health"),
        "1000".to_owned(),
    );
    assert_eq!(places, [frame, health]);
}

#[test]
fn what_is_no_save_is_refused() {
    let saved = World::used().save();
    let error = World::diff(&saved, &saved[1..]).unwrap_err();
    assert!(matches!(error.error(), RestoreError::NotSaved), "{error}");
    assert!(World::diff(&[], &saved).is_err());
}

/// A value by hand, without a report of its own.
struct Opaque([u8; 20]);

impl Snapshot for Opaque {
    saves_its_field! { [u8; 20], 2 }
}

/// One with a report.
#[derive(Snapshot)]
struct Holder {
    told: Told,
    opaque: Opaque,
}

struct Told(u8);

impl Snapshot for Told {
    saves_its_field! { u8, 3 }

    fn diff_saved([first, second]: [&[u8]; 2], report: &mut DiffReport<'_>) {
        if first != second {
            report.value(&format!("{} points", first[0]), &format!("{} points", second[0]));
        }
    }
}

#[test]
fn values_by_hand_are_reported() {
    let first = Holder { told: Told(1), opaque: Opaque([0xAB; 20]) }.save();
    let mut second = Holder { told: Told(2), opaque: Opaque([0xAB; 20]) }.save();
    *second.last_mut().unwrap() = 0xCD;
    assert_eq!(
        Holder::diff(&first, &second).unwrap().to_string(),
        "told    1 points         2 points\nopaque  [16..] abababab  [16..] abababcd\n"
    );
}

#[test]
fn hostile_saves_never_panic() {
    let first = World::used().save();
    for at in (0..first.len()).step_by(miri_or(97, 1)) {
        let mut second = first.clone();
        second[at] ^= 0x41;
        if let Ok(diff) = World::diff(&first, &second) {
            assert!(diff.count() > 0, "no difference for byte {at}");
            assert!(!diff.to_string().is_empty());
        }
    }
}

pool! {
    Queued: [u32; 100];
    Used: [u32; 3], generation_bits = 14, on_wrap = retire;
}

/// Slots that wait are handed out last, so they are apart from the others.
#[test]
fn slots_that_wait_are_apart_from_those_that_come_next() {
    let used = |removed: [usize; 2]| {
        let mut pool = Pool::<Queued>::from_iter(0..5);
        for index in removed {
            pool.remove(pool.handle_at(index).unwrap());
        }
        pool
    };
    let (first, second) = (used([3, 1]), used([1, 3]));
    assert_eq!(first.next_handle(), second.next_handle());
    let diff = |first: &QueuedPool, second: &QueuedPool| {
        QueuedPool::diff(&first.save(), &second.save()).unwrap().to_string()
    };
    assert_eq!(diff(&first, &second), "waiting[0]  3  1\n");
    let mut second = first.clone();
    second.reset();
    second.extend([7, 1, 2, 3, 4]);
    second.retain(|handle, _| handle.index() % 2 == 0);
    let table = diff(&first, &second);
    assert!(table.contains("\nwaiting[0]") && !table.contains("free["), "{table}");
}

#[test]
fn a_slot_that_is_used_up_is_retired() {
    let mut pool = UsedPool::new();
    let last = stackpool::Handle::from_bits((UsedPool::GENERATIONS - 1) << 2).unwrap();
    pool.insert_at(last, 1).unwrap();
    let before = pool.save();
    pool.remove(last);
    let table = UsedPool::diff(&before, &pool.save()).unwrap().to_string();
    assert!(table.starts_with("[0]  live, generation 16382  retired\n"), "{table}");
}

#[test]
fn values_that_look_the_same_show_their_bytes() {
    #[derive(Snapshot)]
    struct Sums {
        sum: f32,
        zero: f32,
    }

    let [first, second] = [0x7FC0_0001, 0xFFC0_0001].map(f32::from_bits);
    let [first, second] = [Sums { sum: first, zero: 0.0 }, Sums { sum: second, zero: -0.0 }];
    let table = Sums::diff(&first.save(), &second.save()).unwrap().to_string();
    let bytes = [first, second].map(|sums| sums.sum.to_ne_bytes().map(|byte| format!("{byte:02x}")).concat());
    assert_eq!(table, format!("sum   NaN {}  NaN {}\nzero  0.0           -0.0\n", bytes[0], bytes[1]));
}

#[test]
fn a_list_of_differences_shows_how_many() {
    let first = World::used();
    let mut second = first.clone();
    second.frame = 61;
    second.teams[1].score = 9;
    let saves = [first.save(), second.save()];
    let differences = World::diff(&saves[0], &saves[1]).unwrap();
    assert_eq!(format!("{differences:?}"), "Diff { count: 2, .. }");
    let mut shown = Vec::new();
    differences.for_each(|difference| shown.push(format!("{difference:?}")));
    assert_eq!(shown, ["frame: 60 | 61", "teams[1].score: 8 | 9"]);
}

#[test]
fn other_items_are_equal_if_they_were_saved_alike() {
    use std::collections::HashSet;
    let saved = |change: u8| {
        let mut saved = UnitPool::new().save();
        saved[28] ^= change;
        *UnitPool::new().restore(&saved).unwrap_err().error()
    };
    let (one, same, other) = (saved(1), saved(1), saved(2));
    let RestoreError::Item(difference) = one else { panic!("{one}") };
    assert!(format!("{difference:?}").starts_with("ItemDifference { saved: "));
    assert_eq!(HashSet::from([one, same, other]).len(), 2);
}

#[test]
fn a_struct_that_is_its_bytes_has_its_fields() {
    #[derive(Snapshot, Clone, Copy, Pod, Zeroable)]
    #[snapshot(plain)]
    #[repr(C)]
    struct Camera {
        x: f32,
        zoom: u32,
    }
    #[derive(Snapshot)]
    struct Scene {
        cameras: [Camera; 2],
        main: Camera,
    }
    let mut scene = Scene { cameras: [Camera { x: 1.5, zoom: 1 }; 2], main: Camera { x: 0.0, zoom: 3 } };
    let first = scene.save();
    scene.cameras[1].zoom = 2;
    scene.main.x = -1.0;
    let second = scene.save();
    let diff = Scene::diff(&first, &second).unwrap();
    let mut shown = Vec::new();
    diff.for_each(|difference| shown.push(format!("{difference:?}")));
    assert_eq!(shown, ["cameras[1].zoom: 1 | 2", "main.x: 0.0 | -1.0"]);
}
