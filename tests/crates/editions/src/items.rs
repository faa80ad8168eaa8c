//! Items of pools, their aliases, and markers.

use stackpool::{pool, Pool};

#[derive(Pool)]
#[pool(capacity = 10)]
pub struct gen {
    pub gen: u8,
    pub r#dyn: Option<genHandle>,
}

#[derive(Pool)]
#[pool(capacity = 300, pool = r#async, handle = r#dyn, marks, changes)]
pub struct r#try {
    gen: gen,
}

mod aliases {
    #[derive(stackpool::Pool)]
    #[pool(capacity = 10, pool = gen, handle = r#try, guard = live)]
    pub enum Item {
        gen,
        r#async { gen: u8 },
    }
}

mod markers {
    pub struct Item {
        pub gen: super::gen,
    }

    stackpool::pool! {
        pub gen: [Item; 10];
        pub r#try: [super::gen; gen::LEN], dense;
    }

    impl gen {
        const LEN: usize = 20;
    }
}

pool! {
    Floats: [(gen, r#dyn); 10];
}

pub fn test() {
    let mut gens = genPool::new();
    let first = gens.insert(gen { gen: 1, r#dyn: None }).ok();
    let second: Option<genHandle> = gens.insert(gen { gen: 2, r#dyn: first }).ok();
    assert_eq!(gens[second.unwrap()].r#dyn, first);

    let mut tries = r#async::new();
    let handle: r#dyn = tries.insert(r#try { gen: gen { gen: 3, r#dyn: None } }).ok().unwrap();
    assert_eq!(tries[handle].gen.gen, 3);

    let mut items = aliases::gen::new();
    let handle: aliases::r#try = items.insert(aliases::Item::r#async { gen: 4 }).ok().unwrap();
    assert!(matches!(items.remove(handle), Some(aliases::Item::r#async { gen: 4 })));
    assert!(items.insert(aliases::Item::gen).is_ok());

    let mut marked = markers::genPool::new();
    let handle: markers::genHandle =
        marked.insert(markers::Item { gen: gen { gen: 5, r#dyn: None } }).ok().unwrap();
    assert_eq!(marked[handle].gen.gen, 5);
    assert_eq!(markers::tryPool::CAPACITY, 20);

    let mut floats = FloatsPool::new();
    assert!(floats.insert((gen { gen: 6, r#dyn: None }, handle_of(&mut tries))).is_ok());
}

fn handle_of(tries: &mut r#async) -> r#dyn {
    tries.handles().next().unwrap()
}
