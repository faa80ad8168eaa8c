use stackpool::{HandleMap, SideTables};

stackpool::pool! { Monsters: [u32; 10]; Items: [u32; 10]; Cells: [u32; 10]; }

#[derive(SideTables)]
#[tables(of = Monsters)]
struct Tables {
    names: HandleMap<Monsters, u32>,
}

#[derive(SideTables)]
#[tables(of = (Monsters, Items))]
struct World {
    names: HandleMap<Monsters, u32>,
    gold: HandleMap<Items, u32>,
}

fn forget(tables: &mut Tables, world: &mut World, items: &mut ItemsPool, item: ItemsHandle, cell: CellsHandle) {
    tables.forget(item);
    world.forget(cell);
    tables.remove_from(items, item);
}

fn remove(tables: &mut Tables, items: &mut ItemsPool, monster: MonstersHandle) {
    tables.remove_from(items, monster);
}

fn main() {}
