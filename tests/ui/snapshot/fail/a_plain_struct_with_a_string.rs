use stackpool::Snapshot;

#[derive(Snapshot)]
#[snapshot(plain)]
struct Player {
    score: u32,
    name: String,
}

fn main() {
    let player = Player { score: 1, name: String::new() };
    let _ = player.save();
}
