use stackpool::{SparseHandleMap, pool};

pool! {
    Units: [u32; 64];
}

fn main() {
    let _ = SparseHandleMap::<Units, &str, 0>::new();
}
