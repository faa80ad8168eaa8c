//! A definition with a lifetime has no plain data in its handles, as `bytemuck` sees it: that is for `'static` types.

use stackpool::{Handle, Sized16};

fn is_plain<T: bytemuck::NoUninit>() {}

fn check<'a>() {
    is_plain::<Handle<Sized16<&'a str, 8>>>();
}

fn main() {
    check();
}
