//! A box of one definition, and the slots that its threads keep, cannot be used as those of another definition.
//!
//! The two definitions differ only in a lifetime for which the first is general: to the compiler it is a
//! subtype of the second.

#![allow(coherence_leak_check, reason = "the two definitions are meant to differ in a lifetime alone")]

use stackpool::__private::{BoxCaches, BoxStatics, CloseAtExit, Threads};
use stackpool::{BoxSpec, PoolBox, PoolSpec};
use std::marker::PhantomData;

stackpool::pool! { Units: [u64; 100], boxed; }

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

        impl BoxSpec for $spec {
            type Mode = Threads;
            const STATICS: BoxStatics<Self> = panic!("types alone");
            const CACHES: BoxCaches<Self> = panic!("types alone");
        }
    )*};
}
specs!(General, Special);

fn owner(of: PoolBox<General>) -> PoolBox<Special> {
    of
}
fn shared<'a>(of: &'a PoolBox<General>) -> &'a PoolBox<Special> {
    of
}
fn close(of: CloseAtExit<General>) -> CloseAtExit<Special> {
    of
}
fn statics(of: BoxStatics<General>) -> BoxStatics<Special> {
    of
}

// Nor the other way round.
fn close_back(of: CloseAtExit<Special>) -> CloseAtExit<General> {
    of
}

fn main() {}
