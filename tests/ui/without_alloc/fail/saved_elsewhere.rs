use stackpool::{DeltaError, SnapshotError, HandleMap, Pool, SparseHandleMap, pool};

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 64, columns, changes)]
struct Boid {
    speed: u32,
}

pool! {
    Ports: [u16; 8_000..9_000];
}

fn main() -> Result<(), SnapshotError<DeltaError>> {
    let mut boids = BoidPool::new();
    let changed: Vec<u8> = boids.changed_delta();
    let patched: Vec<u8> = BoidPool::patch(&changed, &changed)?;
    let _ = boids.restore_resized(&patched);

    let mut ports = PortsPool::new();
    let patched: Vec<u8> = PortsPool::patch(&changed, &changed)?;
    let _ = ports.restore_resized(&patched);

    let names = HandleMap::<Boid, u16>::new();
    let saved: Vec<u8> = names.save();
    let few = SparseHandleMap::<Boid, u16, 8>::new();
    let saved: Vec<u8> = few.save();
    Ok(())
}
