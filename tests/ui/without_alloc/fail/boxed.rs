use stackpool::{HandleMap, Pool, pool};

#[derive(Pool, Clone)]
#[pool(capacity = 64)]
struct Shot {
    hits: u32,
}

pool! {
    Ports: [u16; 8_000..9_000];
}

fn main() {
    let mut shots = ShotPool::boxed();
    if let Ok(shot) = shots.insert(Shot { hits: 1 }) {
        shots[shot].hits += 1;
    }
    let copy: Box<ShotPool> = ShotPool::new().clone_boxed();
    println!("{}", copy.len());

    let ports = PortsPool::boxed();
    println!("{:?}", ports.clone_boxed().acquire());
    let _ = PortsPool::new().clone_boxed();

    let names: Box<HandleMap<Shot, u16>> = HandleMap::boxed();
    println!("{}", names.len());
}
