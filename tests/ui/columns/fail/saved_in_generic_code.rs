use stackpool::layout::Tracked;
use stackpool::{ColumnPool, Columns, PoolSpec};

fn save<P: PoolSpec<Item: Columns, Layout: Tracked>>(pool: &ColumnPool<P>) -> Vec<u8> {
    pool.save()
}

fn main() {}
