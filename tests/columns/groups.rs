//! Groups of fields, and the alignment of columns.

use stackpool::{ColumnPool, Columns, Pool, pool};

const LINE: usize = 64;

#[derive(Columns, Clone, Copy, Debug, PartialEq)]
struct Body {
    #[pool(group = hot)]
    position: [f32; 3],
    name: u8,
    #[pool(group = hot)]
    velocity: [f32; 3],
    #[pool(align = 4 * LINE)]
    mass: f64,
    #[pool(group = orbit_data, align = 16u8)]
    radius: u8,
    #[pool(group = orbit_data)]
    period: u32,
    #[pool(group = alone)]
    flag: bool,
    #[pool(align = 1)]
    last: u8,
}

pool! {
    Bodies: [Body; 70], columns, marks = 2;
}

fn body(number: u8) -> Body {
    let f = f32::from(number);
    Body {
        position: [f; 3],
        name: number,
        velocity: [f + 0.5; 3],
        mass: f64::from(number),
        radius: number + 1,
        period: u32::from(number) + 2,
        flag: number % 2 == 0,
        last: number + 3,
    }
}

#[test]
fn a_group_is_one_column_of_rows() {
    let mut bodies = BodiesPool::from_iter((0..70).map(body));
    let handle = bodies.handle_at(5).unwrap();
    assert_eq!(bodies.copy_of(handle), Some(body(5)));
    let BodyColumnsMut { hot, name, mass, orbit_data, alone, last } = bodies.slot_columns_mut();
    assert_eq!(hot[5], BodyHot { position: [5.0; 3], velocity: [5.5; 3] });
    assert_eq!((name[5], mass[5], last[5]), (5, 5.0, 8));
    assert_eq!(orbit_data[5], BodyOrbitData { radius: 6, period: 7 });
    assert_eq!(alone[4], BodyAlone { flag: true });
    for row in hot {
        row.position[0] += row.velocity[0];
    }
    assert_eq!(bodies.slot_hot()[5].position, [10.5, 5.0, 5.0]);
    bodies.slot_orbit_data_mut()[5].period = 0;
    assert_eq!(bodies.get(handle).unwrap().period, &0);
}

#[test]
fn references_have_the_fields_of_groups_one_by_one() {
    let mut bodies = BodiesPool::from_iter([body(0), body(1)]);
    let handle = bodies.handle_at(1).unwrap();
    let BodyMut { position, velocity, radius, flag, .. } = bodies.get_mut(handle).unwrap();
    position[2] = velocity[2];
    *radius = 9;
    *flag = true;
    let object: BodyRef<'_> = bodies.get(handle).unwrap();
    assert_eq!((object.position, object.radius, object.flag), (&[1.0, 1.0, 1.5], &9, &true));
    let changed = Body { position: [1.0, 1.0, 1.5], radius: 9, flag: true, ..body(1) };
    assert_eq!(object.to_owned(), changed);
    bodies.get_mut(handle).unwrap().set(body(7));
    assert_eq!(bodies.remove(handle), Some(body(7)));
}

#[test]
fn rows_have_the_traits_of_their_fields() {
    let row = BodyOrbitData { radius: 1, period: 2 };
    let copy = row;
    assert_eq!(row, copy);
    assert_ne!(row, BodyOrbitData { period: 3, ..row });
    assert_ne!(row, BodyOrbitData { radius: 3, ..row });
    assert_eq!(format!("{row:?}"), "BodyOrbitData { radius: 1, period: 2 }");
}

/// The address of the first element of each column, from the start of the pool.
fn offsets(bodies: &BodiesPool) -> [usize; 6] {
    let start = std::ptr::from_ref(bodies) as usize;
    let BodyColumns { hot, name, mass, orbit_data, alone, last } = bodies.slot_columns();
    [
        hot.as_ptr() as usize,
        name.as_ptr() as usize,
        mass.as_ptr() as usize,
        orbit_data.as_ptr() as usize,
        alone.as_ptr() as usize,
        last.as_ptr() as usize,
    ]
    .map(|address| address - start)
}

#[test]
fn columns_are_in_order_and_aligned() {
    let mut bodies = BodiesPool::new();
    bodies.insert(body(0)).unwrap();
    let offsets = offsets(&bodies);
    assert!(offsets.is_sorted(), "{offsets:?}");
    let [hot, name, mass, orbit_data, alone, last] = offsets;
    assert_eq!((hot % LINE, name % LINE, mass % (4 * LINE)), (0, 0, 0));
    assert_eq!((orbit_data % 16, alone % LINE), (0, 0));
    assert!(hot + 70 * size_of::<BodyHot>() <= name && name + 70 <= mass);
    assert!(mass + 70 * size_of::<f64>() <= orbit_data);
    assert!(orbit_data + 70 * size_of::<BodyOrbitData>() <= alone);
    // The default would leave a gap between two columns of 70 bytes.
    assert_eq!(last, alone + 70);
    assert_eq!(std::ptr::from_ref(&bodies) as usize % (4 * LINE), 0);
}

/// A group of one field has the bytes of the field.
#[test]
fn rows_are_no_larger_than_their_fields() {
    assert_eq!(size_of::<BodyAlone>(), 1);
    assert_eq!(size_of::<BodyHot>(), 24);
}

#[test]
fn a_pool_and_its_clone_are_equal() {
    #[derive(Pool, Clone, Copy, Debug, PartialEq)]
    #[pool(capacity = 3, columns, pool = Pairs, handle = PairId)]
    struct Pair {
        #[pool(group = both)]
        first: u8,
        #[pool(group = both)]
        second: u8,
    }

    let mut pairs: Pairs = ColumnPool::new();
    let id: PairId = pairs.insert(Pair { first: 1, second: 2 }).unwrap();
    let mut clone = pairs.clone();
    assert_eq!(pairs, clone);
    *clone.get_mut(id).unwrap().second = 3;
    assert_ne!(pairs, clone);
    assert_eq!(format!("{pairs:?}"), format!("{{{id:?}: Pair {{ first: 1, second: 2 }}}}"));
}
