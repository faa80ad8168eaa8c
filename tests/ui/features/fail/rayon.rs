//! Methods of feature `rayon`, which these cases do not have. Each call is one error.

use stackpool::{HandleMap, Pool, pool};

#[derive(Pool)]
#[pool(capacity = 100)]
struct Enemy {
    health: u32,
}

#[derive(Pool)]
#[pool(capacity = 100, columns)]
struct Particle {
    height: f32,
}

pool! {
    Ports: [u16; 8_000..9_000];
}

fn main() {
    let mut enemies = EnemyPool::on_heap();
    enemies.par_iter_mut().for_each(|(_, enemy)| enemy.health += 1);
    let total: u32 = enemies.par_values().map(|enemy| enemy.health).sum();

    let mut particles = ParticlePool::new();
    particles.par_slot_columns_mut().for_each(|part| part.columns.height.fill(0.0));

    let ports = PortsPool::new();
    let open: Vec<u16> = ports.par_iter().collect();

    let mut names = HandleMap::<Enemy, u16>::new();
    names.par_values_mut().for_each(|name| *name += 1);
    println!("{total} {}", open.len());
}
