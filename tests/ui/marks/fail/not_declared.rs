use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64)]
struct Monster(u32);

pool! {
    Words: [String; 64], guard = live;
}

fn main() {
    let mut monsters = MonsterPool::new();
    let _ = monsters.mark();
    WordsPool::new().forget_marks();
}
