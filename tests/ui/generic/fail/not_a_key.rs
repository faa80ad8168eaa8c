//! A pool of `Of<S, T>` takes its own handles and those of `S`: nothing else.

use stackpool::{Handle, Of, Pool, pool};

pool! {
    Cells: [u8; 100];
    Others: [u8; 100];
}

fn main() {
    let mut names = Pool::<Of<Cells, &str>>::new();
    let key: Handle<Cells> = names.insert("a").unwrap().into();
    let other = OthersPool::new().insert(1).unwrap();
    let _ = names.remove(other);
    let _ = names[other];
    let _ = names.get(&key);
    let _ = names.get(Some(key));
    let _ = names.get(3);
    let _ = names[3];
}
