//! What feature `report` brings, which these cases do not have.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 100)]
struct Enemy(u32);

#[derive(Pool)]
#[pool(capacity = 100, columns)]
struct Particle {
    height: f32,
}

pool! {
    Ports: [u16; 8_000..9_000];
}

fn main() {
    EnemyPool::on_heap().publish_stats();
    ParticlePool::new().publish_stats();
    PortsPool::new().publish_stats();
}
