use stackpool::{Pool, pool};

const MAX: u16 = 300;

#[derive(Pool)]
#[pool(capacity = 300, bookkeeping = free_list)]
struct Level(u8);

pool! {
    Marks: [(); 1], bookkeeping = free_list;
    Bytes: [u8; MAX], guard = live, bookkeeping = free_list;
    Shorts: [u16; 65_537], bookkeeping = free_list;
    Threes: [[u8; 3]; 16_777_217], bookkeeping = free_list, guard = live;
}

fn main() {
    // No further errors.
    let mut levels = LevelPool::new();
    let level: Option<LevelHandle> = levels.insert(Level(1)).ok();
    let _ = level.and_then(|level| levels.remove(level)).map(|level| level.0);
}
