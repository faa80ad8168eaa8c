//! What several tests need.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How often each token was dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drops(Rc<RefCell<BTreeMap<u32, u32>>>);

impl Drops {
    /// A value that reports here when it is dropped.
    pub(crate) fn token(&self, id: u32) -> Token {
        let clash = self.0.borrow_mut().insert(id, 0);
        assert_eq!(clash, None, "token {id} exists already");
        Token { id, drops: self.clone() }
    }

    /// Tokens that were made and not dropped.
    pub(crate) fn alive(&self) -> Vec<u32> {
        self.0.borrow().iter().filter(|(_, drops)| **drops == 0).map(|(id, _)| *id).collect()
    }
}

/// A value with a destructor: it must be dropped once.
#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) id: u32,
    drops: Drops,
}

impl Drop for Token {
    fn drop(&mut self) {
        let mut drops = self.drops.0.borrow_mut();
        let count = drops.get_mut(&self.id).expect("a token that was never made was dropped");
        *count += 1;
        assert_eq!(*count, 1, "token {} was dropped twice", self.id);
    }
}
