use stackpool::Snapshot;

#[derive(Snapshot)]
struct Player {
    score: u32,
    name: String,
}

fn main() {
    let player = Player { score: 1, name: String::new() };
    let _ = player.save();
}
