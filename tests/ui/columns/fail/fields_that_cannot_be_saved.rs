use stackpool::{Pool, Snapshot};

#[derive(Pool)]
#[pool(capacity = 100, columns)]
struct Wolf {
    position: [f32; 2],
    hunger: Option<u8>,
    #[pool(skip)]
    sound: (u8, u16),
}

#[derive(Snapshot)]
struct World {
    wolves: WolfPool,
}

#[derive(Pool)]
#[pool(capacity = 100, columns)]
struct Deer {
    position: [f32; 2],
    #[pool(skip)]
    name: &'static str,
}

fn main() {
    let _ = WolfPool::new().save();
    let _ = DeerPool::new().save();
}
