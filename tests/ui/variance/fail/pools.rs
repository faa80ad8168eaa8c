//! A pool of one definition, and borrows of it, cannot be used as those of another definition.
//!
//! The two definitions differ only in a lifetime for which the first is general: to the compiler it is a
//! subtype of the second.

#![allow(coherence_leak_check, reason = "the two definitions are meant to differ in a lifetime alone")]

use stackpool::{
    Detached, Drain, ExtractIf, Handles, Inserted, IntoIter, Iter, IterMut, Pool, PoolSpec, Removed, VacantEntry,
    Values, ValuesMut,
};
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

fn pool(of: Box<Pool<General>>) -> Box<Pool<Special>> {
    of
}
fn shared<'a>(of: &'a Pool<General>) -> &'a Pool<Special> {
    of
}
fn iter<'a>(of: Iter<'a, General>) -> Iter<'a, Special> {
    of
}
fn iter_mut<'a>(of: IterMut<'a, General>) -> IterMut<'a, Special> {
    of
}
fn values<'a>(of: Values<'a, General>) -> Values<'a, Special> {
    of
}
fn values_mut<'a>(of: ValuesMut<'a, General>) -> ValuesMut<'a, Special> {
    of
}
fn handles<'a>(of: Handles<'a, General>) -> Handles<'a, Special> {
    of
}
fn into_iter(of: IntoIter<General>) -> IntoIter<Special> {
    of
}
fn drain<'a>(of: Drain<'a, General>) -> Drain<'a, Special> {
    of
}
fn extract_if<'a>(of: ExtractIf<'a, General, ()>) -> ExtractIf<'a, Special, ()> {
    of
}
fn inserted<'a>(of: Inserted<'a, General>) -> Inserted<'a, Special> {
    of
}
fn removed<'a>(of: Removed<'a, General>) -> Removed<'a, Special> {
    of
}
fn detached<'a>(of: Detached<'a, General>) -> Detached<'a, Special> {
    of
}
fn vacant<'a>(of: VacantEntry<'a, General>) -> VacantEntry<'a, Special> {
    of
}

fn main() {}
