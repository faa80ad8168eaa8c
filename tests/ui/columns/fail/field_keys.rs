//! Keys of fields.

use stackpool::{Columns, Pool};

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Words {
    #[pool(skipp)]
    near: u8,
    #[pool(transient, colour = 3)]
    synonym: u8,
    #[pool(capacity = 3)]
    of_type: u8,
    #[pool(range = 0..4)]
    of_values: u8,
    #[pool(3)]
    number: u8,
    #[pool]
    alone: u8,
    #[pool()]
    nothing: u8,
    #[pool = 3]
    equals: u8,
}

#[derive(Columns)]
struct Values {
    #[pool(skip = true)]
    skip: u8,
    #[pool(group)]
    group: u8,
    #[pool(group =)]
    nothing: u8,
    #[pool(group = "hot")]
    text: u8,
    #[pool(group = mut)]
    keyword: u8,
    #[pool(group = a::b)]
    path: u8,
    #[pool(align = "16")]
    align: u8,
    #[pool(align(16))]
    call: u8,
    #[pool(align = 16 skip)]
    comma: u8,
    #[pool(skip, group = hot, skip)]
    #[pool(group = hot)]
    twice: u8,
}

fn main() {
    let mut pool = WordsPool::new();
    pool.slot_near_mut();
    let _ = (pool.slot_columns().alone, pool.slot_columns_mut().equals);
}
