use stackpool::{HandleMap, SideTables};

stackpool::pool! { Monsters: [u32; 10]; }

#[derive(SideTables)]
#[tables(of = Monsters)]
struct Tables<T> {
    names: HandleMap<Monsters, u32>,
    others: T,
}

fn main() {
    let mut monsters = MonstersPool::new();
    let monster = monsters.insert(1).unwrap();
    let mut tables = Tables { names: HandleMap::new(), others: HandleMap::<Monsters, u32>::new() };
    tables.forget(monster);
}
