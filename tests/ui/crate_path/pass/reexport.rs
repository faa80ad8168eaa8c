mod engine {
    pub use stackpool as pools;

    #[macro_export]
    macro_rules! entity {
        ($name:ident, $capacity:expr) => {
            #[derive($crate::engine::pools::Pool)]
            #[pool(capacity = $capacity, crate = $crate::engine::pools)]
            pub struct $name;
        };
    }
}

entity!(Enemy, 40);

#[derive(engine::pools::Pool)]
#[pool(capacity = 64, crate = engine::pools)]
struct Particle;

engine::pools::pool! {
    #![pool(crate = engine::pools)]
    Words: [&'static str; 8];
    Numbers: [u8; 8], crate = ::stackpool;
}

fn main() {
    assert_eq!((EnemyPool::CAPACITY, ParticlePool::CAPACITY), (40, 64));
    assert_eq!((WordsPool::CAPACITY, NumbersPool::CAPACITY), (8, 8));
}
