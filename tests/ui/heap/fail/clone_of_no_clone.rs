use stackpool::{Heap, Pool};

#[derive(Pool)]
#[pool(capacity = 64)]
struct Shot {
    hits: u32,
}

#[derive(Clone)]
struct World {
    shots: Heap<ShotPool>,
}

fn main() {
    let world = World { shots: ShotPool::on_heap() };
    println!("{}", world.shots.len());
}
