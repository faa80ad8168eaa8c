//! A side table of one definition, and borrows of it, cannot be used as those of another definition.
//!
//! The two definitions differ only in a lifetime for which the first is general: to the compiler it is a
//! subtype of the second.

#![allow(coherence_leak_check, reason = "the two definitions are meant to differ in a lifetime alone")]

use stackpool::{HandleMap, PoolSpec, handle_map as map};
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

fn map(of: Box<HandleMap<General, u8>>) -> Box<HandleMap<Special, u8>> {
    of
}
fn shared<'a>(of: &'a HandleMap<General, u8>) -> &'a HandleMap<Special, u8> {
    of
}
fn iter<'a>(of: map::Iter<'a, General, u8>) -> map::Iter<'a, Special, u8> {
    of
}
fn iter_mut<'a>(of: map::IterMut<'a, General, u8>) -> map::IterMut<'a, Special, u8> {
    of
}
fn keys<'a>(of: map::Keys<'a, General, u8>) -> map::Keys<'a, Special, u8> {
    of
}
fn values<'a>(of: map::Values<'a, General, u8>) -> map::Values<'a, Special, u8> {
    of
}
fn values_mut<'a>(of: map::ValuesMut<'a, General, u8>) -> map::ValuesMut<'a, Special, u8> {
    of
}
fn into_iter(of: map::IntoIter<General, u8>) -> map::IntoIter<Special, u8> {
    of
}
fn drain<'a>(of: map::Drain<'a, General, u8>) -> map::Drain<'a, Special, u8> {
    of
}
fn extract_if<'a>(of: map::ExtractIf<'a, General, u8, ()>) -> map::ExtractIf<'a, Special, u8, ()> {
    of
}
fn entry<'a>(of: map::Entry<'a, General, u8>) -> map::Entry<'a, Special, u8> {
    of
}
fn occupied<'a>(of: map::OccupiedEntry<'a, General, u8>) -> map::OccupiedEntry<'a, Special, u8> {
    of
}
fn vacant<'a>(of: map::VacantEntry<'a, General, u8>) -> map::VacantEntry<'a, Special, u8> {
    of
}

fn main() {}
