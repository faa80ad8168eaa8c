mod engine {
    pub use stackpool as pools;

    #[macro_export]
    macro_rules! entity {
        ($name:ident, $capacity:expr $(, $key:ident $(= $value:tt)?)*) => {
            #[derive($crate::engine::pools::Pool)]
            #[pool(capacity = $capacity, boxed $(, $key $(= $value)?)*, crate = $crate::engine::pools)]
            pub struct $name;
        };
    }
}

entity!(Enemy, 40);
entity!(Friend, 40, exact);
entity!(Thing, 40, sync = local, box = ThingPtr);

#[derive(engine::pools::Pool)]
#[pool(capacity = 300, boxed, crate = engine::pools)]
struct Particle;

engine::pools::pool! {
    #![pool(crate = engine::pools)]
    Words: [&'static str; 8], boxed, sync = local;
    Numbers: [u8; 8], boxed, crate = ::stackpool;
}

fn main() {
    let particle: engine::pools::PoolBox<Particle> = ParticleBox::new(Particle).ok().expect("room");
    assert_eq!((EnemyBox::CAPACITY, FriendBox::CAPACITY, ThingPtr::CAPACITY), (40, 40, 40));
    assert!(WordsBox::new("word").is_ok_and(|word| *word == "word") && NumbersBox::new(7).is_ok());
    drop(particle);
}
