use stackpool::pool;

pool! {
    Bullets: [u32; 64];
    Arrows: [u32; 64], pool = BulletsPool;
}

fn main() {}
