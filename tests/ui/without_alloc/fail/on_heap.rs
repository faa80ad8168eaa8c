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
    let mut shots = ShotPool::on_heap();
    if let Ok(shot) = shots.insert(Shot { hits: 1 }) {
        shots[shot].hits += 1;
    }

    let ports = PortsPool::on_heap();
    println!("{:?}", ports.clone().acquire());

    let mut names = HandleMap::<Shot, u16>::on_heap();
    names.clear();
}
