use stackpool::pool;

pool! {
    Bullets: [u32; 64];
    Bullets: [Vec<u8>; 128];
}

fn main() {}
