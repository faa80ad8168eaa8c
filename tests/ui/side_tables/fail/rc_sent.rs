use stackpool::{HandleMap, pool};
use std::rc::Rc;

pool! {
    Units: [u32; 64];
}

fn main() {
    let names = HandleMap::<Units, Rc<str>>::new();
    std::thread::spawn(move || names.len());
}
