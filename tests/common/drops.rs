//! Values with a destructor, and what became of each.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Which tokens there are, and which there were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drops(Rc<RefCell<Log>>);

#[derive(Debug, Default)]
struct Log {
    /// The next serial number.
    next: u64,
    /// The tokens that were not dropped, by their serial numbers.
    alive: BTreeMap<u64, u32>,
    /// Those that were, in order.
    dropped: Vec<u32>,
}

impl Drops {
    /// A value that reports here when it is dropped.
    pub(crate) fn token(&self, id: u32) -> Token {
        let mut log = self.0.borrow_mut();
        let serial = log.next;
        log.next += 1;
        log.alive.insert(serial, id);
        Token { id, serial, drops: self.clone() }
    }

    /// Tokens that were made and not dropped, in ascending order.
    pub(crate) fn alive(&self) -> Vec<u32> {
        let mut alive: Vec<u32> = self.0.borrow().alive.values().copied().collect();
        alive.sort_unstable();
        alive
    }

    /// Tokens that were dropped since this was asked, in order.
    pub(crate) fn take_dropped(&self) -> Vec<u32> {
        std::mem::take(&mut self.0.borrow_mut().dropped)
    }
}

/// A value with a destructor: it must be dropped once.
#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) id: u32,
    serial: u64,
    drops: Drops,
}

impl Clone for Token {
    fn clone(&self) -> Self {
        self.drops.token(self.id)
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        let mut log = self.drops.0.borrow_mut();
        let was_alive = log.alive.remove(&self.serial);
        assert_eq!(was_alive, Some(self.id), "token {} was dropped twice, or never made", self.id);
        log.dropped.push(self.id);
    }
}
