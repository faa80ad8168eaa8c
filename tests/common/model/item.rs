//! Items of many types. Each item is made from a number.

use std::fmt::Debug;

/// An item that is made from a number.
pub(crate) trait Item: Clone + PartialEq + Debug + 'static {
    /// What items report their drops to. Most items report nothing.
    type Witness: Default;

    fn made(id: u32, witness: &Self::Witness) -> Self;

    /// Returns the part of the number that can be read back from the item.
    fn stamp(&self) -> u32;

    /// The stamp of an item that is made from this number.
    fn stamp_of(id: u32) -> u32 {
        id
    }

    /// The numbers of the items that were dropped since the last call, in order, if the items report drops.
    fn dropped(_: &Self::Witness) -> Option<Vec<u32>> {
        None
    }

    /// The numbers of the items that exist, in ascending order, if the items report drops.
    fn alive(_: &Self::Witness) -> Option<Vec<u32>> {
        None
    }
}

impl Item for u32 {
    type Witness = ();

    fn made(id: u32, (): &()) -> Self {
        id
    }

    fn stamp(&self) -> u32 {
        *self
    }
}
