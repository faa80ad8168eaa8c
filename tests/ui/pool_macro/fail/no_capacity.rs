use stackpool::pool;

pool! {
    Bullets: [u32];
}

fn main() {
    let _ = BulletsPool::new();
}
