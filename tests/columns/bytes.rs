//! Column pools as bytes: which definitions read each other's, and what is in them.

use stackpool::{ColumnPool, Columns, PoolSpec, RestoreError, pool};

/// The definition that the others differ from.
#[derive(Columns, Clone, Copy, PartialEq, Debug)]
struct Unit {
    position: [f32; 2],
    health: u32,
    team: u16,
}

impl Unit {
    fn of(number: u16) -> Unit {
        Unit { position: [f32::from(number), 0.5], health: 100 + u32::from(number), team: number % 3 }
    }
}

/// The same fields in another order.
#[derive(Columns)]
struct Reordered {
    health: u32,
    position: [f32; 2],
    team: u16,
}

/// The same types under another name.
#[derive(Columns)]
struct Renamed {
    position: [f32; 2],
    mana: u32,
    team: u16,
}

/// A field of the same size and of another type.
#[derive(Columns)]
struct Retyped {
    position: [f32; 2],
    health: i32,
    team: u16,
}

/// A field that is not saved.
#[derive(Columns, Clone, Copy, PartialEq, Debug)]
struct Skipping {
    position: [f32; 2],
    #[pool(skip)]
    health: u32,
    team: u16,
}

/// The same fields, side by side in two columns.
#[derive(Columns, Clone, Copy, PartialEq, Debug)]
struct Grouped {
    #[pool(group = body)]
    position: [f32; 2],
    #[pool(group = body)]
    health: u32,
    #[pool(align = 8)]
    team: u16,
}

pool! {
    Units: [Unit; 100], columns;
    Objects: [[u32; 4]; 100];
    ReorderedUnits: [Reordered; 100], columns;
    RenamedUnits: [Renamed; 100], columns;
    RetypedUnits: [Retyped; 100], columns;
    SkippingUnits: [Skipping; 100], columns;
    GroupedUnits: [Grouped; 100], columns;
    LiveUnits: [Unit; 100], columns, guard = live;
    FewerUnits: [Unit; 99], columns;
    PackedUnits: [Unit; 100], columns, layout = packed(18);
}

fn units<P: PoolSpec<Item = Unit>>() -> ColumnPool<P> {
    let mut units = ColumnPool::<P>::new();
    let handles: Vec<_> = (0..80).map(|number| units.insert(Unit::of(number)).unwrap()).collect();
    for handle in handles.iter().step_by(7) {
        units.remove(*handle);
    }
    units
}

#[test]
fn definitions_with_other_fields_refuse_the_bytes() {
    let saved = units::<Units>().save();
    assert_eq!(UnitsPool::check_saved(&saved), Ok(()));
    let refused = [
        ReorderedUnitsPool::check_saved(&saved),
        RenamedUnitsPool::check_saved(&saved),
        RetypedUnitsPool::check_saved(&saved),
        SkippingUnitsPool::check_saved(&saved),
        GroupedUnitsPool::check_saved(&saved),
        LiveUnitsPool::check_saved(&saved),
        ObjectsPool::check_saved(&saved),
    ];
    for result in refused {
        assert!(
            matches!(result.as_ref().unwrap_err().error(), RestoreError::Item(_) | RestoreError::OtherGuard),
            "{result:?}"
        );
    }
    assert!(matches!(
        FewerUnitsPool::check_saved(&saved).as_ref().unwrap_err().error(),
        RestoreError::Capacity { .. }
    ));
}

#[test]
fn the_table_is_not_in_the_bytes() {
    let units = units::<Units>();
    let saved = units.save();
    let mut packed = PackedUnitsPool::new();
    packed.restore(&saved).unwrap();
    assert_eq!(packed.save(), saved);
    assert!(packed.iter().map(|(_, unit)| unit.to_owned()).eq(units.iter().map(|(_, unit)| unit.to_owned())));
}

#[test]
fn a_saved_pool_has_the_fields_of_live_objects_alone() {
    let mut units = units::<Units>();
    let saved = units.save();
    let row = size_of::<[f32; 2]>() + size_of::<u32>() + size_of::<u16>();
    let empty = UnitsPool::new().save().len();
    assert_eq!(saved.len(), empty + 80 * 2 + units.len() * row, "a generation and a link of a byte per slot");
    // What free slots hold is not in the bytes.
    let (columns, live) = units.slot_columns_and_live_mut();
    let mut is_live = vec![false; columns.health.len()];
    live.for_each(|slot| is_live[slot] = true);
    for (health, _) in columns.health.iter_mut().zip(is_live).filter(|(_, is_live)| !is_live) {
        *health = 0xDEAD;
    }
    assert_eq!(units.save(), saved);
}

#[test]
fn fields_that_are_skipped_stay_as_they_are() {
    let skipping = |health| Skipping { position: [1.0, 2.0], health, team: 3 };
    let mut pool = SkippingUnitsPool::new();
    let first = pool.insert(skipping(10)).unwrap();
    let saved = pool.save();
    *pool.get_mut(first).unwrap().health = 20;
    *pool.get_mut(first).unwrap().team = 4;
    pool.restore(&saved).unwrap();
    assert_eq!(
        pool.copy_of(first),
        Some(skipping(20)),
        "the saved fields are back, the skipped one is as it was"
    );
    let mut other = SkippingUnitsPool::new();
    other.restore(&saved).unwrap();
    assert_eq!(other.copy_of(first), Some(skipping(0)), "zeros in a slot that was not used");
}

#[test]
fn every_wrong_byte_is_an_error_or_another_state() {
    let saved = units::<Units>().save();
    let step = if cfg!(miri) { 97 } else { 1 };
    let mut pool = units::<Units>();
    for at in (0..saved.len()).step_by(step) {
        let mut changed = saved.clone();
        changed[at] ^= 1 << (at % 8);
        let before = pool.save();
        match pool.restore(&changed) {
            Ok(()) => assert_eq!(pool.save(), changed),
            Err(_) => assert_eq!(pool.save(), before),
        }
    }
    for len in (0..saved.len()).step_by(step) {
        assert!(pool.restore(&saved[..len]).is_err());
    }
}

#[test]
fn deltas_have_what_changed() {
    let mut units = UnitsPool::from_iter((0..80).map(Unit::of));
    let base = units.save();
    let handle = units.handles().nth(70).unwrap(); // in the second word of 64 slots
    *units.get_mut(handle).unwrap().health = 1;
    units.insert(Unit::of(200)).unwrap();
    let delta = units.delta(&base).unwrap();
    assert!(delta.len() < units.save().len());
    assert_eq!(UnitsPool::patch(&base, &delta).unwrap(), units.save());
}
