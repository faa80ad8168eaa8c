use stackpool::{Pool, PoolSpec};

#[derive(Pool)]
#[pool(capacity = 300, bookkeeping = free_list)]
struct Particle(u32);

fn burst<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>) {
    let _ = pool.insert_many([1, 2, 3]);
}

fn main() {
    let mut particles = ParticlePool::new();
    let _ = particles.insert_many([Particle(1), Particle(2)]);
    burst::<Numbers>(&mut Pool::new());
    let first = particles.handle_at(0).unwrap();
    let _ = particles.insert_at(first, Particle(3));
}

stackpool::pool! { Numbers: [u32; 64]; }
