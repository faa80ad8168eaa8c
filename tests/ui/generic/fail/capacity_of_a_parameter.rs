//! Stable Rust computes no widths from a parameter.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 2 * WIDTH)]
struct Row<const WIDTH: usize, const WRAPS: bool> {
    cells: [u8; WIDTH],
    previous: Option<RowHandle<WIDTH, WRAPS>>,
}

#[derive(Pool)]
#[pool(capacity = T::MOST, max_bytes = size_of::<T>(), marks = { T::MOST })]
struct Many<'a, T: Limits>(&'a T, [Option<ManyHandle<'a, T>>; 2]);

trait Limits {
    const MOST: usize;
}

fn main() {
    let mut rows = RowPool::new();
    let first: RowHandle<4, true> = rows.insert(Row { cells: [0; 4], previous: None }).ok().unwrap();
    assert_eq!(rows[first].cells, [0; 4]);
    let _: [RowPool<2, false>; 2] = [RowPool::new(), RowPool::<2, false>::new()];
}
