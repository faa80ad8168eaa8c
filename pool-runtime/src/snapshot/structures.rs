//! Lists, trees and queues of handles as parts of a world. Each has the bytes of a tuple of its parts. All links in
//! them are checked after the parts, and before anything changes.

use super::delta::{PartDeltas, Written};
use super::diff::DiffReport;
use super::fields::Parts;
use super::{Snapshot, SnapshotError, Then};
use crate::base::shape::shape;
use crate::image::plain_data::PlainData;
use crate::image::{BufferTooSmall, DeltaError, ResizeError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::side::handle_list::{HandleList, ListParts};
use crate::side::handle_lists::{HandleLists, ListsParts};
use crate::side::handle_map::HandleMap;
use crate::side::handle_queue::{HandleQueue, QueueParts};
use crate::side::handle_tree::{HandleTree, TreeParts};

/// Implements the trait for a structure of these parts. `$check` says whether the bytes of the two parts, which were
/// checked, belong together.
macro_rules! structure {
    (
        $(#[$docs:meta])*
        impl[$($generics:tt)*] for $structure:ty, $name:literal: $parts:ty, |$first:ident, $second:ident| $check:expr
    ) => {
        $(#[$docs])*
        impl<$($generics)*> Snapshot for $structure {
            const SAVED_BYTES: usize = <$parts>::SAVED_BYTES;
            const SHAPE: u64 = shape($name, 0);
            const CALLS_DEFAULT: bool = <$parts>::CALLS_DEFAULT;
            const DELTA_BYTES: usize = <$parts>::DELTA_BYTES;
            const PART: PartDeltas = <$parts>::PART;

            fn saved_len(&self) -> usize {
                self.parts().saved_len()
            }

            fn write_saved(&self, buffer: &mut [u8]) -> usize {
                self.parts().write_saved(buffer)
            }

            fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
                <$parts>::check_saved(saved)?;
                let mut parts = Parts::split::<$parts>(saved)?;
                let ($first, $second) = (parts.part(), parts.part());
                if $check { Ok(()) } else { Err(RestoreError::Links.into()) }
            }

            fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
                Self::check_saved(saved)?;
                self.parts_mut().restore_then(saved, then)
            }

            fn changed_len(&self) -> usize {
                self.parts().changed_len()
            }

            fn write_changed(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
                self.parts().write_changed(buffer)
            }

            fn clear_changes(&mut self) {
                self.parts_mut().clear_changes();
            }

            fn write_delta(base: &[u8], later: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
                <$parts>::write_delta(base, later, buffer)
            }

            fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
                <$parts>::read_delta(base, delta, buffer)
            }

            fn write_resized(saved: &[u8], buffer: &mut [u8]) -> Written<ResizeError> {
                <$parts>::write_resized(saved, buffer)
            }

            fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
                <$parts>::diff_saved(saved, report);
            }
        }
    };
}

structure! {
    /// Its bytes have the members with their neighbours, in slot order, and the first one. A restore checks that each
    /// member occurs once, in O(members * log(free slots between them)).
    impl[P: PoolSpec] for HandleList<P>, "HandleList": ListParts<P>, |members, first| {
        Self::is_list(&HandleMap::entries(members)?, bytemuck::pod_read_unaligned(first))
    }
}
structure! {
    /// Its bytes have the owners with their first members, and the members with their neighbours and owners, both in
    /// slot order. A restore checks that each member occurs once, in O(members * log(free slots between them)).
    impl[Owner: PoolSpec, P: PoolSpec] for HandleLists<Owner, P>, "HandleLists": ListsParts<Owner, P>,
    |owners, members| Self::are_lists(&HandleMap::entries(owners)?, &HandleMap::entries(members)?)
}
structure! {
    /// Its bytes have the nodes with their siblings, parent and first child, in slot order, and the first root. A
    /// restore checks that the walk from the roots visits each node once, in O(nodes * log(free slots between them)).
    impl[P: PoolSpec] for HandleTree<P>, "HandleTree": TreeParts<P>, |nodes, first| {
        Self::is_tree(&HandleMap::entries(nodes)?, bytemuck::pod_read_unaligned(first))
    }
}
structure! {
    /// Its bytes have the members with their neighbours in a tree and their keys, in slot order, the first one and the
    /// root. A restore checks that each member occurs once, and compares keys: none is less than the one before. It
    /// does so in O(members * log(free slots between them)).
    ///
    /// # Panics
    ///
    /// If the `Ord` of a key panics, nothing has changed.
    impl[P: PoolSpec, K: PlainData + Ord + 'static] for HandleQueue<P, K>, "HandleQueue": QueueParts<P, K>,
        |nodes, ends| Self::is_queue(&HandleMap::entries(nodes)?, bytemuck::pod_read_unaligned(ends))
}
