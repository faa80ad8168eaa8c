//! Column pools: compared with the model of `tests/common/model`, and restored from bytes that are, or once were, saved
//! ones.

use crate::label::LABEL;
use crate::model::columns::TestedColumns;
use crate::model::row::{Row, RowColumns};
use crate::model::{Abilities, Run, Subject, Tested};
use crate::script::Script;
use stackpool::layout::{Tabled, Tracked};
use stackpool::{ColumnPool, PoolSpec, pool};

pool! {
    Columns: [Row; 200], columns, marks = 3;
    Objects: [u32; 200], marks = 3;
    LiveColumns: [Row; 300], columns, guard = live, quarantine = 150;
    LiveObjects: [u32; 300], guard = live, quarantine = 150, bookkeeping = free_list;
    RetiringColumns: [Row; 4], columns, changes, generation_bits = 14, on_wrap = retire;
    DenseColumns: [Row; 200], columns, dense, changes, marks = 3;
    DenseObjects: [u32; 200], dense, changes, marks = 3;
}

/// Plays the script on column pools beside pools of objects, or restores bytes in a column pool.
///
/// # Panics
///
/// Panics if a pool differs from the model, if an error changes a pool, or if what is restored is saved as other bytes.
pub fn columns(data: &[u8]) {
    let mut script = Script::new(data);
    let subjects: Vec<Box<dyn Subject>> = match script.byte() % 7 {
        0 => vec![
            Box::new(TestedColumns::<Columns>::new().in_place().marks(3)),
            Box::new(Tested::new(Abilities::<Objects>::new().table().marks(3))),
        ],
        1 => vec![
            Box::new(TestedColumns::<LiveColumns>::new().in_place()),
            Box::new(Tested::new(Abilities::<LiveObjects>::new())),
        ],
        2 => vec![Box::new(TestedColumns::<RetiringColumns>::new().in_place().retires().changes())],
        3 => return restore_in::<Columns>(script, |pool| pool.slot_columns()),
        4 => return restore_in::<LiveColumns>(script, |pool| pool.slot_columns()),
        5 => vec![
            Box::new(TestedColumns::<DenseColumns>::new().dense().marks(3).changes()),
            Box::new(Tested::new(Abilities::<DenseObjects>::new().dense_table().marks(3).changes())),
        ],
        _ => return restore_in::<DenseColumns>(script, |pool| pool.columns()),
    };
    let mut run = Run::new(subjects);
    run.play(script.records());
    run.finish();
}

/// Restores the changed image of a pool with some objects.
fn restore_in<P: PoolSpec<Item = Row, Layout: Tabled + Tracked>>(
    mut script: Script<'_>,
    columns: fn(&ColumnPool<P>) -> RowColumns<'_>,
) {
    let mut pool = ColumnPool::<P>::on_heap();
    for _ in 0..script.byte() {
        let next = script.byte();
        match pool.handle_at(usize::from(next)) {
            Some(handle) => drop(pool.remove(handle)),
            None => drop(pool.insert(Row::made(next.into()))),
        }
    }
    let mut image = pool.save();
    script.change(&mut image, LABEL);
    pool.extend((0..3).map(Row::made).take(pool.remaining_capacity()));
    let before = pool.save();
    if pool.restore(&image).is_err() {
        assert!(pool.save() == before, "an error changed the pool");
    } else {
        assert!(pool.save() == image, "the pool is saved as other bytes");
    }
    // Every element that is lent is read, and every free slot is used once.
    let columns = columns(&pool);
    std::hint::black_box(columns.wide.as_flattened().iter().fold(0, |all: u64, number| all ^ number));
    std::hint::black_box(columns.pair.iter().fold(0, |all, pair| all ^ pair.low ^ u16::from(pair.high)));
    std::hint::black_box(columns.note.iter().filter(|&&note| note).count());
    let room = pool.remaining_capacity();
    assert_eq!((0..).map(Row::made).take(room).map_while(|row| pool.insert(row).ok()).count(), room);
    assert!(pool.is_full() && pool.handles().count() == pool.len());
}
