use stackpool::{Pool, pool};

const MANY: usize = 256;

#[derive(Pool)]
#[pool(capacity = 64, marks = 0)]
struct Monster(u32);

pool! {
    Bullets: [u32; 64], marks = MANY, max_bytes = 64;
    All: [(); 4_294_967_295], marks;
}

fn main() {
    // There are marks nevertheless.
    let _ = (MonsterPool::new().mark(), BulletsPool::new().mark());
}
