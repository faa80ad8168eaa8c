use stackpool::layout::Watched;
use stackpool::{Pool, PoolSpec, pool};

#[derive(Pool)]
#[pool(capacity = 64)]
struct Monster(u32);

pool! {
    Words: [String; 64], guard = live;
    Numbers: [u32; 64], guard = none;
}

#[derive(Pool)]
#[pool(capacity = 64, columns)]
struct Unit {
    x: u8,
}

fn changes<P: PoolSpec<Layout: Watched>>() {}

fn main() {
    let mut monsters = MonsterPool::new();
    let _ = monsters.changed();
    let _ = WordsPool::new().take_changed();
    let _ = NumbersPool::new().take_changed();
    let _ = UnitPool::new().take_changed();
    changes::<Words>();
}
