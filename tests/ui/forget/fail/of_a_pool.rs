use stackpool::{HandleMap, SideTables};

stackpool::pool! { Monsters: [u32; 10]; }

#[derive(SideTables)]
#[tables(of = MonstersPool)]
struct Tables {
    names: HandleMap<Monsters, u32>,
}

fn main() {}
