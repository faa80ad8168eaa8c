//! Every kind of pool, side table and box through every kind of format.

use super::*;
use stackpool::{Columns, HandleMap, ListPool, Pool, SparseHandleMap, handle_array};

/// A row whose fields have bytes that a reader could take for tags.
#[derive(Columns, Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Cell {
    health: u8,
    is_flying: bool,
    team: Option<u8>,
}

impl Cell {
    fn of(number: u8) -> Self {
        Cell { health: number % 3, is_flying: number % 2 == 1, team: (number % 5 > 2).then_some(number) }
    }
}

/// Inserts and removes objects, one for each step.
macro_rules! use_pool {
    ($pool:expr, $steps:expr) => {
        for step in $steps {
            match step % 8 {
                5..8 => {
                    let handle = $pool.handles().nth(step / 8 % $pool.len().max(1));
                    handle.map(|handle| $pool.remove(handle));
                }
                _ => drop($pool.insert(Cell::of(step as u8))),
            }
        }
    };
}

/// The handles that a pool gives out until it is full.
macro_rules! future {
    ($pool:expr) => {{
        let mut pool = $pool.clone();
        std::iter::from_fn(|| pool.insert(Cell::of(0)).ok()).map(Handle::to_bits).collect::<Vec<_>>()
    }};
}

/// Writes a test for each pair of definitions that have the same data: both write the same bytes, and each reads them.
macro_rules! pairs {
    ($($name:ident: [$($one:tt)*], [$($other:tt)*];)*) => {$(
        #[test]
        fn $name() {
            pool! {
                One: [Cell; 30], $($one)*;
                Other: [Cell; 30], $($other)*;
            }
            let (mut one, mut other) = (OnePool::new(), OtherPool::new());
            for round in 0..miri_or(2, 8) {
                for format in Format::ALL {
                    let bytes = format.write(&one);
                    assert_eq!(bytes, format.write(&other), "{format:?}");
                    let read: OnePool = format.read(&bytes).unwrap();
                    assert_eq!((&read, future!(read)), (&one, future!(one)), "{format:?}");
                    let read: OtherPool = format.read(&bytes).unwrap();
                    assert_eq!((&read, future!(read)), (&other, future!(other)), "{format:?}");
                }
                use_pool!(one, (0..10).map(|step| 7 * step + 3 * round));
                use_pool!(other, (0..10).map(|step| 7 * step + 3 * round));
            }
            assert!(one.len() > 2 && one.iter().count() == one.len());
        }
    )*};
}

pairs! {
    objects_and_columns: [guard = generation], [columns];
    with_a_strict_quarantine: [quarantine = 3, strict], [columns, quarantine = 3, strict];
    dense_pools_with_marks: [dense, marks = 2], [columns, dense, marks = 2];
    free_lists_with_live_flags: [guard = live], [bookkeeping = free_list, guard = live];
}

gate::only! {
    mod more {
        use super::*;

        pairs! {
            without_a_quarantine: [quarantine = 0], [columns, quarantine = 0];
            with_live_flags: [guard = live], [columns, guard = live];
            dense_pools: [dense], [columns, dense];
            dense_pools_with_live_flags: [dense, guard = live], [columns, dense, guard = live];
            pools_with_marks: [marks = 2], [columns, marks = 2];
            dense_pools_with_marks_where_nothing_waits:
                [dense, marks, quarantine = 0], [columns, dense, marks, quarantine = 0];
            pools_with_changes: [changes], [columns, changes];
            pools_that_grow: [grows_to = 1_000], [columns, grows_to = 1_000];
            packed_tables: [layout = packed(10)], [columns, layout = packed(10)];
            free_lists: [guard = generation], [bookkeeping = free_list];
        }
    }
}

/// In pools that retire slots.
#[test]
fn retired_slots() {
    pool! {
        Objects: [Cell; 3], generation_bits = 14, on_wrap = retire;
        Listed: [Cell; 3], generation_bits = 14, on_wrap = retire, bookkeeping = free_list;
        Rows: [Cell; 3], generation_bits = 14, on_wrap = retire, columns;
        Dense: [Cell; 3], generation_bits = 14, on_wrap = retire, columns, dense;
    }
    macro_rules! worn {
        ($Pool:ty) => {{
            let mut pool = <$Pool>::new();
            pool.insert(Cell::of(7)).unwrap();
            for _ in 0..miri_or(10, 1 << 14) {
                let handle = pool.insert(Cell::of(8)).unwrap();
                pool.remove(handle);
            }
            assert_eq!(pool.remaining_capacity(), miri_or(2, 1));
            pool
        }};
    }
    let objects = worn!(ObjectsPool);
    macro_rules! are_like_objects {
        ($($Pool:ty),*) => {$(
            let pool = worn!($Pool);
            for format in Format::ALL {
                let bytes = format.write(&pool);
                assert_eq!(bytes, format.write(&objects));
                let read: $Pool = format.read(&bytes).unwrap();
                assert_eq!((&read, future!(read)), (&pool, future!(objects)), "{format:?}");
            }
        )*};
    }
    are_like_objects!(ObjectsPool, ListedPool, RowsPool, DensePool);
}

pool! { Units: [u8; 20]; }

/// Values, and bytes of values, that formats write as tags.
#[test]
fn side_tables_of_what_may_be_absent() {
    fn tables<V: Clone + PartialEq + Debug + Serialize + DeserializeOwned>(values: &[V]) {
        let entries = || {
            let handles =
                (0..20).step_by(3).filter_map(|index| Handle::<Units>::from_parts(index, index as u32 % 2));
            handles.zip(values.iter().cycle().cloned())
        };
        round_trip(&HandleMap::from_iter(entries()));
        round_trip(&HandleMap::<Units, V>::new());
        round_trip(&SparseHandleMap::<Units, V, 8>::from_iter(entries()));
        round_trip(&SparseHandleMap::<Units, V, 8>::new());
        #[cfg(feature = "alloc")]
        round_trip(&{
            let mut map = HandleMap::on_heap();
            map.extend(entries());
            map
        });
    }

    tables(&[()]);
    tables(&[Some(0_u8), None, Some(1), Some(7)]);
    tables(&[vec![Some(String::new()), None], Vec::new()]);
    tables(&[stackpool::Link::<Units>::NONE, stackpool::Link::new(Handle::from_bits(3))]);
    round_trip(&<handle_array![Option<Handle<Units>>; 5]>::from_fn(|index| {
        Handle::from_bits(20 * (index as u32 % 2))
    }));
}

/// Boxes are as their objects, also where these are options and boxes.
#[test]
fn boxes() {
    #[derive(Pool, PartialEq, Debug, Serialize, Deserialize)]
    #[pool(capacity = 20, boxed)]
    struct Tree(Vec<Option<TreeBox>>, LeafBox);

    pool! { Leaf: [Option<u8>; 20], boxed; }

    let leaf = |value| LeafBox::new(value).ok().unwrap();
    let tree = |children, value| TreeBox::new(Tree(children, leaf(value))).ok().unwrap();
    let inner = tree(vec![None], Some(1));
    round_trip(&tree(vec![Some(inner), None, Some(tree(Vec::new(), None))], Some(0)));
}

/// `ListPool` has no comparison: its values may have none.
#[test]
fn lists() {
    let mut list = ListPool::new([None, Some(0), Some(1), None, Some(7_u8)]);
    for _ in 0..=list.capacity() {
        for format in Format::ALL {
            let read: ListPool<Option<u8>, 5> = format.read(&format.write(&list)).unwrap();
            assert_eq!((read.len(), read.available()), (list.len(), list.available()), "{format:?}");
        }
        let _ = list.acquire();
    }
}

/// Pools of values, with a quarantine and without one.
#[test]
fn values() {
    pool! {
        Letters: [char; 'a'..='g'];
        Ports: [u16; 80..90], quarantine = 3;
    }
    let (mut letters, mut ports) = (LettersPool::new(), PortsPool::new());
    for number in 0..8 {
        round_trip(&letters);
        round_trip(&ports);
        let _ = letters.acquire();
        let _ = ports.acquire();
        if number % 3 == 2 {
            let (letter, port) = (letters.iter().next().unwrap(), ports.iter().next().unwrap());
            letters.release(letter).unwrap();
            ports.release(port).unwrap();
        }
    }
}
