use stackpool::pool;

pool! {
    Words: [&str; 64];
}

fn main() {}
