//! Rows of a group are plain data only if their fields are, and fill them.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, columns, dense)]
struct Sprite {
    #[pool(group = padded)]
    depth: u32,
    #[pool(group = padded)]
    layer: u8,
    #[pool(group = checked)]
    is_seen: bool,
    #[pool(group = checked)]
    kind: u8,
}

fn main() {
    let sprites = SpritePool::new();
    let _: &[u8] = bytemuck::cast_slice(sprites.padded());
    let _: &[u8] = bytemuck::cast_slice(sprites.checked());
}
