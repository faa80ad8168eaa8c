use stackpool::{HandleMap, SideTables};

stackpool::pool! { Monsters: [u32; 10]; Items: [u32; 10]; }

#[derive(SideTables)]
#[tables(of = Monsters)]
struct Tables {
    names: HandleMap<Monsters, u32>,
    frame: u32,
    gold: HandleMap<Items, u32>,
    targets: Vec<MonstersHandle>,
}

#[derive(SideTables)]
#[tables(of = (Monsters, Items))]
struct World(HandleMap<Monsters, u32>, HandleMap<Items, u32>, Option<HandleMap<Items, u32>>);

fn main() {}
