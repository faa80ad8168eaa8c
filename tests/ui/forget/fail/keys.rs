use stackpool::{HandleMap, SideTables};

stackpool::pool! { Monsters: [u32; 10]; Items: [u32; 10]; }

#[derive(SideTables)]
#[tables(pool = Monsters)]
struct Synonym(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables(Monsters)]
struct WithoutKey(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables(of = Monsters, of = Monsters)]
struct Twice(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables(of = (Monsters, Items, Monsters))]
struct InOneList(HandleMap<Monsters, u32>, HandleMap<Items, u32>);

#[derive(SideTables)]
#[tables(of = "Monsters")]
struct Text(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables(of)]
struct NoValue(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables(of = ())]
struct Nothing(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables]
struct NoKey(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables(of = Monsters, skip)]
struct SkipsAll(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables(of = Monsters crate = stackpool)]
struct NoComma(HandleMap<Monsters, u32>);

#[derive(SideTables)]
#[tables(of = Monsters)]
struct OnFields(
    #[tables(of = Monsters)] HandleMap<Monsters, u32>,
    #[tables(skipp)] u32,
    #[tables(skip, skip)] u32,
    #[tables(skip = true)] u32,
    #[tables("skip")] u32,
    #[tables()] u32,
);

fn main() {}
