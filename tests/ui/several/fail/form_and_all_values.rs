use stackpool::{Pool, pool};

const FEW: u8 = 2;

#[derive(Pool)]
#[pool(capacity = 1_000, layout = u8, generation_bits = 40, align = 3, colour = red)]
struct Particle;

#[derive(Pool)]
#[pool(capacity = 1_000, on_wrap = retire, max_bytes = FEW, handle = Spark)]
struct Spark(String);

#[derive(Pool)]
#[pool(capcity = 1_000, layout = u8, generation_bits = 40, align = 3)]
struct Ember;

pool! {
    Words: [String; 300], guard = none, layout = u8, gaurd = live;
    Words: [u8; 0];
    Cells: [[u8; 4]; 64], max_bytes = 100, size = 3;
}

fn main() {
    let _ = (ParticlePool::new(), SparkPool::new(), EmberPool::new(), WordsPool::new(), CellsPool::new());
}
