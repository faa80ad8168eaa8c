//! Fields that are not `Copy`: one error each, at the type, whatever is done with the pool.

mod particles {
    use stackpool::Pool;

    #[derive(Pool, Debug)]
    #[pool(capacity = 100, columns)]
    pub struct Particle {
        pub position: [f32; 2],
        pub name: String,
        #[pool(group = hot)]
        pub trail: Vec<u8>,
        #[pool(group = hot)]
        pub speed: f32,
    }
}

use particles::{Particle, ParticleFields, ParticlePool, ParticleRef};
use stackpool::{Columns, pool};

#[derive(Columns)]
struct Item {
    boxed: Box<u8>,
    other: u8,
}

pool! {
    Items: [Item; 20], columns;
}

fn update(pool: &mut ParticlePool, particle: Particle) -> Option<ParticleRef<'_>> {
    let handle = pool.insert(particle).ok()?;
    for name in pool.slot_name_mut() {
        name.push('x');
    }
    for row in pool.slot_columns_mut().hot {
        row.trail.clear();
    }
    for (_, particle) in &mut *pool {
        particle.position[0] += 1.0;
    }
    println!("{:?}", pool.get(handle));
    println!("{:?}", pool.remove(handle));
    Particle::take_pool().ok()?.get(handle)
}

fn main() {
    let mut items = ItemsPool::new();
    items.insert(Item { boxed: Box::new(1), other: 2 }).ok();
    items.slot_other_mut();
    Items::take_pool().unwrap();
}
