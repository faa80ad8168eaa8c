//! Which definitions accept the image of another.

use stackpool::column_pool::SavedColumns;
use stackpool::{ColumnPool, Columns, PoolSpec, pool};

/// Structs that differ in one point each, and pools of them.
macro_rules! structs {
    ($($name:ident, $pool:ident: { $($fields:tt)* })*) => {
        $(
            #[derive(Columns, Clone, Copy, Debug, Default, PartialEq)]
            struct $name { $($fields)* }

            pool! { $pool: [$name; 100], columns; }
        )*
    };
}

structs! {
    Plain, Plains: { x: u32, y: f32, z: u32 }
    Same, Sames: { x: u32, y: f32, z: u32 }
    Reordered, Reordereds: { x: u32, z: u32, y: f32 }
    Renamed, Renameds: { x: u32, y: f32, w: u32 }
    Retyped, Retypeds: { x: u32, y: f32, z: i32 }
    Without, Withouts: { x: u32, y: f32, #[pool(skip)] z: u32 }
    More, Mores: { x: u32, #[pool(skip)] handle: char, y: f32, z: u32 }
    Grouped, Groupeds: { x: u32, #[pool(group = hot)] y: f32, #[pool(group = hot)] z: u32 }
    Alone, Alones: { #[pool(group = cold)] x: u32, y: f32, z: u32 }
    GroupedWith, GroupedWiths: {
        #[pool(group = all, skip)] handle: char,
        #[pool(group = all)] x: u32,
        #[pool(group = all)] y: f32,
    }
}

fn accepts<P: PoolSpec<Item: SavedColumns>>(image: &[u8]) -> bool
where
    P::Layout: stackpool::layout::Tracked,
{
    ColumnPool::<P>::check_saved(image).is_ok()
}

fn image() -> (PlainsPool, Vec<u8>) {
    let plain = |x| Plain { x, y: 0.5, z: 7 };
    let pool = PlainsPool::from_iter((0..70).map(plain));
    let mut buffer = vec![0; PlainsPool::SAVED_BYTES];
    let saved = pool.save_into(&mut buffer).unwrap().to_vec();
    (pool, saved)
}

#[test]
fn names_types_and_order_are_the_shape() {
    let (_, image) = image();
    assert!(accepts::<Plains>(&image));
    assert!(accepts::<Sames>(&image));
    assert!(!accepts::<Reordereds>(&image));
    assert!(!accepts::<Renameds>(&image));
    assert!(!accepts::<Retypeds>(&image));
    assert!(!accepts::<Withouts>(&image));
}

/// What is not saved can change between versions of a program.
#[test]
fn skipped_fields_are_no_part_of_the_shape() {
    let (plains, image) = image();
    let mut mores = MoresPool::from_iter([More { handle: 'a', ..More::default() }]);
    mores.restore(&image).unwrap();
    assert_eq!((mores.slot_x(), mores.slot_z()), (plains.slot_x(), plains.slot_z()));
    // What the slot held before, or zeros.
    assert_eq!((mores.slot_handle()[0], mores.len()), ('a', 70));
    let back = mores.get(mores.handle_at(69).unwrap()).unwrap().to_owned();
    assert_eq!((back.x, back.y, back.z), (69, 0.5, 7));
}

/// The fields of a group are side by side in the image too.
#[test]
fn groups_are_part_of_the_shape() {
    let (_, image) = image();
    assert!(!accepts::<Groupeds>(&image));
    // A group of one saved field has the bytes of the field.
    assert!(accepts::<Alones>(&image));
}

#[test]
fn rows_are_saved_without_their_skipped_fields() {
    let row = |x| GroupedWith { handle: 'x', x, y: 2.0 };
    let mut pool = GroupedWithsPool::from_iter((0..3).map(row));
    let mut buffer = vec![0; GroupedWithsPool::SAVED_BYTES];
    let empty = GroupedWithsPool::new().save_into(&mut buffer).unwrap().len();
    assert_eq!(PlainsPool::SAVED_BYTES - GroupedWithsPool::SAVED_BYTES, 100 * 4);
    let saved = pool.save_into(&mut buffer).unwrap().to_vec();
    assert!(saved.len() > empty);
    for object in pool.slot_all_mut() {
        *object = GroupedWithAll { handle: 'y', x: 0, y: 0.0 };
    }
    pool.restore(&saved).unwrap();
    let restored: Vec<_> = pool.values().map(|object| object.to_owned()).collect();
    assert_eq!(restored, [0, 1, 2].map(|x| GroupedWith { handle: 'y', ..row(x) }));
}

#[cfg(feature = "alloc")]
#[test]
fn a_larger_pool_reads_the_rows_of_a_smaller_one() {
    let mut saved = Vec::new();
    {
        #[derive(stackpool::Pool)]
        #[pool(capacity = 100, columns)]
        struct Row {
            health: u32,
        }
        let mut rows = RowPool::new();
        rows.extend([3, 4].map(|health| Row { health }));
        saved.extend(rows.save());
    }
    #[derive(stackpool::Pool)]
    #[pool(capacity = 120, columns)]
    struct Row {
        health: u32,
    }
    let mut rows = RowPool::new();
    assert!(rows.restore(&saved).is_err());
    rows.restore_resized(&saved).unwrap();
    assert!(rows.values().map(|row| *row.health).eq([3, 4]));
}
