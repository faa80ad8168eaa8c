use stackpool::pool;

pool! {
    Bullets: [u32; 64];
    Arrows: [u32; 64];
}

fn main() {
    let (mut bullets, arrows) = (BulletsPool::new(), ArrowsPool::new());
    let bullet = bullets.insert(1).unwrap();
    let _ = arrows[bullet];
}
