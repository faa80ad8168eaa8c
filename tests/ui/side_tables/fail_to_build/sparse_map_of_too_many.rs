use stackpool::{SparseHandleMap, pool};

pool! {
    Units: [u32; 100_000];
}

fn main() {
    let _ = SparseHandleMap::<Units, &str, 65_536>::new();
}
