//! Keys of the type that do not go with `columns`.

use stackpool::{Columns, Pool, pool};

#[derive(Pool)]
#[pool(capacity = 10, columns, boxed)]
struct Boxed {
    x: u8,
}

#[derive(Pool, Clone, Copy)]
#[pool(values, columns)]
struct Values {
    x: bool,
}

#[derive(Pool)]
#[pool(capacity = 10, columns, align = 64, bookkeeping = free_list, max_bytes = 1)]
struct Keys {
    x: u32,
}

#[derive(Pool)]
#[pool(capacity = 10, columns, clone, sync = local)]
struct OfBoxes {
    x: u32,
}

#[derive(Pool)]
#[pool(capacity = 10, columns, columns)]
struct Twice {
    x: u32,
}

#[derive(Pool)]
#[pool(capacity = 10, columns = 4)]
struct Value {
    x: u32,
}

#[derive(Pool)]
#[pool(capacity = 10, columns = false)]
struct Denied {
    x: String,
}

#[derive(Pool)]
#[pool(capacity = 10, soa)]
struct Synonym {
    x: u32,
}

#[derive(Columns, Clone, Copy)]
struct Item {
    x: bool,
}

pool! {
    InBoxes: [Item; 10], columns, boxed;
    Aligned: [Item; 10], columns, align = 64;
    Listed: [Item; 10], columns, bookkeeping = free_list;
    Counted: [Item { x }], columns;
}

fn main() {
    let boxed = BoxedBox::new(Boxed { x: 1 });
    KeysPool::new().slot_x_mut()[0] += 1;
    let _ = (boxed, ValuesPool::new(), TwicePool::new().slot_x(), OfBoxesBox::new(OfBoxes { x: 1 }));
    let _ = (ValuePool::new().slot_x(), DeniedPool::new(), AlignedPool::new().slot_x());
    let _ = InBoxesBox::new(Item { x: true });
    let _ = (ListedPool::new().slot_x(), CountedPool::new(), SynonymPool::new());
}
