use stackpool::pool;

pool! {
    Bullets: [u32; 0];
}

fn main() {}
