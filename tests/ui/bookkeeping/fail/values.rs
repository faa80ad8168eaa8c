use stackpool::{Pool, pool};

#[derive(Pool, Clone, Copy)]
#[pool(values, bookkeeping = free_list)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
}

pool! {
    Ports: [u16; 8_000..8_100], bookkeeping = index_stack;
    Names: [&'static str = ["Ada", "Blaise"]], bookkeeping = free_list;
}

fn main() {}
