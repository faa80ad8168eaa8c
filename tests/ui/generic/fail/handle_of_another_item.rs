//! Handles of `Of<S, T>` belong to it: not to `S`, and not to `Of<S, U>`.

use stackpool::{Of, Pool, pool};

pool! { Cells: [u8; 100]; }

fn main() {
    let mut names = Pool::<Of<Cells, &str>>::new();
    let handle = names.insert("a").unwrap();
    let numbers = Pool::<Of<Cells, u32>>::new();
    numbers.contains(handle);
    CellsPool::new().contains(handle);
}
