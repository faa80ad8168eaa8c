use stackpool::Snapshot;

#[derive(Snapshot)]
struct World {
    frame: u32,
    #[snapshot(skip, plain)]
    camera: [f32; 2],
}

fn main() {}
