//! What the iterators of pools promise by their traits: lengths, both ends, and that the end is the end. Of pools in
//! place and of columns.

use stackpool::pool;
use std::fmt::Debug;

#[derive(stackpool::Columns, Clone, Copy, PartialEq, Debug)]
struct Row {
    number: u32,
    half: u16,
}

pool! {
    Objects: [u32; 200], marks;
    Rows: [Row; 200], columns, marks;
}

/// Objects in runs, words that are full, and gaps.
fn objects() -> Box<ObjectsPool> {
    let mut pool = Box::new(ObjectsPool::new());
    pool.extend(0..150);
    pool.retain(|_, &mut number| !(70..100).contains(&number) && number % 7 != 3 || number < 64);
    pool
}

fn rows() -> Box<RowsPool> {
    let mut pool = Box::new(RowsPool::new());
    pool.extend((0..150).map(|number| Row { number, half: number as u16 / 2 }));
    pool.retain(|_, row| !(70..100).contains(row.number) && *row.number % 7 != 3 || *row.number < 64);
    pool
}

/// Every hint is right, and after the end there is nothing.
fn check_hints<I: Iterator>(mut items: I) -> usize {
    let mut hints = vec![items.size_hint()];
    while items.next().is_some() {
        hints.push(items.size_hint());
    }
    assert!(items.next().is_none(), "the end is the end");
    let count = hints.len() - 1;
    for (taken, &(low, high)) in hints.iter().enumerate() {
        assert!(
            low <= count - taken && high.is_some_and(|high| high >= count - taken),
            "{taken}: {low}, {high:?}"
        );
    }
    count
}

/// The length is exact, from both ends; `nth`, `last`, `count` and `fold` agree with `next`.
fn check_exact<I>(make: impl Fn() -> I)
where
    I: ExactSizeIterator<Item: PartialEq + Debug> + DoubleEndedIterator,
{
    let all: Vec<I::Item> = make().collect();
    assert_eq!(check_hints(make()), all.len());
    assert_eq!(make().size_hint(), (all.len(), Some(all.len())));
    assert_eq!((make().count(), make().last().as_ref()), (all.len(), all.last()));
    assert!(make().rev().eq(make().collect::<Vec<_>>().into_iter().rev()));
    for n in [0, 1, 62, 63, 64, all.len() - 1, all.len()] {
        assert_eq!(make().nth(n).as_ref(), all.get(n), "nth({n})");
        let mut rest = make();
        rest.nth(n);
        assert_eq!(rest.len(), all.len().saturating_sub(n + 1), "after nth({n})");
    }
    let (mut both, mut front, mut back) = (make(), 0, all.len());
    while let Some(first) = both.next() {
        assert_eq!(first, all[front]);
        front += 1;
        if let Some(last) = both.next_back() {
            back -= 1;
            assert_eq!(last, all[back]);
        }
        assert_eq!(both.len(), back - front);
    }
    assert!(both.next_back().is_none());
    let mut after = make();
    after.by_ref().take(5).for_each(drop);
    assert_eq!(after.fold(0, |count, _| count + 1), all.len().saturating_sub(5));
}

#[test]
fn walks_of_objects() {
    let pool = objects();
    check_exact(|| pool.iter());
    check_exact(|| pool.values());
    check_exact(|| pool.handles());
    check_exact(|| (*pool).clone().into_iter());
    assert_eq!(check_hints(pool.iter_in_order()), pool.len());
    assert_eq!(format!("{:?}", pool.values()), format!("Values {{ remaining: {}, .. }}", pool.len()));
    let mut changed = pool.clone();
    assert_eq!(check_hints(changed.iter_mut()), pool.len());
    assert_eq!(changed.values_mut().rev().map(|&mut number| number).max(), pool.values().copied().max());
}

#[test]
fn walks_of_rows() {
    let pool = rows();
    check_exact(|| pool.iter().map(|(row, at)| (row, at.to_owned())));
    check_exact(|| pool.handles());
    assert!(pool.values().map(|row| *row.number).eq(objects().values().copied()));
    let mut rest = pool.clone();
    assert_eq!((pool.values().len(), rest.values_mut().len()), (pool.len(), pool.len()));
    assert!((*pool).clone().into_iter().map(|(_, row)| row.number).eq(objects().values().copied()));
    assert_eq!(check_hints(rest.iter_mut()), pool.len());
    assert_eq!(check_hints(pool.iter_in_order()), pool.len());
}

#[test]
fn drains_know_how_many_are_left() {
    let (count, mut pool, mut columns) = (objects().len(), objects(), rows());
    assert_eq!((pool.drain().len(), columns.drain().len()), (count, count));
    assert!(pool.is_empty() && columns.is_empty());
    let (mut pool, mut columns) = (objects(), rows());
    assert_eq!((check_hints(pool.drain()), check_hints(columns.drain())), (count, count));
    assert!(pool.is_empty() && columns.is_empty());
}

/// Of `extract_if`, nobody knows how many: none at least, and all that are left in the pool at most.
#[test]
fn extract_if_is_at_most_all_that_are_left() {
    let (mut pool, mut columns) = (objects(), rows());
    let count = pool.len();
    let even = pool.values().filter(|&number| number % 2 == 0).count();
    let mut wanted = pool.extract_if(|_, &mut number| number % 2 == 0);
    let mut wanted_rows = columns.extract_if(|_, row| *row.number % 2 == 0);
    for taken in 0..3 {
        assert_eq!(wanted.size_hint(), (0, Some(count - taken)));
        assert_eq!(wanted_rows.size_hint(), (0, Some(count - taken)));
        assert_eq!(wanted.next().map(|(_, number)| number), wanted_rows.next().map(|(_, row)| row.number));
    }
    assert_eq!((check_hints(wanted), check_hints(wanted_rows)), (even - 3, even - 3));
    assert_eq!(
        (pool.len(), columns.len()),
        (pool.values().filter(|&number| number % 2 == 1).count(), pool.len())
    );
}

/// Batches say how many are left, from both ends.
#[test]
fn batches_know_how_many_are_left() {
    let (mut pool, mut columns) = (objects(), rows());
    let inserted = pool.insert_many(1_000..1_003).unwrap();
    check_exact(|| inserted.clone());
    let handles: Vec<_> = inserted.collect();
    let row_handles: Vec<_> =
        columns.insert_many([1, 2, 3].map(|number| Row { number, half: 0 })).unwrap().collect();
    let (mut removed, mut removed_rows) =
        (pool.remove_many(&handles).unwrap(), columns.remove_many(&row_handles).unwrap());
    assert_eq!((removed.len(), removed_rows.len()), (3, 3));
    assert_eq!((removed.next_back(), removed.len()), (Some(1_002), 2));
    assert_eq!(removed_rows.next_back().map(|row| row.number), Some(3));
    assert_eq!((check_hints(removed), check_hints(removed_rows)), (2, 2));
}
