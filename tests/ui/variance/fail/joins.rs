//! A join of one definition, and each of its lanes, cannot be used as those of another definition.
//!
//! The two definitions differ only in a lifetime for which the first is general: to the compiler it is a
//! subtype of the second.

#![allow(coherence_leak_check, reason = "the two definitions are meant to differ in a lifetime alone")]

use stackpool::handle_map::{Join, Joined};
use stackpool::{HandleMap, Pool, PoolSpec};
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

type OfMap<'a, P> = <&'a HandleMap<P, u8> as Joined<P>>::Lane;
type OfMapMut<'a, P> = <&'a mut HandleMap<P, u8> as Joined<P>>::Lane;
type OfPool<'a, P> = <&'a Pool<P> as Joined<P>>::Lane;
type OfPoolMut<'a, P> = <&'a mut Pool<P> as Joined<P>>::Lane;

fn join(of: Join<General, (), ()>) -> Join<Special, (), ()> {
    of
}
fn of_map<'a>(of: OfMap<'a, General>) -> OfMap<'a, Special> {
    of
}
fn of_map_mut<'a>(of: OfMapMut<'a, General>) -> OfMapMut<'a, Special> {
    of
}
fn of_pool<'a>(of: OfPool<'a, General>) -> OfPool<'a, Special> {
    of
}
fn of_pool_mut<'a>(of: OfPoolMut<'a, General>) -> OfPoolMut<'a, Special> {
    of
}

// Nor the other way round.
fn join_back(of: Join<Special, (), ()>) -> Join<General, (), ()> {
    of
}
fn of_map_back<'a>(of: OfMap<'a, Special>) -> OfMap<'a, General> {
    of
}
fn of_map_mut_back<'a>(of: OfMapMut<'a, Special>) -> OfMapMut<'a, General> {
    of
}
fn of_pool_back<'a>(of: OfPool<'a, Special>) -> OfPool<'a, General> {
    of
}
fn of_pool_mut_back<'a>(of: OfPoolMut<'a, Special>) -> OfPoolMut<'a, General> {
    of
}

fn main() {}
