//! Values.

use stackpool::{pool, Pool};

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(values)]
pub struct gen {
    #[pool(range = 0..genes)]
    gen: u8,
    r#dyn: r#try,
}

const genes: u8 = 4;

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(values)]
pub enum r#try {
    gen,
    r#async,
}

pool! {
    r#async: [gen { gen: 0..genes, r#dyn }];
}

pub fn test() {
    let mut gens = genPool::new();
    let value = gens.acquire().unwrap();
    assert_eq!(value, gen { gen: 0, r#dyn: r#try::gen });
    assert!(gens.release(value).is_ok());
    assert_eq!((tryPool::CAPACITY, asyncPool::CAPACITY, genPool::CAPACITY), (2, 8, 8));
    assert_eq!(tryPool::new().acquire_many(2).map(|mut all| all.nth(1)), Some(Some(r#try::r#async)));
}
