//! The page of `Of` quotes this error.

use stackpool::{Handle, Of, Pool, pool};

pool! { Cells: [u8; 100]; }

fn main() {
    let mut names = Pool::<Of<Cells, &str>>::new();
    let key: Handle<Cells> = names.insert("a").unwrap().into();
    let _ = names.get(key.into());
}
