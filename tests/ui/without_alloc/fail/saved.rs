use stackpool::{DeltaError, SnapshotError, ListPool, Pool, pool};

#[derive(Pool, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[pool(capacity = 64)]
#[repr(C)]
struct Shot {
    hits: u32,
}

pool! {
    Ports: [u16; 8_000..9_000];
}

fn main() -> Result<(), SnapshotError<DeltaError>> {
    let shots = ShotPool::new();
    let saved = shots.save();
    println!("{}", saved.len());
    let delta: Vec<u8> = shots.delta(&saved)?;
    println!("{}", delta.len());

    let ports = PortsPool::new();
    let saved: Vec<u8> = ports.save();
    println!("{}", ports.delta(&saved)?.len());

    println!("{}", ListPool::new([1, 2, 4]).save().len());
    Ok(())
}
