//! Dropping a pool drops its objects, so what they borrow must still live.

use stackpool::{Pool, Sized16};

struct Prints<'a>(&'a String);

impl Drop for Prints<'_> {
    fn drop(&mut self) {
        println!("{}", self.0);
    }
}

fn main() {
    let mut pool = Pool::<Sized16<Prints<'_>, 8>>::new();
    let text = String::from("dropped before the pool");
    pool.extend([Prints(&text)]);
}
