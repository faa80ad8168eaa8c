//! An arena of items that borrow from something else, and name each other by handles.

use crate::drops::{Drops, Token};
use stackpool::{Full, Handle, Pool, Sized16};
use std::cell::Cell;

/// The nodes of up to 64 expressions that borrow their text.
type Exprs<'a> = Pool<Sized16<Expr<'a>, 64>>;
type ExprId<'a> = Handle<Sized16<Expr<'a>, 64>>;

enum Expr<'a> {
    Name(&'a str),
    Call(&'a str, Vec<ExprId<'a>>),
}

/// Reads `f(a, g(b))`, without spaces. Returns the node, and the text after it.
fn parse<'a>(text: &'a str, exprs: &mut Exprs<'a>) -> Result<(ExprId<'a>, &'a str), Full> {
    let end = text.find(['(', ')', ',']).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    let mut insert = |expr| exprs.insert(expr).map_err(Full::without_value);
    if !rest.starts_with('(') {
        return Ok((insert(Expr::Name(name))?, rest));
    }
    let call = insert(Expr::Call(name, Vec::new()))?;
    while !rest.starts_with(')') {
        let (argument, after) = parse(&rest[1..], exprs)?;
        if let Expr::Call(_, arguments) = &mut exprs[call] {
            arguments.push(argument);
        }
        rest = after;
    }
    Ok((call, &rest[1..]))
}

/// The names in an expression. They borrow from the text.
fn names<'a>(exprs: &Exprs<'a>, id: ExprId<'a>) -> Vec<&'a str> {
    match &exprs[id] {
        Expr::Name(name) => vec![name],
        Expr::Call(name, arguments) => {
            std::iter::once(*name).chain(arguments.iter().flat_map(|id| names(exprs, *id))).collect()
        }
    }
}

#[test]
fn a_tree_of_borrowed_text() {
    let text = String::from("f(a,g(b,c),h(d))");
    let found = {
        let mut exprs = Exprs::new();
        let (root, rest) = parse(&text, &mut exprs).unwrap();
        assert_eq!((rest, exprs.len()), ("", 7));
        names(&exprs, root)
    };
    assert_eq!(found, ["f", "a", "g", "b", "c", "h", "d"]);
}

#[test]
fn a_full_arena_is_an_error() {
    let text = ["x"; 70].join(",");
    let call = format!("f({text})");
    assert!(parse(&call, &mut Exprs::new()).is_err());
}

/// A destructor that reads what the item borrows.
struct Counted<'a>(&'a Cell<u32>, Token);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn destructors_can_use_what_the_items_borrow() {
    let drops = Drops::default();
    let count = Cell::new(0);
    let mut pool = Pool::<Sized16<Counted<'_>, 10>>::new();
    let handles: Vec<_> =
        (0..10).map(|n| pool.insert(Counted(&count, drops.token(n))).ok().unwrap()).collect();
    pool.retain(|_, item| item.1.id % 2 == 0);
    assert_eq!((count.get(), pool.len()), (5, 5));
    drop(pool.remove(handles[0]));
    drop(pool.drain().next());
    assert_eq!((count.get(), drops.alive().len()), (10, 0));
    pool.extend((0..3).map(|n| Counted(&count, drops.token(n))));
    drop(pool);
    assert_eq!((count.get(), drops.alive().len()), (13, 0));
}

#[test]
fn an_object_is_found_by_its_address_whatever_it_borrows() {
    let text = String::from("a b");
    let mut pool = Pool::<Sized16<&str, 10>>::new();
    let first = pool.insert(&text[..1]).unwrap();
    let second = pool.insert(&text[2..]).unwrap();
    let found = pool.values().find(|word| **word == "b").unwrap();
    assert_eq!((pool.handle_of(found), pool.handle_of(&&text[2..])), (Some(second), None));
    assert_eq!(pool.handle_of(&pool[first]), Some(first));
}
