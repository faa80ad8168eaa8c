//! Without a guard, a pool holds plain data only: with the widths of such a definition too.

use stackpool::{Of, Pool, pool};

pool! { Cells: [u8; 100], guard = none; }

fn main() {
    let _ = Pool::<Of<Cells, String>>::new();
}
