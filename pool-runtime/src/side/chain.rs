//! Chains: members that follow each other, by the numbers of their slots. Lists and trees are made of them.
//!
//! ```text
//!            slot 4         slot 7         slot 2
//!  next      7              2              2, its own: it is the last
//!  previous  2, the last    4              7
//! ```
//!
//! A chain is named by its first member, which leads to the last one in one step. No link stands for "none", so links
//! need no more bits than the index of a slot.
//!
//! The members of a chain are values of a [`HandleMap`], which knows their generations. A neighbour is read and written
//! without its key, which would be in another line of the cache: that is half of the time of a change at random places.
//!
//! Invariants:
//!
//! 1. The value of a member has links to slots that have a value in the same map.
//! 2. Each value is in one chain.
//! 3. The map of a structure began as zero bytes: `new` makes it so, `Zeroable` and the heap do, and nothing puts
//!    another map in its place.
//!
//! Nothing unsafe rests on the first two: a slot without a value has old links, or zero bytes, which are a link too.

#![expect(unsafe_code, reason = "the links of a neighbour are read without its key")]

use super::handle_map::HandleMap;
use super::saved::Entries;
use crate::base::link_bytes::LinkBytes;
use crate::handle::Handle;
use crate::image::plain_data::PlainData;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use bytemuck::AnyBitPattern;
use core::iter::FusedIterator;

/// The index of a slot of a pool, in as many bytes as it needs.
pub(super) type SlotOf<P> = <<P as PoolSpec>::Layout as Layout>::Index;

/// The neighbours of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Links<L> {
    /// The member before it; of the first one, the last.
    pub(super) previous: L,
    /// The member after it; of the last one, itself.
    pub(super) next: L,
}

/// The record of a member in a structure.
pub(super) trait Linked: AnyBitPattern {
    /// The index of a slot.
    type Slot: LinkBytes;

    /// The neighbours of the member.
    fn links(&self) -> Links<Self::Slot>;

    /// The same, for writing.
    fn links_mut(&mut self) -> &mut Links<Self::Slot>;
}

impl<L: LinkBytes> Linked for Links<L> {
    type Slot = L;

    #[inline]
    fn links(&self) -> Self {
        *self
    }

    #[inline]
    fn links_mut(&mut self) -> &mut Self {
        self
    }
}

/// A value that is saved as `N` numbers of 4 bytes. So a save does not depend on the capacity.
pub(super) trait Numbered<const N: usize>: Copy {
    /// The names of the numbers.
    const NAMES: [&'static str; N];

    /// The numbers of a value. Those of its links come first.
    fn numbers(self) -> [u32; N];

    /// The value of these numbers.
    fn of_numbers(numbers: [u32; N]) -> Self;
}

impl<L: LinkBytes> Numbered<2> for Links<L> {
    const NAMES: [&'static str; 2] = ["previous", "next"];

    fn numbers(self) -> [u32; 2] {
        [self.previous, self.next].map(L::to_bits)
    }

    fn of_numbers(numbers: [u32; 2]) -> Self {
        let [previous, next] = numbers.map(L::from_bits);
        Links { previous, next }
    }
}

/// Writes how a value of numbers is saved.
macro_rules! saved_as_numbers {
    ($Value:ident<$($L:ident),+>, $count:literal) => {
        // SAFETY: it consists of links, and any bytes are a link.
        #[expect(unsafe_code, reason = "links are any bytes")]
        unsafe impl<$($L: LinkBytes),+> bytemuck::Zeroable for $Value<$($L),+> {}
        // SAFETY: it consists of links, and any bytes are a link.
        #[expect(unsafe_code, reason = "links are any bytes")]
        unsafe impl<$($L: LinkBytes),+> bytemuck::AnyBitPattern for $Value<$($L),+> {}

        impl<$($L: LinkBytes),+> $crate::image::plain_data::PlainData for $Value<$($L),+> {
            type Form = Self;
        }

        impl<$($L: LinkBytes),+> $crate::image::item_form::FieldForm for $Value<$($L),+> {
            type Value = Self;
            const BYTES: usize = size_of::<[u32; $count]>();
            const SHAPE: u64 = $crate::base::shape::shape(stringify!($Value), $count);
            const CALLS_DEFAULT: bool = false;
            const SHOW: $crate::base::item_field::Show = |bytes, f| {
                let numbers: [u32; $count] = bytemuck::pod_read_unaligned(bytes);
                f.debug_map().entries(Self::NAMES.iter().zip(numbers)).finish()
            };

            #[inline(always)]
            fn put<Z: $crate::image::item_form::Sink>(value: &Self, sink: &mut Z) {
                sink.put(&value.numbers());
            }

            /// Any bytes are numbers. The structure checks all numbers together.
            #[inline(always)]
            fn check(checked: &mut $crate::image::item_form::Checked<'_>) -> bool {
                $crate::image::item_form::Memory::<[u32; $count]>::check(checked)
            }

            #[inline(always)]
            fn reader() -> impl $crate::image::item_form::Reader<Self> {
                let reader = $crate::image::item_form::Memory::<[u32; $count]>::reader();
                $crate::image::item_form::by_function(move |source| {
 Self::of_numbers($crate::image::item_form::read(&reader, source))})
            }
        }
    };
}
pub(super) use saved_as_numbers;

saved_as_numbers!(Links<L>, 2);

/// The slots of the members before and after one.
#[inline]
fn links<P: PoolSpec, V: Linked>(members: &HandleMap<P, V>, index: usize) -> Links<usize> {
    invariant!(members.entry_at(index).is_some(), "a link to a slot without a member");
    // SAFETY: 1. Invariant 3.
    let Some(value) = (unsafe { members.memory(index) }) else {
        return Links { previous: index, next: index };
    };
    let Links { previous, next } = value.links();
    Links { previous: previous.to_bits() as usize, next: next.to_bits() as usize }
}

/// The links of a member, for writing.
#[inline]
fn links_mut<P: PoolSpec, V: Linked>(
    members: &mut HandleMap<P, V>,
    index: usize,
) -> Option<&mut Links<V::Slot>> {
    invariant!(members.entry_at(index).is_some(), "a link to a slot without a member");
    // SAFETY: 1. Invariant 3.
    unsafe { members.memory_mut(index) }.map(V::links_mut)
}

#[inline]
fn set_next<P: PoolSpec, V: Linked>(members: &mut HandleMap<P, V>, index: usize, next: usize) {
    if let Some(links) = links_mut(members, index) {
        links.next = V::Slot::from_bits(next as u32);
    }
}

#[inline]
fn set_previous<P: PoolSpec, V: Linked>(members: &mut HandleMap<P, V>, index: usize, previous: usize) {
    if let Some(links) = links_mut(members, index) {
        links.previous = V::Slot::from_bits(previous as u32);
    }
}

/// The slot of the member after one; `None` after the last.
#[inline]
pub(super) fn next<P: PoolSpec, V: Linked>(members: &HandleMap<P, V>, index: usize) -> Option<usize> {
    let next = links(members, index).next;
    (next != index).then_some(next)
}

/// The slot of the member before one; `None` before the first.
#[inline]
pub(super) fn previous<P: PoolSpec, V: Linked>(members: &HandleMap<P, V>, index: usize) -> Option<usize> {
    let previous = links(members, index).previous;
    // Before the first one, the links lead to the last one.
    (links(members, previous).next == index && previous != index).then_some(previous)
}

/// The slot of the last member of the chain that begins with `first`.
#[inline]
pub(super) fn last<P: PoolSpec, V: Linked>(members: &HandleMap<P, V>, first: usize) -> usize {
    links(members, first).previous
}

/// Makes room for a member that is in no chain, before another one or at the end. Returns its links, and the first
/// member.
#[inline]
pub(super) fn place<P: PoolSpec, V: Linked>(
    members: &mut HandleMap<P, V>,
    first: Option<usize>,
    index: usize,
    before: Option<usize>,
) -> (Links<V::Slot>, usize) {
    let own = V::Slot::from_bits(index as u32);
    let Some(first) = first else { return (Links { previous: own, next: own }, index) };
    let (place, mut previous) = (before.unwrap_or(first), own);
    if let Some(links) = links_mut(members, place) {
        previous = core::mem::replace(&mut links.previous, own);
    }
    let next = before.map_or(own, |before| V::Slot::from_bits(before as u32));
    if before == Some(first) {
        return (Links { previous, next }, index);
    }
    set_next(members, previous.to_bits() as usize, index);
    (Links { previous, next }, first)
}

/// Unlinks a member. Its own links stay as they are. Returns the first of the members that are left.
#[inline]
pub(super) fn unlink<P: PoolSpec, V: Linked>(
    members: &mut HandleMap<P, V>,
    first: usize,
    index: usize,
) -> Option<usize> {
    let Links { previous, next } = links(members, index);
    let is_last = next == index;
    if is_last && index == first {
        return None;
    }
    set_previous(members, if is_last { first } else { next }, previous);
    if index == first {
        return Some(next);
    }
    set_next(members, previous, if is_last { previous } else { next });
    Some(first)
}

/// Iterates over the handles of a chain.
pub(super) struct Chain<'a, P: PoolSpec, V> {
    members: &'a HandleMap<P, V>,
    /// The first and the last slot that were not visited.
    ends: Option<(usize, usize)>,
}

impl<'a, P: PoolSpec, V: Linked> Chain<'a, P, V> {
    pub(super) fn new(members: &'a HandleMap<P, V>, first: Option<usize>) -> Self {
        Chain { members, ends: first.map(|first| (first, last(members, first))) }
    }
}

impl<P: PoolSpec, V> Clone for Chain<'_, P, V> {
    fn clone(&self) -> Self {
        Chain { ..*self }
    }
}

impl<P: PoolSpec, V: Linked> Iterator for Chain<'_, P, V> {
    type Item = Handle<P>;

    #[inline]
    fn next(&mut self) -> Option<Handle<P>> {
        let (front, back) = self.ends?;
        let (handle, value) = self.members.entry_at(front)?;
        self.ends = (front != back).then(|| (value.links().next.to_bits() as usize, back));
        Some(handle)
    }
}

impl<P: PoolSpec, V: Linked> DoubleEndedIterator for Chain<'_, P, V> {
    #[inline]
    fn next_back(&mut self) -> Option<Handle<P>> {
        let (front, back) = self.ends?;
        let (handle, value) = self.members.entry_at(back)?;
        self.ends = (front != back).then(|| (front, value.links().previous.to_bits() as usize));
        Some(handle)
    }
}

impl<P: PoolSpec, V: Linked> FusedIterator for Chain<'_, P, V> {}

/// The saved members of a structure, whose entries were checked. The first two of the `N` numbers of a member are its
/// links.
pub(super) struct SavedMembers<'a, P, V, const N: usize> {
    entries: &'a Entries<'a, P, V>,
    /// How many members were not visited.
    left: usize,
}

impl<'a, P: PoolSpec, V: PlainData + Numbered<N>, const N: usize> SavedMembers<'a, P, V, N> {
    pub(super) fn new(entries: &'a Entries<'a, P, V>) -> Self {
        SavedMembers { entries, left: entries.len() }
    }

    /// The numbers of the member in a slot.
    pub(super) fn get(&self, slot: u32) -> Option<[u32; N]> {
        self.entries.at_slot(slot as usize).map(bytemuck::pod_read_unaligned)
    }

    /// Visits a chain from its first member on. `None` if a link is wrong, or if the numbers of a member, in a slot,
    /// are not those of the chain.
    ///
    /// Each member names the one before it. So a chain that reaches a member twice never ends, which the count of
    /// members detects.
    pub(super) fn visit(&mut self, first: u32, belongs: impl Fn(u32, [u32; N]) -> bool) -> Option<()> {
        let last = self.get(first)?[0];
        let (mut slot, mut previous) = (first, last);
        loop {
            self.left = self.left.checked_sub(1)?;
            let numbers = self.get(slot)?;
            if numbers[0] != previous || !belongs(slot, numbers) {
                return None;
            }
            let next = numbers[1];
            if next == slot {
                return (slot == last).then_some(());
            }
            (previous, slot) = (slot, next);
        }
    }

    /// Whether all were visited.
    pub(super) fn are_all(&self) -> bool {
        self.left == 0
    }
}
