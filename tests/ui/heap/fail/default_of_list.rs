use stackpool::{Heap, ListPool};

#[derive(Default)]
struct Device {
    blocks: Heap<ListPool<u32, 3>>,
}

fn main() {
    println!("{}", Device::default().blocks.len());
}
