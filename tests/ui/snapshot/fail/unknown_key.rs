use stackpool::Snapshot;

#[derive(Snapshot)]
#[snapshot(raw)]
struct World {
    #[snapshot(ignore)]
    camera: [f32; 2],
    #[snapshot(crate = stackpool)]
    frame: u32,
}

fn main() {}
