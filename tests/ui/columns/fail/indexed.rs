//! A column pool has no `[]`: the error says what to write.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 100, columns)]
struct Enemy {
    health: i32,
}

fn main() {
    let mut enemies = EnemyPool::new();
    let boss = enemies.insert(Enemy { health: 900 }).unwrap();
    assert_eq!(enemies[boss].health, 900);
    enemies[boss].health -= 1;
}
