//! A key that is misspelt is one error, also where the type is used.

use stackpool::{Pool, Snapshot};

struct Texture;

#[derive(Pool, Snapshot)]
#[pool(capacity = 10)]
#[snapshot(items, nme = "Unit")]
struct Ship {
    hull: u32,
    texture: Texture,
}

#[derive(Pool, Snapshot)]
#[pool(capacity = 10)]
#[snapshot(item)]
struct Rock {
    size: u32,
    #[snapshot(skipp, typ = "u8")]
    texture: Texture,
}

#[derive(Snapshot, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[snapshot(plane)]
#[repr(C)]
struct Rules {
    rounds: u32,
}

#[derive(Snapshot)]
enum Order {
    #[snapshot(nam = "Idle")]
    Wait,
    Follow(#[snapshot(colour = 3, nam = "0")] Texture),
}

#[derive(Pool, Snapshot)]
#[pool(capacity = 10)]
#[snapshot(colour)]
struct Wave {
    order: Order,
}

#[derive(Snapshot)]
struct World {
    ships: ShipPool,
    rocks: RockPool,
    waves: WavePool,
    rules: Rules,
    #[snapshot(ignore)]
    texture: Texture,
    #[snapshot(plain name = 3, 4, skp)]
    frame: u32,
}

fn main() {
    let mut ships = ShipPool::new();
    let saved = ships.save();
    ships.restore(&saved).unwrap();
    let rocks = RockPool::new();
    let waves = WavePool::new();
    let rules = Rules { rounds: 3 };
    let mut world = World { ships, rocks, waves, rules, texture: Texture, frame: 0 };
    let saved = world.save();
    world.restore(&saved).unwrap();
    let _ = (Order::Wait, Order::Follow(Texture));
}
