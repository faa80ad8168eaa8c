use stackpool::{HandleMap, SideTables};

stackpool::pool! { Monsters: [u32; 10]; }

#[derive(SideTables)]
struct Tables {
    names: HandleMap<Monsters, u32>,
}

fn forget(tables: &mut Tables, monster: MonstersHandle) -> bool {
    tables.forget(monster)
}

fn main() {}
