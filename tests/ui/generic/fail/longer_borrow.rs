//! A pool of short borrows does not become one of long borrows, nor the other way round, and neither do its handles.

use stackpool::{Handle, Pool, Sized16};

type Words<'a> = Sized16<&'a str, 8>;

fn longer<'short>(pool: &'short mut Pool<Words<'short>>) -> &'short mut Pool<Words<'static>> {
    pool
}

fn shorter<'a, 'short>(pool: &'a mut Pool<Words<'static>>) -> &'a mut Pool<Words<'short>> {
    pool
}

fn handle<'short>(handle: Handle<Words<'static>>) -> Handle<Words<'short>> {
    handle
}

fn main() {}
