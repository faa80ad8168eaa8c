//! Boxes, and objects that a method clears.

use stackpool::{pool, Pool};

#[derive(Pool)]
#[pool(capacity = 10, boxed, box = r#async)]
pub struct gen {
    gen: Option<r#async>,
}

#[derive(Pool)]
#[pool(capacity = 2, objects = first::gen, clear = gen)]
pub struct r#dyn {
    gen: u8,
}

mod first {
    pub const gen: super::r#dyn = super::r#dyn { gen: 3 };
}

impl r#dyn {
    fn gen(&mut self) {
        self.gen += 1;
    }
}

pool! {
    r#try: [r#dyn; 1], objects = r#dyn { gen: 8 }, clear = gen, sync = local;
    Shared: [gen; 2], shared;
}

pub fn test() {
    let boxed: r#async = r#async::new(gen { gen: None }).ok().unwrap();
    assert!(r#async::new(gen { gen: Some(boxed) }).ok().unwrap().gen.is_some());

    let mut object = dynObject::acquire().unwrap();
    object.gen = 5;
    drop(object);
    assert_eq!(dynObject::acquire().unwrap().gen, 6);
    assert_eq!(tryObject::acquire().unwrap().gen, 8);
    assert!(SharedArc::new(gen { gen: None }).is_ok());
}
