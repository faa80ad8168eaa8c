//! A definition that is more visible than its item.

pub mod inner {
    use stackpool::{Columns, pool};

    #[derive(Columns)]
    struct Particle {
        x: u8,
    }

    pool! {
        pub Particles: [Particle; 10], columns;
    }
}

fn main() {
    let _ = inner::ParticlesPool::new();
}
