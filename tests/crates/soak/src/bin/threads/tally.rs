//! How often each operation was done.

use std::fmt;

/// The operations, of all kinds of pools.
#[derive(Clone, Copy)]
pub(crate) enum Operation {
    Make,
    MakeInPlace,
    MakeCyclic,
    Refuse,
    Drop,
    MoveOut,
    Write,
    Check,
    Send,
    Receive,
    Clone,
    Downgrade,
    Revoke,
    Upgrade,
    FindStale,
    OwnAndShare,
    Flush,
}

const NAMES: [&str; 17] = [
    "made",
    "made in place",
    "made with a weak pointer",
    "refused",
    "dropped",
    "moved out",
    "written",
    "checked",
    "sent",
    "received",
    "cloned",
    "downgraded",
    "revoked",
    "upgraded",
    "stale",
    "owned and shared again",
    "caches flushed",
];

/// The number of times that each operation was done with one pool.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally([u64; NAMES.len()]);

impl Tally {
    pub(crate) fn count(&mut self, operation: Operation) {
        self.0[operation as usize] += 1;
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }

    pub(crate) fn sum(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, count) in NAMES.iter().zip(self.0).filter(|(_, count)| *count > 0) {
            write!(f, "{separator}{count} {name}")?;
            separator = ", ";
        }
        Ok(())
    }
}
