//! An enum without fields can be plain data by `bytemuck`, so the derive alone does not make it an item.

use stackpool::{Pool, Snapshot};

#[derive(Snapshot, Clone, Copy)]
#[repr(u8)]
enum Mood {
    Calm = 1,
    Angry = 4,
}

#[derive(Pool, Snapshot)]
#[pool(capacity = 10)]
#[snapshot(item)]
struct Unit {
    mood: Mood,
}

fn main() {
    let mut moods = stackpool::Pool::<Moods>::new();
    let _ = moods.insert(Mood::Calm);
    let saved = moods.save();
    let _ = Mood::Angry;
}

stackpool::pool! {
    Moods: [Mood; 8];
}
