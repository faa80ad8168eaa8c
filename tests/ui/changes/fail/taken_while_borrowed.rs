use stackpool::{Change, Pool};

#[derive(Pool)]
#[pool(capacity = 64, changes)]
struct Sprite(u32);

fn main() {
    let mut sprites = SpritePool::new();
    for change in sprites.take_changed() {
        if let Change::Live(handle, _sprite) = change {
            sprites.remove(handle);
        }
    }
}
