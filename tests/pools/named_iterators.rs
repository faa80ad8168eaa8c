//! Every iterator has a type that can be named, so a struct of the user's can hold it.

use stackpool::guard::{LiveRangesIter, LiveWordsIter};
use stackpool::handle_map::{Joined, Visit};
use stackpool::layout::Layout;
use stackpool::{
    Change, Changed, HandleMap, Part, Parts, Pool, PoolSpec, Since, SinceMut, TakeChanged, column_pool, pool,
    value_pool,
};

#[derive(Pool)]
#[pool(capacity = 100, marks, changes)]
struct Unit(u32);

#[derive(Pool)]
#[pool(capacity = 100, columns, marks, changes)]
struct Row {
    health: u32,
}

pool! { Ports: [u16; 0..100]; }

type GuardOf<P> = <<P as PoolSpec>::Layout as Layout>::Guard;

/// What a struct of a port holds of a pool that it borrows for reading.
struct Reading<'a> {
    in_order: Since<'a, Unit>,
    changed: Changed<'a, Unit>,
    words: LiveWordsIter<'a, GuardOf<Unit>>,
    ranges: LiveRangesIter<LiveWordsIter<'a, GuardOf<Unit>>>,
    parts: Parts<Unit, <&'a UnitPool as Joined<Unit>>::Lane>,
}

/// The same of a pool of columns, and of values.
struct Others<'a> {
    in_order: column_pool::Since<'a, Row>,
    changed: column_pool::Changed<'a, Row>,
    values: value_pool::Parts<'a, Ports>,
}

#[test]
fn iterators_are_held_by_structs() {
    let mut units = UnitPool::new();
    let handles = [3, 4, 5].map(|health| units.insert(Unit(health)).unwrap());
    units.remove(handles[1]);
    let mut reading = Reading {
        in_order: units.iter_in_order(),
        changed: units.changed(),
        words: units.live_words(),
        ranges: units.live_ranges(),
        parts: units.parts(2),
    };
    assert_eq!(reading.in_order.next_back().map(|(_, unit)| unit.0), Some(5));
    assert_eq!(reading.changed.nth(1).map(|change| change.index()), Some(1));
    assert_eq!(
        (reading.words.len(), reading.words.clone().next(), reading.words.next_back()),
        (1, Some(5), Some(5))
    );
    assert_eq!(
        (reading.ranges.next(), reading.ranges.next(), reading.ranges.next()),
        (Some(0..1), Some(2..3), None)
    );
    let part: Part<_, _> = reading.parts.next().unwrap();
    assert_eq!(part.map(|(_, unit)| unit.0).collect::<Vec<_>>(), [3, 5]);

    let mut rows = RowPool::new();
    let mut ports = PortsPool::new();
    rows.extend([7, 8].map(|health| Row { health }));
    let taken: Vec<_> = (0..70).filter_map(|_| ports.acquire()).collect();
    let mut others =
        Others { in_order: rows.iter_in_order(), changed: rows.changed(), values: ports.parts(2) };
    assert_eq!(others.in_order.next().map(|(_, row)| *row.health), Some(7));
    assert!(matches!(others.changed.next(), Some(Change::Live(..))));
    let parts: Vec<value_pool::Part<'_, _>> = others.values.by_ref().collect();
    assert_eq!(parts.iter().map(|part| part.clone().count()).collect::<Vec<_>>(), [64, 6]);
    assert_eq!(parts.into_iter().flatten().collect::<Vec<_>>(), taken);
}

#[test]
fn iterators_for_writing_are_held_by_structs() {
    struct Writing<'a> {
        in_order: SinceMut<'a, Unit>,
        rows: column_pool::SinceMut<'a, Row>,
        taken: column_pool::TakeChanged<'a, Row>,
        visit: Visit<'a, Unit, &'a mut UnitPool>,
    }
    let (mut units, mut rows, mut others) = (UnitPool::new(), RowPool::new(), RowPool::new());
    let (mut visited, mut more) = (HandleMap::new(), UnitPool::new());
    units.insert(Unit(1)).unwrap();
    rows.insert(Row { health: 2 }).ok().unwrap();
    others.insert(Row { health: 3 }).ok().unwrap();
    let unit = more.insert(Unit(4)).unwrap();
    let mut writing = Writing {
        in_order: units.iter_in_order_mut(),
        rows: rows.iter_in_order_mut(),
        taken: others.take_changed(),
        visit: visited.visit(&mut more),
    };
    writing.in_order.next().unwrap().1.0 += 10;
    *writing.rows.next().unwrap().1.health += 10;
    assert_eq!(writing.taken.len(), 1);
    writing.visit.get(unit).unwrap().0 += 10;
    drop(writing);
    let changes: TakeChanged<'_, Unit> = units.take_changed();
    assert!(matches!(changes.last(), Some(Change::Live(_, Unit(11)))));
    assert_eq!((*rows.values().next().unwrap().health, more[unit].0), (12, 14));
}
