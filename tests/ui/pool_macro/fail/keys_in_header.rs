use stackpool::pool;

pool! {
    #![pool(guard = live)]
    Bullets: [u32; 64];
}

fn main() {}
