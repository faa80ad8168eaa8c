//! Definitions without a macro: everything that they need is public.

use stackpool::layout::Tracked;
use stackpool::{HandleMap, Link, Pool, PoolSpec, Sized16};

/// A definition that borrows the widths of another one.
struct Words<'a>(std::marker::PhantomData<&'a str>);

impl<'a> PoolSpec for Words<'a> {
    type Item = &'a str;
    type Layout = <Sized16<(), 50> as PoolSpec>::Layout;
    const NAME: &'static str = "Words";
}

fn longest<'a, P: PoolSpec<Item = &'a str, Layout: Tracked>>(pool: &Pool<P>) -> Option<&'a str> {
    pool.values().copied().max_by_key(|word| word.len())
}

#[test]
fn a_definition_with_a_lifetime() {
    let text = String::from("one three two");
    let mut words = Pool::<Words<'_>>::new();
    words.extend(text.split(' '));
    let found = longest(&words);
    drop(words);
    assert_eq!(found, Some("three"));
}

#[test]
fn links_and_side_tables_of_a_definition_with_a_lifetime() {
    let text = String::from("one three two");
    let mut words = Pool::<Words<'_>>::new();
    let mut next: HandleMap<Words<'_>, Link<Words<'_>>> = HandleMap::new();
    let handles: Vec<_> = text.split(' ').map(|word| words.insert(word).unwrap()).collect();
    for pair in handles.windows(2) {
        next.insert(pair[0], Link::from(pair[1]));
    }
    let mut at = Some(handles[0]);
    let mut walked = Vec::new();
    while let Some(handle) = at {
        walked.push(words[handle]);
        at = next.get(handle).and_then(|link| link.get());
    }
    assert_eq!(walked, ["one", "three", "two"]);
    assert_eq!(Link::new(at), Link::NONE);
}
