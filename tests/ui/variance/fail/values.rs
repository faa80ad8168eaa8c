//! A value pool of one definition, and borrows of it, cannot be used as those of another definition.
//!
//! The two definitions differ only in a lifetime for which the first is general: to the compiler it is a
//! subtype of the second.

#![allow(coherence_leak_check, reason = "the two definitions are meant to differ in a lifetime alone")]

use stackpool::value_pool::{Acquired, Iter};
use stackpool::{ValuePool, ValueSpec};
use std::marker::PhantomData;

stackpool::pool! { Ports: [u16; 0..100]; }

struct Spec<F>(PhantomData<F>);
type General = Spec<for<'a> fn(&'a ())>;
type Special = Spec<fn(&'static ())>;

macro_rules! specs {
    ($($spec:ident),*) => {$(
        impl ValueSpec for $spec {
            type Item = u16;
            type Layout = <Ports as ValueSpec>::Layout;
            const NAME: &'static str = stringify!($spec);
            fn value(index: u32) -> u16 { Ports::value(index) }
            fn index(value: &u16) -> Option<u32> { Ports::index(value) }
        }
    )*};
}
specs!(General, Special);

fn pool(of: ValuePool<General>) -> ValuePool<Special> {
    of
}
fn shared<'a>(of: &'a ValuePool<General>) -> &'a ValuePool<Special> {
    of
}
fn iter<'a>(of: Iter<'a, General>) -> Iter<'a, Special> {
    of
}
fn acquired<'a>(of: Acquired<'a, General>) -> Acquired<'a, Special> {
    of
}

fn main() {}
