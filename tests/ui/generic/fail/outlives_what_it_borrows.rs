//! A pool cannot be used after what its objects borrow.

use stackpool::{Pool, Sized16};

fn main() {
    let mut words = Pool::<Sized16<&str, 8>>::new();
    {
        let text = String::from("a b");
        words.extend(text.split(' '));
    }
    assert_eq!(words.len(), 2);
}
