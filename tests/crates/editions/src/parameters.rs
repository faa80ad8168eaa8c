//! Parameters of generic definitions.

use stackpool::{Columns, Pool, Snapshot};
use std::marker::PhantomData;

#[derive(Pool)]
#[pool(capacity = 10)]
pub struct Node<gen: Copy, const r#dyn: usize> {
    gen: [gen; r#dyn],
}

#[derive(Snapshot)]
pub struct World<gen: Snapshot> {
    gen: gen,
    r#dyn: [gen; 2],
}

#[derive(Snapshot, Clone, Copy)]
pub enum Order<gen: stackpool::PlainData> {
    gen(gen),
    r#try { gen: [gen; 2] },
}

#[derive(Columns, Clone, Copy)]
pub struct Row {
    pub gen: PhantomData<Node<u8, 2>>,
    pub r#dyn: gen::Type,
}

mod gen {
    pub type Type = u8;
}

stackpool::pool! {
    Rows: [Row; 10], columns;
}

pub fn test() {
    let mut nodes = NodePool::<u8, 2>::new();
    let handle: NodeHandle<u8, 2> = nodes.insert(Node { gen: [1, 2] }).ok().unwrap();
    assert_eq!(nodes[handle].gen, [1, 2]);

    let mut world = World { gen: Order::gen(3_u16), r#dyn: [Order::r#try { gen: [4, 5] }; 2] };
    let mut buffer = [0; World::<Order<u16>>::SAVED_BYTES];
    let saved = world.save_into(&mut buffer).unwrap();
    world.gen = Order::gen(0);
    world.restore(saved).unwrap();
    assert!(matches!((world.gen, world.r#dyn[1]), (Order::gen(3), Order::r#try { gen: [4, 5] })));

    let mut rows = RowsPool::new();
    assert!(rows.insert(Row { gen: PhantomData, r#dyn: 1 }).is_ok());
    assert_eq!(rows.slot_dyn(), [1]);
}
