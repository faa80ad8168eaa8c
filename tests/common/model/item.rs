//! Items of many shapes, each made of a number.

use std::fmt::Debug;

/// An item that is made of a number.
pub(crate) trait Item: Clone + PartialEq + Debug + 'static {
    /// What items report to: nothing, for most.
    type Witness: Default;

    fn made(id: u32, witness: &Self::Witness) -> Self;

    /// What can be told of the number that it was made of.
    fn stamp(&self) -> u32;

    /// The stamp of an item that is made of this number.
    fn stamp_of(id: u32) -> u32 {
        id
    }

    /// The numbers of the items that were dropped since they were asked for, in order, if that is known.
    fn dropped(_: &Self::Witness) -> Option<Vec<u32>> {
        None
    }

    /// The numbers of the items that were made and not dropped, in ascending order, if that is known.
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
