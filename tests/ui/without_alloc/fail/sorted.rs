use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, dense)]
struct Sprite {
    name: [u8; 16],
}

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 64, columns, dense)]
struct Spark {
    heat: u32,
    name: [u8; 16],
}

fn main() {
    let mut sprites = SpritePool::new();
    sprites.sort_by_cached_key(|sprite| sprite.name.to_ascii_lowercase());
    let mut sparks = SparkPool::new();
    sparks.sort_by_cached_key(|spark| (spark.name.to_ascii_lowercase(), *spark.heat));
}
