//! `clear` calls whatever `item.clear()` is in code of the user.

use stackpool::{Pool, pool};
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

trait Clear {
    fn clear(&mut self);
}

#[derive(Pool)]
#[pool(capacity = 4, objects = ByTrait(0), clear)]
struct ByTrait(u32);

impl Clear for ByTrait {
    fn clear(&mut self) {
        self.0 = 0;
    }
}

#[derive(Pool)]
#[pool(capacity = 4, objects = Shared(Cell::new(0)), clear)]
struct Shared(Cell<u32>);

impl Shared {
    fn clear(&self) {
        self.0.set(0);
    }
}

#[derive(Pool)]
#[pool(capacity = 4, objects = Line(String::new()), clear)]
struct Line(String);

impl Deref for Line {
    type Target = String;

    fn deref(&self) -> &String {
        &self.0
    }
}

impl DerefMut for Line {
    fn deref_mut(&mut self) -> &mut String {
        &mut self.0
    }
}

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 4, objects = Copied([0; 2]), clear = reset)]
struct Copied([u8; 2]);

impl Copied {
    fn reset(&mut self) -> &mut [u8] {
        self.0[0] = 0;
        &mut self.0
    }
}

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 4, objects = Inner(Copied([0; 2])), clear = reset)]
struct Inner(Copied);

impl Deref for Inner {
    type Target = Copied;

    fn deref(&self) -> &Copied {
        &self.0
    }
}

impl DerefMut for Inner {
    fn deref_mut(&mut self) -> &mut Copied {
        &mut self.0
    }
}

pool! {
    Words: [String; 4], objects = String::new(), clear;
    Pairs: [[u8; 2]; 4], objects, clear = reverse;
}

pub fn main() {
    for _ in 0..2 {
        let mut by_trait = ByTraitObject::acquire().unwrap();
        assert_eq!(std::mem::replace(&mut by_trait.0, 3), 0);
        assert_eq!(SharedObject::acquire().unwrap().0.replace(3), 0);
        let mut line = LineObject::acquire().unwrap();
        assert_eq!(line.len(), 0);
        line.push('a');
        let mut word = WordsObject::acquire().unwrap();
        assert_eq!(word.len(), 0);
        word.push('a');
        let mut copied = CopiedObject::acquire().unwrap();
        assert_eq!(std::mem::replace(&mut copied.0[0], 3), 0);
        let mut inner = InnerObject::acquire().unwrap();
        assert_eq!(std::mem::replace(&mut inner.0.0[0], 3), 0);
    }
    PairsObject::acquire().unwrap()[0] = 3;
    assert_eq!(*PairsObject::acquire().unwrap(), [0, 3]);
}
