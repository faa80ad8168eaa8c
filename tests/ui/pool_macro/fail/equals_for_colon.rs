use stackpool::pool;

pool! {
    Bullets = [u32; 64];
}

fn main() {}
