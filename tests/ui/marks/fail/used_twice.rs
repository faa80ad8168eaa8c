use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, marks)]
struct Monster(u32);

fn main() {
    let mut monsters = MonsterPool::new();
    let mark = monsters.mark().unwrap();
    let _ = monsters.release_since(mark);
    let _ = monsters.release_since(mark);
}
