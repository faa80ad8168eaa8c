//! A capacity beyond 16 bits.

use stackpool::{Pool, Sized16};

struct Bag<T, const N: usize>(Pool<Sized16<T, N>>);

impl<T, const N: usize> Bag<T, N> {
    fn new() -> Self {
        Bag(Pool::new())
    }
}

fn main() {
    let mut bag = Bag::<u8, 65_537>::new();
    let _ = bag.0.insert(1).map(|handle| bag.0.remove(handle));
    let _ = bag.0.handle_at(0);
}
