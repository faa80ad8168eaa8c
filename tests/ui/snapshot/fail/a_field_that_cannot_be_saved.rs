use stackpool::Snapshot;
use std::collections::HashMap;

#[derive(Snapshot)]
struct Player {
    score: u32,
    names: HashMap<u32, String>,
}

fn main() {
    let player = Player { score: 1, names: HashMap::new() };
    let _ = player.save();
}
