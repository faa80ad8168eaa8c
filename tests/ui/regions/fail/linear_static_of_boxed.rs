//! A static holds a region with its memory inside.
use stackpool::region::{Boxed, Linear, Static};

static LEVEL: Static<Linear<Boxed>> = Static::new();

fn main() {}
