//! Columns, in groups too.

use stackpool::{pool, Columns, Pool};

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 10, columns)]
pub struct gen {
    pub gen: u8,
    pub r#dyn: u16,
    pub r#async: [gen_of; 2],
}

pub type gen_of = u32;

#[derive(Columns, Clone, Copy, Debug)]
pub struct r#try {
    #[pool(group = gen)]
    pub gen: u8,
    #[pool(group = gen)]
    pub r#async: u8,
    #[pool(group = r#dyn)]
    pub r#dyn: u32,
    #[pool(group = r#dyn)]
    pub r#try: u32,
}

pool! {
    Tries: [r#try; 10], columns, dense;
}

pub fn test() {
    let mut gens = genPool::new();
    gens.insert(gen { gen: 1, r#dyn: 2, r#async: [3, 4] }).ok().unwrap();
    gens.slot_columns_mut().gen[0] += 1;
    gens.slot_dyn_mut()[0] += 1;
    assert_eq!(
        (gens.slot_gen(), gens.slot_columns().r#dyn, gens.slot_async()),
        (&[2][..], &[3][..], &[[3, 4]][..])
    );

    let mut tries = TriesPool::new();
    let handle = tries.insert(r#try { gen: 1, r#async: 2, r#dyn: 3, r#try: 4 }).ok().unwrap();
    let rows: &mut [tryGen] = tries.gen_mut();
    rows[0].gen = 5;
    let rows: &[tryDyn] = tries.columns().r#dyn;
    assert_eq!(rows[0].r#dyn, 3);
    let object: tryRef<'_> = tries.get(handle).unwrap();
    assert_eq!(format!("{object:?}"), "tryRef { gen: 5, async: 2, dyn: 3, try: 4 }");
    assert_eq!(tries.r#dyn().len(), 1);
}
