use stackpool::{HandleArray, pool};

pool! {
    Units: [u32; 1_000], guard = live;
}

fn main() {
    let units = HandleArray::<UnitsHandle, 16>::new();
    assert!(units.get(0).is_some());
}
