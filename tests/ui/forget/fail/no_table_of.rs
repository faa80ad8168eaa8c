use stackpool::{HandleLists, HandleMap, SideTables};

stackpool::pool! { Monsters: [u32; 10]; Items: [u32; 10]; Cells: [u32; 10]; }

#[derive(SideTables)]
#[tables(of = (Monsters, Items, Cells))]
struct Tables {
    names: HandleMap<Monsters, u32>,
    bags: HandleLists<Monsters, Items>,
}

#[derive(SideTables)]
#[tables(of = Cells)]
struct Empty;

fn main() {}
