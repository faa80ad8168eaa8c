//! A column pool of `Of<S, T>` takes handles of `S` wherever it takes its own.

use stackpool::{ColumnPool, Columns, Handle, Of, pool};

pool! {
    InSlots: [(); 100], quarantine = 0, changes;
    Dense: [(); 100], dense;
}

#[derive(Columns, Clone, Copy, Debug, PartialEq)]
struct Body {
    mass: f32,
    kind: u8,
}

#[test]
fn every_method_takes_the_handle_of_the_widths() {
    let mut pool = ColumnPool::<Of<InSlots, Body>>::new();
    let own = pool.insert(Body { mass: 1.0, kind: 1 }).unwrap();
    let key = Handle::<InSlots>::from(own);
    assert!(pool.contains(key) && pool.contains(own));
    assert_eq!((pool.get(key).unwrap().kind, pool.copy_of(key)), (&1, pool.copy_of(own)));

    drop(pool.take_changed());
    assert!(!pool.is_changed(key));
    *pool.get_mut(key).unwrap().mass = 2.0;
    assert!(pool.is_changed(key));
    let new = Body { mass: 3.0, kind: 3 };
    assert_eq!(pool.replace(key, new), Ok(Body { mass: 2.0, kind: 1 }));
    assert_eq!((pool.remove(key), pool.remove(key)), (Some(new), None));
    assert_eq!((pool.insert_at(key, new), pool.copy_of(own)), (Ok(()), Some(new)));
}

#[test]
fn a_dense_pool_takes_the_handle_of_the_widths() {
    let mut pool = ColumnPool::<Of<Dense, Body>>::on_heap();
    let keys = [1, 2].map(|kind| Handle::<Dense>::from(pool.insert(Body { mass: 0.5, kind }).unwrap()));
    pool.remove(keys[0]);
    assert_eq!(keys.map(|key| pool.position_of(key)), [None, Some(0)]);
}
