use stackpool::pool;

pool! {
    Bullets: [u32; 64], capacity = 128;
}

fn main() {}
