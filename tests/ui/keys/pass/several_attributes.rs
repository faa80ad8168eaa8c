use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 300, layout = packed(12), guard = generation)]
#[pool(generation_bits = 20, on_wrap = retire, align = 64)]
#[pool(max_bytes = 64 * 1024, handle = ParticleId, pool = Particles, crate = ::stackpool,)]
struct Particle;

pub fn main() {
    assert_eq!(Particles::CAPACITY, 300);
    assert_eq!(Particles::GENERATION_BITS, 20);
    assert_eq!(size_of::<ParticleId>(), 4);
}
