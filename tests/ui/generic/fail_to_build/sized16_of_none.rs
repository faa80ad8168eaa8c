//! A capacity of 0.

use stackpool::{Pool, Sized16};

fn main() {
    let mut pool = Pool::<Sized16<u32, 0>>::new();
    let _ = pool.insert(1).map(|handle| pool.remove(handle));
    let _ = pool.handle_at(0);
}
