//! What cannot be sent in packets of several pools.

use stackpool::{HandleMap, Heap, PacketPool, pool};

pool! {
    Ships: [[i32; 4]; 400], changes;
    Sparks: [[f32; 2]; 900];
}

struct World {
    ships: ShipsPool,
    sparks: SparksPool,
    more: Heap<SparksPool>,
    names: HandleMap<Ships, u32>,
    frame: u32,
}

impl World {
    fn shared(&mut self) -> [&mut dyn PacketPool; 5] {
        [&mut self.ships, &mut self.sparks, &mut self.more, &mut self.names, &mut self.frame]
    }
}

fn main() {}
