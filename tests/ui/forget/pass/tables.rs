//! What rustc has to know of a field: the type itself, an alias, a parameter with a bound.
#![forbid(unsafe_code)]

use stackpool::{Handle, HandleMap, PoolSpec, SideTables};

stackpool::pool! { Monsters: [u32; 10]; }

type Names = HandleMap<Monsters, u32>;

#[derive(SideTables)]
#[tables(of = Monsters)]
struct Aliases(Names, #[tables(skip)] u8, [Names; 2]);

#[derive(SideTables)]
#[tables(of = (P))]
struct Parameters<'a, P: PoolSpec, T, V, const N: usize>
where
    T: SideTables<P>,
{
    tables: &'a mut T,
    lists: [HandleMap<P, V>; N],
}

fn forget_everywhere<P: PoolSpec>(tables: &mut impl SideTables<P>, handles: &[Handle<P>]) {
    for &handle in handles {
        tables.forget(handle);
    }
}

pub fn main() {
    let mut monsters = MonstersPool::new();
    let monster = monsters.insert(1).unwrap();
    let mut aliases = Aliases(Names::new(), 1, [Names::new(), Names::new()]);
    aliases.0.insert(monster, 1);
    aliases.2[1].insert(monster, 1);
    let mut parameters = Parameters { tables: &mut aliases, lists: [Names::new()] };
    parameters.lists[0].insert(monster, 2);
    forget_everywhere(&mut parameters, &[monster]);
    assert!(parameters.lists[0].is_empty());
    assert!(aliases.0.is_empty() && aliases.2[1].is_empty() && aliases.1 == 1);
}
