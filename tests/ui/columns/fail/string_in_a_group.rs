use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Ship {
    #[pool(group = hot)]
    name: String,
    #[pool(group = hot)]
    hull: u8,
}

fn main() {
    let ships = ShipPool::new();
    for ship in ships.values() {
        ship.to_owned();
    }
}
