//! What is wrong with a struct that is to be an item.

use stackpool::{Snapshot, pool};

pool! {
    Units: [u32; 10];
}

#[derive(Snapshot)]
#[snapshot(item)]
struct Unit {
    name: Option<String>,
    units: UnitsPool,
}

#[derive(Snapshot)]
#[snapshot(item, plain)]
struct Both(u32);

#[derive(Snapshot)]
struct World {
    #[snapshot(item)]
    unit: u32,
}

#[derive(Snapshot)]
#[snapshot(item, item)]
struct Twice {
    #[snapshot(plain)]
    plain: u32,
}

struct Texture;

#[derive(Snapshot)]
#[snapshot(item)]
struct Sprite {
    image: u32,
    #[snapshot(skip)]
    texture: Texture,
}

#[derive(Snapshot)]
#[snapshot(item)]
struct Player {
    level: u32,
    #[snapshot(skip)]
    name: String,
}

fn main() {}
