use stackpool::pool;

pool! {
    Words: [Vec<_>; 64];
}

fn main() {}
