use stackpool::{HandleMap, pool};

pool! {
    Units: [u32; 64];
    Tiles: [u32; 64];
}

fn main() {
    let names = HandleMap::<Units, &str>::new();
    let tiles = TilesPool::new();
    let _ = names.join(&tiles).count();
}
