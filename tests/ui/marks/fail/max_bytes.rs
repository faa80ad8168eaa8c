use stackpool::pool;

pool! {
    Unmarked: [u32; 64], max_bytes = 396;
    Marked: [u32; 64], max_bytes = 396, marks = 4;
}

fn main() {}
