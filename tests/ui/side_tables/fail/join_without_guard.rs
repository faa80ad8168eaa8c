use stackpool::{HandleMap, pool};

pool! {
    Units: [u32; 64], guard = none;
}

fn main() {
    let names = HandleMap::<Units, &str>::new();
    let units = UnitsPool::new();
    let _ = names.join(&units).count();
}
