//! `keep` is a word alone, beside `skip` it says too much, and zero bytes are a value of the field.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Sprite {
    #[pool(keep = true)]
    image: u32,
    #[pool(skip, keep)]
    mass: f32,
    #[pool(keeps)]
    name: char,
}

#[derive(Clone, Copy)]
struct NotZeroable(u8);

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Body {
    place: u32,
    #[pool(keep)]
    mesh: NotZeroable,
}

fn main() {
    let _ = BodyPool::check_saved(&[]);
}
