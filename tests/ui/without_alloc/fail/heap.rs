use stackpool::Heap;

fn main() {
    let _: Option<Heap<u32>> = None;
}
