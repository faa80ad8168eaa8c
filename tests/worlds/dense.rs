//! Worlds of dense pools: the order of the objects is part of what is saved, sent, taken back and compared.

use super::*;
use proptest::prelude::*;
use stackpool::{Handle, History};

#[derive(Pool, Snapshot, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = SLOTS, columns, dense)]
struct Spark {
    #[pool(group = instance)]
    place: [f32; 2],
    #[pool(group = instance)]
    color: [u8; 4],
    heat: u16,
    #[pool(skip)]
    frame: u32,
}

pool! {
    Shells: [u32; SLOTS], dense, changes;
    Coins: [u16; SLOTS], dense, guard = live, quarantine = 4, marks;
    Fewer: [u16; 40], dense, guard = live, quarantine = 4;
    More: [u16; 300], dense, guard = live, quarantine = 4;
}

#[derive(Snapshot, Clone)]
struct Fair {
    frame: u32,
    sparks: Heap<SparkPool>,
    shells: ShellsPool,
    owners: HandleMap<Shells, u32>,
    coins: CoinsPool,
}

fn fair() -> Fair {
    Fair {
        frame: 0,
        sparks: SparkPool::on_heap(),
        shells: ShellsPool::new(),
        owners: HandleMap::new(),
        coins: CoinsPool::new(),
    }
}

/// The live handle of a pool that this number chooses.
fn any_handle<P: stackpool::PoolSpec>(
    mut handles: impl ExactSizeIterator<Item = Handle<P>>,
    number: u32,
) -> Option<Handle<P>> {
    let count = handles.len();
    handles.nth((number as usize).checked_rem(count)?)
}

/// A frame: some numbers say what happens.
fn step(fair: &mut Fair, action: u8, number: u32) {
    fair.frame += 1;
    let heat = number as u16;
    match action % 9 {
        0 | 1 => {
            let place = [heat.into(), 0.5];
            let spark = Spark { place, color: number.to_ne_bytes(), heat, frame: fair.frame };
            let _ = fair.sparks.insert(spark);
        }
        2 | 3 => {
            if let Ok(shell) = fair.shells.insert(number) {
                fair.owners.insert(shell, fair.frame);
            }
            let _ = fair.coins.insert(heat);
        }
        4 => {
            let spark = any_handle(fair.sparks.handles(), number);
            let _ = spark.map(|spark| fair.sparks.remove(spark));
        }
        5 => {
            let shell = any_handle(fair.shells.handles(), number);
            let _ = shell.map(|shell| fair.shells.remove(shell));
            let coin = any_handle(fair.coins.handles(), number);
            let _ = coin.map(|coin| fair.coins.remove(coin));
        }
        6 => fair.sparks.sort_by_key(|spark| *spark.heat),
        7 => {
            fair.shells.sort_by_key(|&shell| shell % 16);
            fair.coins.retain(|_, coin| *coin % 7 != heat % 7);
        }
        _ => {
            for color in fair.sparks.columns_mut().instance {
                color.color[0] = heat as u8;
            }
            if let Some(last) = fair.shells.len().checked_sub(1) {
                fair.shells.swap(0, last);
            }
        }
    }
}

/// What a game sees of a world, in the order in which it sees it.
#[expect(clippy::type_complexity, reason = "a list of all that there is")]
fn seen(fair: &Fair) -> (Vec<(u32, u16)>, Vec<(u32, u32)>, Vec<Option<u32>>, Vec<u16>, Vec<u16>) {
    let sparks = fair.sparks.iter().map(|(handle, row)| (handle.to_bits(), *row.heat)).collect();
    let shells = fair.shells.iter().map(|(handle, shell)| (handle.to_bits(), *shell)).collect();
    let owners = fair.shells.handles().map(|shell| fair.owners.get(shell).copied()).collect();
    let coins = fair.coins.as_slice().to_vec();
    (sparks, shells, owners, coins, fair.coins.iter_in_order().map(|(_, coin)| *coin).collect())
}

proptest! {
    #![proptest_config(size::cases(2, 40))]

    /// Saves, deltas and histories bring back each frame, and the frames after it are the same again.
    #[test]
    fn every_frame_comes_back(steps in prop::collection::vec(any::<(u8, u32)>(), 1..miri_or(12, 200))) {
        let mut world = fair();
        let mut history = History::<Fair, 8>::with_delta_bytes(100_000);
        let (mut saves, mut states) = (vec![world.save()], vec![seen(&world)]);
        history.push(&world);
        for &(action, number) in &steps {
            step(&mut world, action, number);
            history.push(&world);
            let save = world.save();
            let base = saves.last().unwrap();
            assert!(Fair::patch(base, &world.delta(base).unwrap()).unwrap() == save);
            saves.push(save);
            states.push(seen(&world));
        }
        let back = history.depth();
        let mut other = fair();
        for at in saves.len() - 1 - back..saves.len() {
            other.restore(&saves[at]).unwrap();
            assert!(seen(&other) == states[at] && other.save() == saves[at]);
        }
        history.rewind(back, &mut world).unwrap();
        let first = saves.len() - 1 - back;
        assert!(seen(&world) == states[first]);
        for (at, &(action, number)) in steps.iter().enumerate().skip(first) {
            step(&mut world, action, number);
            assert!(world.save() == saves[at + 1], "another future");
        }
    }
}

fn used() -> Fair {
    let mut world = fair();
    for number in 0..miri_or(30, 300_u32) {
        step(&mut world, [0, 2, 4, 0, 2, 5, 6, 8][number as usize % 8], number.wrapping_mul(0x9E37_79B9));
    }
    world
}

#[test]
fn damaged_saves_are_errors_or_other_states() {
    let saved = used().save();
    let mut world = fair();
    for at in positions(&saved) {
        for mask in MASKS {
            let mut bytes = saved.clone();
            bytes[at] ^= mask;
            is_error_or_equal(&mut world, &bytes);
        }
    }
}

#[test]
fn a_report_names_objects_by_handle_and_says_where_only_the_order_differs() {
    let world = used();
    let table = |change: fn(&mut Fair)| {
        let mut other = world.clone();
        change(&mut other);
        Fair::diff(&world.save(), &other.save()).unwrap().to_string()
    };
    let order = table(|world| world.shells.swap(0, 1));
    let [first, second] = [0, 1].map(|position| world.shells.handles().nth(position).unwrap().index());
    assert_eq!(order, format!("shells objects[0]  {first}  {second}\n"));
    let order = table(|world| world.sparks.sort_by_key(|spark| u16::MAX - *spark.heat));
    assert!(order.starts_with("sparks objects"), "{order}");
    let coin = table(|world| world.coins.as_mut_slice()[0] = 9_999);
    let slot = world.coins.handles().next().unwrap().index();
    assert!(coin.starts_with(&format!("coins[{slot}]")) && coin.lines().count() == 1, "{coin}");
}

/// Other objects are at a position then, so that no skipped field keeps its value.
#[test]
fn skipped_columns_are_zeros_after_a_restore() {
    let world = used();
    let mut other = fair();
    other.sparks.insert(Spark { place: [0.0; 2], color: [1; 4], heat: 3, frame: 9 }).unwrap();
    other.restore(&world.save()).unwrap();
    let (sparks, restored) = (world.sparks.columns(), other.sparks.columns());
    assert!(sparks.instance == restored.instance && sparks.heat == restored.heat);
    assert_eq!((restored.frame.len(), restored.frame.iter().sum::<u32>()), (sparks.heat.len(), 0));
    assert!(sparks.frame.iter().sum::<u32>() > 0);
}

#[test]
fn a_larger_pool_has_the_order() {
    let mut fewer = FewerPool::from_iter(0..30);
    fewer.retain(|handle, _| handle.index() % 3 != 1);
    fewer.sort_by_key(|&coin| coin % 5);
    let mut more = MorePool::from_iter([7, 7]);
    more.restore_resized(&fewer.save()).unwrap();
    assert_eq!(fewer.as_slice(), more.as_slice());
    let bits = |handle: Handle<Fewer>| handle.to_bits();
    assert!(fewer.handles().map(bits).eq(more.handles().map(Handle::to_bits)));
    for _ in 0..10 {
        assert_eq!(fewer.insert(1).map(bits).ok(), more.insert(1).ok().map(Handle::to_bits));
    }
    assert_eq!(fewer.as_slice(), more.as_slice());
    let mut buffer = vec![0; MorePool::SAVED_BYTES];
    let resized = MorePool::resize_saved(&fewer.save(), &mut buffer).unwrap();
    let mut other = MorePool::new();
    other.restore(resized).unwrap();
    assert_eq!(other.as_slice(), fewer.as_slice());
}
