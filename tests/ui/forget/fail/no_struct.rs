use stackpool::{HandleMap, SideTables};

stackpool::pool! { Monsters: [u32; 10]; }

#[derive(SideTables)]
#[tables(of = Monsters)]
enum Tables {
    Names(HandleMap<Monsters, u32>),
}

#[derive(SideTables)]
union Bits {
    of: u32,
}

fn main() {}
