//! A constant parameter may have the name of a type in scope, which `Grid<N>` would mean.

use stackpool::{Pool, PoolSpec, Snapshot};

struct N;

#[derive(Pool)]
#[pool(capacity = 8, marks, changes)]
struct Grid<const N: usize> {
    cells: [u8; N],
    next: Option<GridHandle<{ N }>>,
}

#[derive(Pool, Snapshot, Clone, Copy)]
#[pool(capacity = 8, bookkeeping = free_list, max_bytes = 128)]
#[snapshot(item)]
struct Tree<T: stackpool::PlainData, const N: usize> {
    leaves: [T; N],
}

#[derive(Snapshot, Clone, Copy)]
enum Order<const N: usize> {
    Wait,
    Move([u8; N]),
}

#[derive(Snapshot)]
struct World<const N: usize> {
    order: Order<{ N }>,
    cells: [u16; N],
}

#[derive(Snapshot, Clone, Copy)]
#[snapshot(plain)]
struct Plain<const N: usize>([u8; N]);

unsafe impl<const N: usize> bytemuck::Zeroable for Plain<{ N }> {}
unsafe impl<const N: usize> bytemuck::Pod for Plain<{ N }> {}

pub fn main() {
    let mut grids = GridPool::<2>::new();
    let first: GridHandle<2> = grids.insert(Grid { cells: [1, 2], next: None }).ok().unwrap();
    let second = grids.insert(Grid { cells: [3, 4], next: Some(first) }).ok().unwrap();
    assert_eq!(grids[grids[second].next.unwrap()].cells, [1, 2]);
    let trees = TreePool::from_iter([Tree { leaves: [5_u16; 3] }]);
    assert_eq!(trees.values().next().unwrap().leaves, [5; 3]);
    assert_eq!((Grid::<2>::NAME, Plain::<3>::SAVED_BYTES), ("Grid", 3));

    let mut world = World { order: Order::Move([1, 2]), cells: [3, 4] };
    let mut buffer = [0; World::<2>::SAVED_BYTES];
    let saved = world.save_into(&mut buffer).unwrap();
    world.order = Order::Wait;
    world.restore(saved).unwrap();
    assert!(matches!(world.order, Order::Move([1, 2])) && world.cells == [3, 4]);
}
