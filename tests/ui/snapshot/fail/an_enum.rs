use stackpool::Snapshot;

#[derive(Snapshot)]
enum Phase {
    Menu,
    Match { frame: u32 },
}

fn main() {
    let phase = Phase::Match { frame: 1 };
    let _ = phase.save();
}
