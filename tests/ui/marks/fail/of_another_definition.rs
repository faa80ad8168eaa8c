use stackpool::pool;

pool! {
    Monsters: [u32; 64], marks;
    Bullets: [u32; 64], marks;
}

fn main() {
    let mark = MonstersPool::new().mark().unwrap();
    let _ = BulletsPool::new().release_since(mark);
}
