//! A trait of the user with a name that the crate refuses: the user's method is called.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Ship {
    hull: u32,
}

trait Keys {
    fn keys(&self) -> usize;
}

impl Keys for ShipPool {
    fn keys(&self) -> usize {
        self.len()
    }
}

pub fn main() {
    let mut ships = ShipPool::new();
    ships.insert(Ship { hull: 1 }).ok();
    assert_eq!(ships.keys(), 1);
    let lent = &ships;
    assert_eq!((lent.keys(), lent.values().map(|ship| ship.hull).sum::<u32>()), (1, 1));
}
