//! What names objects of one definition does not name those of another.
//!
//! The two definitions differ only in a lifetime for which the first is general: to the compiler it is a
//! subtype of the second.

#![allow(coherence_leak_check, reason = "the two definitions are meant to differ in a lifetime alone")]

use stackpool::{DisjointError, Handle, HandleArray, Link, Mark, PoolSpec, Stale, handle_array};
use std::marker::PhantomData;

stackpool::pool! { Units: [u64; 100]; }

struct Spec<F>(PhantomData<F>);
type General = Spec<for<'a> fn(&'a ())>;
type Special = Spec<fn(&'static ())>;

macro_rules! specs {
    ($($spec:ident),*) => {$(
        impl PoolSpec for $spec {
            type Item = u64;
            type Layout = <Units as PoolSpec>::Layout;
            const NAME: &'static str = stringify!($spec);
        }
    )*};
}
specs!(General, Special);

fn handle(of: Handle<General>) -> Handle<Special> {
    of
}
fn link(of: Link<General>) -> Link<Special> {
    of
}
fn mark(of: Mark<General>) -> Mark<Special> {
    of
}
fn array(of: HandleArray<Handle<General>, 16>) -> HandleArray<Handle<Special>, 16> {
    of
}
fn options(of: HandleArray<Option<Handle<General>>, 16>) -> HandleArray<Option<Handle<Special>>, 16> {
    of
}
fn array_iter<'a>(
    of: handle_array::Iter<'a, Handle<General>, 16>,
) -> handle_array::Iter<'a, Handle<Special>, 16> {
    of
}
fn stale(of: Stale<General>) -> Stale<Special> {
    of
}
fn disjoint(of: DisjointError<General>) -> DisjointError<Special> {
    of
}

// Nor the other way round.
fn handle_back(of: Handle<Special>) -> Handle<General> {
    of
}
fn link_back(of: Link<Special>) -> Link<General> {
    of
}
fn mark_back(of: Mark<Special>) -> Mark<General> {
    of
}
fn array_back(of: HandleArray<Handle<Special>, 16>) -> HandleArray<Handle<General>, 16> {
    of
}

fn main() {}
