use stackpool::{Pool, pool};
use std::rc::Rc;

#[derive(Pool)]
#[pool(capacity = 64, objects = Node(None), sync = local)]
struct Node(Option<Rc<u32>>);

pool! {
    Local: [u32; 4], objects, sync = local;
    Cells: [std::cell::Cell<u32>; 4], objects;
}

fn main() {
    let number = LocalObject::acquire().unwrap();
    std::thread::spawn(move || *number);
    let cell = CellsObject::acquire().unwrap();
    std::thread::scope(|scope| scope.spawn(|| cell.set(7)));
}
