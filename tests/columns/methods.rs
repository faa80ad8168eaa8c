//! The methods of columns: which columns have them.

use stackpool::Pool;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Its fields have the names of methods of a pool. If these columns had methods, `pool.clear()` would call that of the
/// column: rustc prefers a method that takes a shared reference.
#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 10, columns)]
struct Clash {
    clear: u8,
    len: u16,
    iter: u8,
    values: u8,
    clone: u8,
    fine: u8,
}

const CLASH: Clash = Clash { clear: 1, len: 2, iter: 3, values: 4, clone: 5, fine: 6 };

#[test]
fn a_column_with_the_name_of_a_method_of_pools_has_no_methods() {
    let mut pool = ClashPool::from_iter([CLASH]);
    pool.slot_columns_mut().len[0] += 1;
    assert_eq!((pool.slot_columns().len, pool.slot_columns().clear), (&[3][..], &[1][..]));
    assert_eq!((pool.len(), pool.iter().count(), pool.values().count()), (1, 1, 1));
    assert_eq!(pool.slot_fine(), [6]);
    assert_eq!(pool.clone(), pool);
    pool.clear();
    assert!(pool.is_empty());
}

/// The words after `before` in the lines of a text.
fn words<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.lines().filter_map(move |line| {
        let rest = line.trim_start().strip_prefix(before)?;
        Some(&rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())])
    })
}

/// The list in the macro has every method of the pool.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_macro_knows_the_methods_of_pools() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(root.join("pool-derive/src/spec/column_order.rs")).unwrap();
    let list = &list[list.find("const POOL_METHODS").unwrap()..];
    let known: BTreeSet<_> = words(list, "\"").collect();
    let mut found = BTreeSet::new();
    for folder in ["column_pool", "methods"] {
        for entry in fs::read_dir(root.join("pool-runtime/src").join(folder)).unwrap() {
            let source = fs::read_to_string(entry.unwrap().path()).unwrap();
            let mut of_pool = false;
            for line in source.lines() {
                if line.trim_start().starts_with("impl") {
                    of_pool = line.contains("> ColumnPool<P>") || line.contains("> $pool");
                }
                for before in ["pub fn ", "pub const fn "] {
                    found.extend(words(line, before).filter(|_| of_pool).map(str::to_owned));
                }
            }
        }
    }
    assert!(found.len() > 40 && found.contains("insert") && found.contains("stats"), "{found:?}");
    // It does not compile, and takes `&mut self`: the method of a column with this name comes before it.
    found.remove("keys");
    let missing: Vec<_> = found.iter().filter(|method| !known.contains(method.as_str())).collect();
    assert!(missing.is_empty(), "add to `POOL_METHODS` of the macro: {missing:?}");
}

/// A pool of columns has no destructor: it can be a part of constants, and of what regions forget.
#[test]
fn columns_have_no_destructor() {
    stackpool::pool! { Plain: [Row; 4], columns; }

    #[derive(stackpool::Columns, Clone, Copy)]
    struct Row {
        number: u32,
    }

    const BYTES: usize = {
        let pool = PlainPool::new();
        size_of_val(&pool)
    };
    const { assert!(!std::mem::needs_drop::<PlainPool>()) };
    assert_eq!(BYTES, size_of::<PlainPool>());
    let mut pool = PlainPool::new();
    assert!(
        pool.insert(Row { number: 1 }).is_ok_and(|row| pool.get(row).is_some_and(|row| *row.number == 1))
    );
}

/// Rows by the number of their column.
#[derive(Pool, Debug)]
#[pool(capacity = 200, columns, quarantine = 0)]
struct Row {
    health: u32,
}

fn shown(value: impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

#[test]
fn live_rows_are_seen_as_slots_and_in_parts() {
    let mut rows = RowPool::new();
    rows.extend((0..130).map(|health| Row { health }));
    assert_eq!(rows.capacity(), 200);
    rows.remove(rows.handle_at(64).unwrap());
    for row in &mut rows {
        *row.1.health += 1;
    }
    assert_eq!(rows.values().map(|row| *row.health).sum::<u32>(), (1..=130).sum::<u32>() - 65);
    let mut live = Vec::new();
    rows.for_each_live(|slot| live.push(slot));
    assert!(live.iter().copied().eq((0..130).filter(|&slot| slot != 64)));
    let (_, slots) = rows.slot_columns_and_live();
    assert_eq!(shown(slots), "LiveSlots { .. }");
    let mut again = Vec::new();
    slots.for_each(|slot| again.push(slot));
    assert_eq!(again, live);
    let mut parts = rows.slot_columns_parts_mut(2);
    assert_eq!(shown(&parts), "ColumnsParts { remaining: 2, .. }");
    let part = parts.next().unwrap();
    assert_eq!((shown(&part), part.slots()), ("ColumnsPart { slots: 0..128, .. }".into(), 0..128));
    assert_eq!(shown(parts), "ColumnsParts { remaining: 1, .. }");
}

#[test]
#[should_panic = "the pool of `Row` is full: its capacity is 200; `try_extend` returns an object that has no room"]
fn extending_a_full_pool_panics() {
    RowPool::new().extend((0..201).map(|health| Row { health }));
}

#[cfg(feature = "alloc")]
#[test]
#[should_panic = "up to 2 of its free slots wait; `try_extend` returns an object that has no room"]
fn extending_a_full_pool_says_that_slots_wait() {
    #[derive(Pool)]
    #[pool(capacity = 4, columns, quarantine = 2, strict)]
    struct Strict {
        _health: u32,
    }
    let mut pool = StrictPool::new();
    let first = pool.insert(Strict { _health: 1 }).unwrap();
    pool.remove(first);
    pool.extend((0..4).map(|_health| Strict { _health }));
}

#[cfg(feature = "alloc")]
#[test]
fn a_slow_key_is_computed_once_a_row() {
    #[derive(Pool, Debug, PartialEq)]
    #[pool(capacity = 10, columns, dense)]
    struct Dense {
        name: u32,
    }
    let mut rows = DensePool::new();
    let handles: Vec<_> = [30, 10, 20].map(|name| rows.insert(Dense { name }).unwrap()).into();
    let mut asked = 0;
    rows.sort_by_cached_key(|row| {
        asked += 1;
        *row.name
    });
    assert_eq!((asked, rows.columns().name), (3, &[10, 20, 30][..]));
    assert_eq!(rows.get(handles[0]).map(|row| *row.name), Some(30));
}

/// A column of a dense pool is a slice of the objects alone, and one of another pool has the free slots too.
#[test]
fn columns_of_dense_pools_have_the_objects_alone() {
    #[derive(Pool)]
    #[pool(capacity = 10, columns, dense)]
    struct Packed {
        health: u32,
    }
    let mut packed = PackedPool::from_iter([1, 2, 3].map(|health| Packed { health }));
    packed.remove(packed.handle_at(0).unwrap());
    packed.health_mut().iter_mut().for_each(|health| *health *= 10);
    assert_eq!(packed.health(), [30, 20]);
}

#[test]
fn two_rows_change_places() {
    #[derive(Pool)]
    #[pool(capacity = 10, columns, dense)]
    struct Dense {
        name: u32,
        #[pool(group = pair)]
        low: u8,
        #[pool(group = pair)]
        high: u16,
    }
    let mut rows = DensePool::new();
    let handles = [1, 2, 3]
        .map(|name: u16| rows.insert(Dense { name: name.into(), low: name as u8, high: name }).ok().unwrap());
    rows.swap(0, 2);
    assert_eq!(rows.columns().name, [3, 2, 1]);
    for (handle, name) in handles.into_iter().zip(1_u16..) {
        let row = rows.get(handle).unwrap();
        assert_eq!((*row.name, *row.low, *row.high), (name.into(), name as u8, name));
    }
}

/// In a dense pool, a position of the slices is not the index of a slot.
#[test]
fn positions_of_dense_columns_have_handles() {
    #[derive(Pool, Clone, Copy)]
    #[pool(capacity = 10, columns, dense)]
    struct Mote {
        age: u32,
    }

    let mut motes = MotePool::from_iter((0..6).map(|age| Mote { age }));
    let first = motes.handles().next().unwrap();
    motes.remove(first);
    let ages = motes.age().to_vec();
    assert_eq!(ages, [5, 1, 2, 3, 4]);
    for (position, age) in ages.into_iter().enumerate() {
        let handle = motes.handle_at_position(position).unwrap();
        assert_eq!((*motes.get(handle).unwrap().age, motes.position_of(handle)), (age, Some(position)));
        assert_eq!(motes.handle_at(handle.index()), Some(handle));
    }
    assert_eq!((motes.handle_at_position(5), motes.handle_at(0)), (None, None));
    let (handles, columns) = motes.handles_and_columns_mut();
    for (handle, age) in handles.zip(columns.age) {
        *age = handle.index() as u32 * 10;
    }
    assert_eq!(motes.age(), [50, 10, 20, 30, 40]);
}
