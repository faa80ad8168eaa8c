use stackpool::{HandleMap, pool};

pool! {
    Units: [u32; 64];
}

fn main() {
    let mut healths = HandleMap::<Units, u32>::new();
    for (_unit, a, b) in healths.join_mut(&healths) {
        *a += *b;
    }
}
