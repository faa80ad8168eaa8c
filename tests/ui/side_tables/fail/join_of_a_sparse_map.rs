use stackpool::{SparseHandleMap, pool};

pool! {
    Units: [u32; 64];
}

fn main() {
    let units = UnitsPool::new();
    let names = SparseHandleMap::<Units, &str, 8>::new();
    let _ = units.join(&names).count();
}
