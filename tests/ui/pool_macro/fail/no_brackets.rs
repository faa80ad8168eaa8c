use stackpool::pool;

pool! {
    Bullets: Vec<u32>;
}

fn main() {}
