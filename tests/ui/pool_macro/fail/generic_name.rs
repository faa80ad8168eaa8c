use stackpool::pool;

pool! {
    Nodes<T>: [Vec<T>; 64];
}

fn main() {}
