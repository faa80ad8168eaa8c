use stackpool::{HandleMap, PoolSpec, SideTables};

#[derive(SideTables)]
#[tables(of = (P, Q))]
struct World<P: PoolSpec, Q: PoolSpec> {
    names: HandleMap<P, u32>,
    gold: HandleMap<Q, u32>,
}

fn main() {}
