//! Column pools, of every width and guard, and beside pools of objects with the same layout.

use crate::model::columns::{Row, TestedColumns};
use crate::model::{Abilities, Subject, Tested};
use crate::size::{cases, miri_or};

stackpool::pool! {
    One: [Row; 1], columns;
    Five: [Row; 5], columns, marks = 3;
    Bytes: [Row; 256], columns, quarantine = 0;
    Live: [Row; 70], columns, guard = live;
    Waiting: [Row; 130], columns, quarantine = 100;
    Retiring: [Row; 3], columns, generation_bits = 14, on_wrap = retire;
    Large: [Row; miri_or(300, 5_000)], columns, marks = 3;
    Packed: [Row; 300], columns, layout = packed(9);
    Objects: [u32; 5], marks = 3;
}

fn check(pools: fn() -> Vec<Box<dyn Subject>>) {
    crate::check(cases(1, 64), miri_or(40, 300), pools);
}

macro_rules! models {
    ($($test:ident: $definition:ty $(, $ability:ident($($args:tt)*))*;)*) => {$(
        #[test]
        fn $test() {
            check(|| vec![Box::new(TestedColumns::<$definition>::new()$(.$ability($($args)*))*)]);
        }
    )*};
}

models! {
    one_slot: One;
    five_slots: Five, marks(3);
    bytes_without_a_quarantine: Bytes;
    live_bits: Live;
    most_slots_wait: Waiting;
    retired_slots: Retiring, retires();
    more_slots: Large, marks(3);
    a_packed_table: Packed;
}

/// Columns give out the same handles as objects.
#[test]
fn the_same_handles_as_a_pool_of_objects() {
    check(|| {
        let objects = Abilities::<Objects>::new().table().marks(3);
        vec![Box::new(Tested::new(objects)), Box::new(TestedColumns::<Five>::new().marks(3))]
    });
}
