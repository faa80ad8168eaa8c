use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, align = 128)]
struct Particle(u8);

pub fn main() {
    assert_eq!(align_of::<ParticlePool>(), 128);
}
