//! `insert_live`: what the pool does not accept is not stored, and replaces nothing.

use crate::size::miri_or;
use stackpool::{Columns, Handle, HandleMap, SparseHandleMap, pool};

#[derive(Columns, Clone, Copy)]
struct Unit {
    health: u32,
}

/// Uses two slots until their generations wrapped, and inserts under all handles that were ever issued.
macro_rules! refuses_the_stale {
    ($($pool:ident: $Table:ty;)*) => {$({
        let mut pool = $pool::new();
        let mut table = <$Table>::new();
        let mut issued = Vec::new();
        let rounds = miri_or(4, 2 * $pool::GENERATIONS.min(50) + 2);
        for round in 0..rounds {
            let handles = [0, 1].map(|_| pool.insert(Unit { health: round }).unwrap());
            issued.extend(handles);
            for &handle in &issued {
                let old = table.clone();
                let before = table.handle_at(handle.index()).map(|handle| (handle, table[handle]));
                if pool.contains(handle) {
                    assert_eq!(table.insert_live(&pool, handle, round), Ok(before));
                    assert_eq!((table.handle_at(handle.index()), table[handle]), (Some(handle), round));
                } else {
                    assert_eq!(table.insert_live(&pool, handle, round), Err(round));
                    assert_eq!(table, old);
                }
            }
            // What the slots have now is under the handles of the objects that live.
            assert_eq!(handles.map(|handle| table.get(handle).copied()), [Some(round); 2]);
            // An older handle is told from them until generations wrap.
            if $pool::GENERATIONS > 1 && round > 0 {
                let [.., a, b, _, _] = issued[..] else { unreachable!("two rounds") };
                assert_eq!([a, b].map(|handle| table.insert_live(&pool, handle, 0)), [Err(0); 2]);
            }
            for handle in handles {
                pool.remove(handle).unwrap();
            }
        }
    })*};
}

#[test]
fn a_stale_handle_replaces_no_value() {
    pool! {
        Live: [Unit; 2], guard = live, quarantine = 0;
        Two: [Unit; 2], generation_bits = 1, quarantine = 0;
        Four: [Unit; 2], generation_bits = 2, quarantine = 0;
        Many: [Unit; 2], generation_bits = 20, quarantine = 0;
        Dense: [Unit; 2], dense, quarantine = 0;
        Rows: [Unit; 2], columns, generation_bits = 2, quarantine = 0;
        DenseRows: [Unit; 2], columns, dense, quarantine = 0;
    }
    refuses_the_stale! {
        LivePool: HandleMap<Live, u32>;
        TwoPool: HandleMap<Two, u32>;
        FourPool: HandleMap<Four, u32>;
        ManyPool: HandleMap<Many, u32>;
        DensePool: HandleMap<Dense, u32>;
        RowsPool: HandleMap<Rows, u32>;
        DenseRowsPool: HandleMap<DenseRows, u32>;
        LivePool: SparseHandleMap<Live, u32, 2>;
        TwoPool: SparseHandleMap<Two, u32, 2>;
        FourPool: SparseHandleMap<Four, u32, 2>;
        ManyPool: SparseHandleMap<Many, u32, 2>;
        DensePool: SparseHandleMap<Dense, u32, 2>;
        RowsPool: SparseHandleMap<Rows, u32, 2>;
        DenseRowsPool: SparseHandleMap<DenseRows, u32, 2>;
    }
}

#[test]
fn a_value_without_room_comes_back() {
    pool! { Units: [u32; 9]; }
    let mut units = UnitsPool::new();
    let [a, b] = [1, 2].map(|health| units.insert(health).unwrap());
    let mut names = SparseHandleMap::<Units, &str, 1>::new();
    assert_eq!(names.insert_live(&units, a, "a"), Ok(None));
    assert_eq!(names.insert_live(&units, b, "b"), Err("b"));
    assert_eq!(names.insert_live(&units, a, "c"), Ok(Some((a, "a"))));
    assert_eq!(names.iter().collect::<Vec<_>>(), [(a, &"c")]);
}

/// A map in place of the pool, by `&mut` too: a value is stored if the map has the handle.
#[test]
fn a_map_says_what_lives() {
    pool! { Units: [u32; 9]; }
    let [old, new] = [0, 1].map(|generation| Handle::<Units>::from_parts(3, generation).unwrap());
    let mut healths = HandleMap::from([(new, 7)]);
    let mut names = HandleMap::new();
    assert_eq!(names.insert_live(&mut healths, old, "old"), Err("old"));
    assert_eq!(names.insert_live(&healths, new, "new"), Ok(None));
    assert_eq!(names.iter().collect::<Vec<_>>(), [(new, &"new")]);
}
