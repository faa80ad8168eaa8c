use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = WIDTH)]
struct Row<const WIDTH: usize, const WRAPS: bool> {
    cells: [u8; WIDTH],
    next: Option<RowHandle>,
    previous: Option<RowHandle<WIDTH, WRAPS>>,
}

fn main() {
    let rows = Row::<4, true>::take_pool().unwrap();
    let first: RowHandle<4, true> = rows.insert(Row { cells: [0; 4], next: None, previous: None }).unwrap();
    assert_eq!(rows[first].cells, [0; 4]);
    let _: [RowPool; 2] = [RowPool::new(), RowPool::<4, false>::new()];
}
