//! The bytes of a queue: each member has its neighbours in the tree as numbers of 4 bytes, and its key. So a save does
//! not depend on the capacity.

use super::tree::{Branches, Side, rank, step};
use super::{HandleQueue, Node};
use crate::base::item_field::{Show, show_bytes};
use crate::base::link_bytes::LinkBytes;
use crate::base::shape::{mix, shape};
use crate::image::item_form::{Checked, FieldForm, FormOf, Reader, Sink, by_function, read};
use crate::image::plain_data::{self, PlainData};
use crate::layout::spec::PoolSpec;
use crate::side::chain::{Numbered, SlotOf, saved_as_numbers};
use crate::side::saved::Entries;
use core::cmp::Ordering;

impl<L: LinkBytes> Numbered<3> for Branches<L> {
    const NAMES: [&'static str; 3] = ["left", "right", "parent"];

    fn numbers(self) -> [u32; 3] {
        let [left, right] = self.children;
        [left, right, self.parent].map(L::to_bits)
    }

    fn of_numbers(numbers: [u32; 3]) -> Self {
        let [left, right, parent] = numbers.map(L::from_bits);
        Branches { children: [left, right], parent }
    }
}

saved_as_numbers!(Branches<L>, 3);

impl<K: PlainData, L: LinkBytes> PlainData for Node<K, L> {
    type Form = Self;
}

/// The branches, then the key.
impl<K: PlainData, L: LinkBytes> FieldForm for Node<K, L> {
    type Value = Self;
    const BYTES: usize = Branches::<L>::BYTES + K::Form::BYTES;
    const SHAPE: u64 = mix(shape("Node", K::Form::BYTES as u64), K::Form::SHAPE);
    const CALLS_DEFAULT: bool = K::Form::CALLS_DEFAULT;
    const SHOW: Show = |bytes, f| {
        let (branches, key) = bytes.split_at(Branches::<L>::BYTES);
        Branches::<L>::SHOW(branches, f)?;
        f.write_str(" of key ")?;
        K::Form::show().unwrap_or(show_bytes)(key, f)
    };

    #[inline(always)]
    fn put<S: Sink>(node: &Self, sink: &mut S) {
        Branches::put(&node.branches, sink);
        K::Form::put(&node.key, sink);
    }

    #[inline(always)]
    fn check(checked: &mut Checked<'_>) -> bool {
        Branches::<L>::check(checked) && K::Form::check(checked)
    }

    #[inline(always)]
    fn reader() -> impl Reader<Self> {
        let (branches, key) = (Branches::reader(), K::Form::reader());
        by_function(move |source| Node { branches: read(&branches, source), key: read(&key, source) })
    }
}

impl<P: PoolSpec, K: PlainData + Ord> HandleQueue<P, K> {
    /// Checks whether saved entries are those of a queue. O(entries * log(free slots between them)).
    pub(crate) fn is_queue(nodes: &Entries<'_, P, Node<K, SlotOf<P>>>, [first, root]: [u32; 2]) -> bool {
        let of = |slot| {
            let numbers =
                bytemuck::pod_read_unaligned::<[u32; 3]>(nodes.at_slot(slot)?.get(..size_of::<[u32; 3]>())?);
            Some(Branches::<[u8; 4]>::of_numbers(numbers).of(slot))
        };
        // Each member has one parent, which has a higher rank, and of which it is one child. So all are below the one
        // without a parent.
        let is_in_tree = |slot| {
            let own = of(slot)?;
            let is_child = |child| Some(rank(child) < rank(slot) && of(child)?.parent == Some(slot));
            let children = own.children.map(|child| child.is_none_or(|child| is_child(child) == Some(true)));
            let is_below = match own.parent {
                Some(parent) => of(parent)?.children.contains(&Some(slot)),
                None => root == slot as u32 + 1,
            };
            Some(
                children == [true; 2]
                    && (own.children[0].is_none() || own.children[0] != own.children[1])
                    && is_below,
            )
        };
        if !nodes.saved().all(|(member, _)| is_in_tree(member.index()) == Some(true)) {
            return false;
        }
        // From the first one on, all are visited, and no key is less than the one before.
        let read = plain_data::reader::<Node<K, SlotOf<P>>>();
        let key_at = |slot| nodes.at_slot(slot).map(|node| read(node).key);
        let (mut rest, mut visited, mut key) = (first.checked_sub(1).map(|first| first as usize), 0, None);
        while let Some(slot) = rest {
            // The first one may be no member.
            let Some(next) = key_at(slot) else { return false };
            if key.is_some_and(|key| next.cmp(&key) == Ordering::Less) {
                return false;
            }
            (rest, visited, key) = (step(of, slot, Side::RIGHT), visited + 1, Some(next));
        }
        visited == nodes.len() && (visited != 0 || root == 0)
    }
}
