use stackpool::{Snapshot, SnapshotError, pool};

pool! {
    Units: [u32; 100], changes;
}

#[derive(Snapshot)]
struct World {
    units: UnitsPool,
    frame: u32,
}

fn main() -> Result<(), SnapshotError> {
    let mut world = World { units: UnitsPool::new(), frame: 0 };
    let saved: Vec<u8> = world.save();
    println!("{}", world.checksum());
    let delta: Vec<u8> = world.delta(&saved).unwrap();
    let changed: Vec<u8> = world.changed_delta();
    println!("{}", changed.len());
    let later: Vec<u8> = World::patch(&saved, &delta).unwrap();
    world.restore_resized(&later)?;

    let saved: Vec<u8> = UnitsPool::patch(&saved, &world.units.changed_delta::<Vec<u8>>()).unwrap();
    world.units.restore_resized(&saved).unwrap();
    println!("{}", world.frame);
    Ok(())
}
