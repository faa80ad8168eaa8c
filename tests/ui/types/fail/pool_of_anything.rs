struct Level {
    numbers: stackpool::Pool<u32>,
}

fn main() {}
