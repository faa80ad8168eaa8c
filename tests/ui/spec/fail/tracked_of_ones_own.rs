//! That a layout tracks its slots is not for the user to say.

use stackpool::__private::Fixed;

impl stackpool::layout::Tracked for Fixed<4, 8, 0, 0, 0, 1, 0, 8, 1> {}

fn main() {}
