use stackpool::pool;

pool! {
    static Bullets: [u32; 64];
}

fn main() {}
