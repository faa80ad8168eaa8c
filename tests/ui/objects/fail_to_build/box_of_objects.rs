use stackpool::{PoolBox, pool};

pool! {
    Numbers: [u32; 4], objects;
}

fn main() {
    let number = PoolBox::<Numbers>::new(7).unwrap();
    assert_eq!(*number, 7);
}
