use stackpool::Snapshot;

#[derive(Snapshot, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[snapshot(plain)]
#[repr(C)]
struct Rules {
    rounds: u32,
    #[snapshot(skip)]
    seed: u32,
}

fn main() {}
