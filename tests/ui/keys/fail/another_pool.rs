//! A type with two pools is one mistake, also where both are used.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 100, pool = Visible)]
#[pool(capacity = 64 * 64, pool = Hidden, handle = HiddenId)]
struct Sprite {
    place: [f32; 2],
}

#[derive(Pool)]
#[pool(boxed, capacity = 10, box = Near)]
#[pool(boxed, capacity = 20, box = Far, algin = 8)]
struct Light(f32);

#[derive(Pool)]
#[pool(capacity = 10)]
#[pool(capacity = 20, pool = Others)]
struct Cell<T>(T);

fn main() {
    let (mut visible, mut hidden) = (Visible::new(), Hidden::new());
    let place = hidden.insert(Sprite { place: [0.0; 2] }).unwrap();
    let _: Option<HiddenId> = Some(place);
    visible.clear();
    let _ = (Near::new(Light(1.0)).ok(), Far::new(Light(1.0)).ok());
    let _ = Others::<u8>::new();
}
