use stackpool::pool;

pool! {
    Bullets: [u32];
    Words: [&str; 64], guard = alive;
    Nodes: [Vec<u8>; 64], guard = live, on_wrap = retire;
    Arrows: [u32; 64];
}

fn main() {
    let _ = (BulletsPool::new(), WordsPool::new(), NodesPool::new(), ArrowsPool::new());
}
