use stackpool::{History, pool};

pool! {
    Units: [u32; 100];
}

fn main() {
    let units = UnitsPool::new();
    let mut history = History::<UnitsPool, 8>::new();
    history.push(&units);

    let mut history = History::<UnitsPool, 8>::with_delta_bytes(1_000);
    history.push(&units);
}
