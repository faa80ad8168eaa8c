use stackpool::Pool;

#[derive(Pool)]
#[pool(capcity = 64, guard = alive, layout = packed(11), layout = u8)]
#[pool(generation_bits = "4", colour = red)]
union Particle<T: Copy> {
    #[pool(align = 64)]
    bits: T,
}

fn main() {}
