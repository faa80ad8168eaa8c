//! Values with a destructor, and a log of their drops, which threads can share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A log of the tokens that exist and of those that were dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drops(Arc<Mutex<Log>>);

#[derive(Debug, Default)]
struct Log {
    /// The next serial number.
    next: u64,
    /// The tokens that were not dropped yet, by serial number.
    alive: BTreeMap<u64, u32>,
    /// The tokens that were dropped, in order.
    dropped: Vec<u32>,
}

impl Drops {
    fn log(&self) -> MutexGuard<'_, Log> {
        // A token that was dropped twice panics with the log in hand.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a value that reports to this log when it is dropped.
    pub(crate) fn token(&self, id: u32) -> Token {
        let mut log = self.log();
        let serial = log.next;
        log.next += 1;
        log.alive.insert(serial, id);
        drop(log);
        Token { id, serial, drops: self.clone() }
    }

    /// The tokens that exist, in ascending order.
    pub(crate) fn alive(&self) -> Vec<u32> {
        let mut alive: Vec<u32> = self.log().alive.values().copied().collect();
        alive.sort_unstable();
        alive
    }

    /// The tokens that were dropped since the last call, in order.
    pub(crate) fn take_dropped(&self) -> Vec<u32> {
        std::mem::take(&mut self.log().dropped)
    }
}

/// A value with a destructor, which must run exactly once.
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
        let mut log = self.drops.log();
        let was_alive = log.alive.remove(&self.serial);
        assert_eq!(was_alive, Some(self.id), "token {} was dropped twice, or never made", self.id);
        log.dropped.push(self.id);
    }
}
