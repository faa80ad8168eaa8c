use stackpool::pool;

pool! {
    pub Bullets [u32; 64];
}

fn main() {}
