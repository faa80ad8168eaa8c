//! Look-ups of many handles are those of each handle.

use stackpool::layout::Tracked;
use stackpool::{Handle, Pool, PoolSpec, pool};

pool! {
    Generational: [u32; 100], quarantine = 0;
    Large: [[u32; 40]; 100];
    Live: [u32; 100], guard = live, quarantine = 0;
    Listed: [u32; 100], bookkeeping = free_list;
    Nothing: [(); 100];
    Unguarded: [u32; 100], guard = none;
}

/// Handles of live objects and of removed ones, some of them twice, more than are asked for ahead.
fn some<P: PoolSpec>(make: fn(u32) -> P::Item) -> (Pool<P>, Vec<Handle<P>>) {
    let mut pool = Pool::<P>::new();
    let mut handles: Vec<_> = (0..90).map(|number| pool.insert(make(number)).ok().unwrap()).collect();
    for &handle in handles.iter().skip(1).step_by(3) {
        pool.remove(handle);
    }
    handles.extend((200..210).filter_map(|number| pool.insert(make(number)).ok()));
    handles.rotate_left(31);
    handles.extend_from_within(3..9);
    (pool, handles)
}

fn are_those_of_each<P: PoolSpec>(make: fn(u32) -> P::Item)
where
    P::Item: PartialEq + std::fmt::Debug,
{
    let (pool, handles) = some::<P>(make);
    for count in [0, 1, 11, 12, 13, handles.len()] {
        let handles = &handles[..count];
        let expected: Vec<_> = handles.iter().map(|&handle| pool.get(handle)).collect();
        let many = pool.get_many(handles);
        assert_eq!((many.len(), many.size_hint()), (count, (count, Some(count))));
        assert_eq!(format!("{many:?}"), format!("GetMany {{ remaining: {count}, .. }}"));
        assert!(many.clone().eq(expected.iter().copied()));
        assert!(many.clone().rev().eq(expected.iter().rev().copied()));
        for n in 0..count + 2 {
            let mut skipped = many.clone();
            assert_eq!(skipped.nth(n), expected.get(n).copied());
            assert_eq!(skipped.len(), count.saturating_sub(n + 1));
        }
        // From both sides.
        let (mut many, mut expected) = (many, expected.into_iter());
        for turn in 0..count {
            let next = if turn % 3 == 0 { many.next_back() } else { many.next() };
            assert_eq!(next, if turn % 3 == 0 { expected.next_back() } else { expected.next() });
        }
        assert_eq!((many.next(), many.next_back(), many.next()), (None, None, None));
    }
}

#[test]
fn look_ups_of_many_are_those_of_each() {
    are_those_of_each::<Generational>(|number| number);
    are_those_of_each::<Large>(|number| [number; 40]);
    are_those_of_each::<Live>(|number| number);
    are_those_of_each::<Listed>(|number| number);
    are_those_of_each::<Nothing>(|_| ());
    are_those_of_each::<Unguarded>(|number| number);
}

/// The objects outlive the iterator.
#[test]
fn objects_are_borrowed_from_the_pool() {
    fn first<'a, P: PoolSpec<Layout: Tracked>>(
        pool: &'a Pool<P>,
        handles: &'a [Handle<P>],
    ) -> Option<&'a P::Item> {
        pool.get_many(handles).flatten().next()
    }
    let (pool, handles) = some::<Generational>(|number| number);
    let live: Vec<_> = handles.iter().filter_map(|&handle| pool.get(handle)).collect();
    assert_eq!(first(&pool, &handles), live.first().copied());
    assert_eq!(pool.get_many(&handles).flatten().count(), live.len());
}
