use stackpool::Snapshot;

#[derive(Snapshot)]
#[snapshot(plain)]
enum Phase {
    #[snapshot(skip)]
    Menu,
    Match {
        #[snapshot(plain)]
        frame: u32,
        #[snapshot(skipped)]
        camera: [f32; 2],
    },
}

#[derive(Snapshot)]
enum Never {}

fn main() {}
