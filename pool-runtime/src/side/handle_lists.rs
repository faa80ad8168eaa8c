//! Ordered lists of objects, each of an owner.
//!
//! The members are a map from handles to their links and the slot of their owner. The owners are a map from handles to
//! the first member. So both know the generations of what they name, and both are saved as maps.
//!
//! Invariants, besides those of [chains](super::chain):
//!
//! 1. An owner is in the map if it has a member.
//! 2. A member is in the chain of the owner that it names.

use super::chain::{self, Chain, Linked, Links, Numbered, SavedMembers, SlotOf, saved_as_numbers};
use super::handle_map::HandleMap;
use super::saved::Entries;
use crate::base::link_bytes::LinkBytes;
use crate::body::changes::Change;
use crate::handle::Handle;
use crate::layout::spec::{PoolSpec, check};
use core::fmt;
use core::iter::FusedIterator;

/// A member: its neighbours, and its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Member<O, L> {
    links: Links<L>,
    owner: O,
}

impl<O: LinkBytes, L: LinkBytes> Linked for Member<O, L> {
    type Slot = L;

    #[inline]
    fn links(&self) -> Links<L> {
        self.links
    }

    #[inline]
    fn links_mut(&mut self) -> &mut Links<L> {
        &mut self.links
    }
}

impl<O: LinkBytes, L: LinkBytes> Numbered<3> for Member<O, L> {
    const NAMES: [&'static str; 3] = ["previous", "next", "owner"];

    fn numbers(self) -> [u32; 3] {
        let [previous, next] = self.links.numbers();
        [previous, next, self.owner.to_bits()]
    }

    fn of_numbers([previous, next, owner]: [u32; 3]) -> Self {
        Member { links: Links::of_numbers([previous, next]), owner: O::from_bits(owner) }
    }
}

saved_as_numbers!(Member<O, L>, 3);

/// The first member of an owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct First<L>(L);

impl<L: LinkBytes> Numbered<1> for First<L> {
    const NAMES: [&'static str; 1] = ["first"];

    fn numbers(self) -> [u32; 1] {
        [self.0.to_bits()]
    }

    fn of_numbers([first]: [u32; 1]) -> Self {
        First(L::from_bits(first))
    }
}

saved_as_numbers!(First<L>, 1);

/// The owners with their first members.
type Owners<Owner, P> = HandleMap<Owner, First<SlotOf<P>>>;
/// The members of all lists.
type Members<Owner, P> = HandleMap<P, Member<SlotOf<Owner>, SlotOf<P>>>;
/// The parts of lists, as they are saved.
pub(crate) type ListsParts<Owner, P> = (Owners<Owner, P>, Members<Owner, P>);

/// Ordered lists of objects, one for each owner: the members of a cell, the orders of a price, the timers of a
/// connection.
///
/// The objects are in a pool `P`, the owners in a pool `Owner`, which can be the same one. Both stay where they are.
/// An object is a member of one list at most: pushing it to another list moves it.
///
/// ```
/// use stackpool::{HandleLists, Pool, pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000)]
/// struct Unit {
///     health: u32,
/// }
///
/// pool! {
///     Cells: [[u8; 2]; 64];
/// }
///
/// let (mut units, mut cells) = (UnitPool::new(), CellsPool::new());
/// let mut members = HandleLists::<Cells, Unit>::new();
/// let (here, there) = (cells.insert([0, 0])?, cells.insert([0, 1])?);
/// for health in [10, 20, 30] {
///     members.push_back(here, units.insert(Unit { health }).unwrap());
/// }
///
/// let first = members.first(here).unwrap();
/// assert_eq!(members.push_back(there, first), Some(here)); // it moves, in O(1)
/// assert_eq!(members.owner_of(first), Some(there));
/// assert!(members.iter(here).map(|unit| units[unit].health).eq([20, 30]));
/// # Ok::<(), stackpool::Full<[u8; 2]>>(())
/// ```
///
/// # Handles
///
/// The lists store the generation of each member and of each owner. A stale handle finds nothing, as in a
/// [`HandleMap`](crate::HandleMap#keys). A slot is in one list at most, under one handle:
///
/// - If you push a member under another handle of the same slot, the earlier member leaves its list first.
/// - If you push to an owner under another handle of the same slot, the list of the earlier owner is cleared first. So
///   a new owner does not inherit members. This is O(members of the earlier owner): each member leaves a list once, so
///   it is O(1) per push on average.
///
/// Generations wrap, so the lists cannot tell which of two handles is newer: a push under a stale handle replaces what
/// the newer one has. Ask the pool first if a handle may be stale.
///
/// The lists do not know what happens in the pools. **Remove an object from its list when you remove it from its pool,
/// and [clear](HandleLists::clear_list) the list of an owner when you remove the owner**:
/// [`#[derive(SideTables)]`](crate::SideTables) does both. Or sweep now and then with [`retain`](HandleLists::retain)
/// and [`retain_owners`](HandleLists::retain_owners). If handles carry no generation, or once the generations of a slot
/// wrap, a new object in the slot is a member in place of the old one.
///
/// # Saved in worlds
///
/// Lists are part of a [`Snapshot`](crate::Snapshot), together with their pools. With feature `serde`, they are
/// serialized as a sequence of owners and members, in the order of each list.
///
/// # Size
///
/// A slot of `P` takes three indices and the key of a [`HandleMap`](crate::HandleMap#size). The index of a slot takes 1
/// byte up to a capacity of 256, 2 up to 65,536, 3 up to 16,777,216. A slot of `Owner` takes one index and a key. All
/// zero bytes are empty lists, so a static is `.bss`.
///
/// ```
/// use stackpool::{HandleLists, pool};
/// pool! {
///     Cells: [[u8; 2]; 64];
///     Units: [[u64; 16]; 1_000];
/// }
/// assert_eq!(HandleLists::<Cells, Units>::TOTAL_BYTES, 1_000 * (2 + 2 + 1 + 1) + 64 * (2 + 1) + 16);
/// ```
#[doc(alias("intrusive", "LinkedList", "MultiMap"))]
pub struct HandleLists<Owner: PoolSpec, P: PoolSpec> {
    pub(super) parts: ListsParts<Owner, P>,
}

impl<Owner: PoolSpec, P: PoolSpec> HandleLists<Owner, P> {
    /// Makes lists without members, as a value. It crosses the call stack, as with
    /// [`HandleMap::new`](crate::HandleMap::new). `on_heap` (feature `alloc`) makes them on the heap.
    #[must_use]
    pub const fn new() -> Self {
        const { check::<P>() };
        HandleLists { parts: (HandleMap::new(), HandleMap::zeroed()) }
    }

    fn owners(&self) -> &Owners<Owner, P> {
        &self.parts.0
    }

    pub(super) fn members(&self) -> &Members<Owner, P> {
        &self.parts.1
    }

    /// The slot of the first member of an owner.
    fn first_slot(&self, owner: Handle<Owner>) -> Option<usize> {
        self.owners().get(owner).map(|first| first.0.to_bits() as usize)
    }

    /// Returns the owner of the list that has this member, or `None`. O(1).
    #[inline]
    #[must_use]
    pub fn owner_of(&self, member: Handle<P>) -> Option<Handle<Owner>> {
        let owner = self.members().get(member)?.owner;
        self.owners().handle_at(owner.to_bits() as usize)
    }

    /// Adds a member at the end of the owner's list. Returns the owner of the list that it was in before, which can be
    /// the same one. O(1), apart from [an earlier owner](HandleLists#handles) in the slot.
    #[doc(alias = "insert")]
    pub fn push_back(&mut self, owner: Handle<Owner>, member: Handle<P>) -> Option<Handle<Owner>> {
        let former = self.remove_slot(member.index());
        let first = self.own_first(owner);
        self.put(owner, first, member, None);
        former.filter(|former| former.0 == member).map(|former| former.1)
    }

    /// Adds a member at the front of the owner's list. Returns the owner of the list that it was in before, which can
    /// be the same one. O(1), apart from [an earlier owner](HandleLists#handles) in the slot.
    pub fn push_front(&mut self, owner: Handle<Owner>, member: Handle<P>) -> Option<Handle<Owner>> {
        let former = self.remove_slot(member.index());
        let first = self.own_first(owner);
        self.put(owner, first, member, first);
        former.filter(|former| former.0 == member).map(|former| former.1)
    }

    /// Inserts a member before `place`, a member of any list, or moves it there. O(1).
    ///
    /// Returns whether it did. If not, nothing changed: `place` is in no list, or is an earlier object in the slot of
    /// `member`.
    ///
    /// ```
    /// # use stackpool::{HandleLists, pool};
    /// # pool! { Cells: [u8; 64]; Units: [u32; 1_000]; }
    /// # let (mut cells, mut units) = (CellsPool::new(), UnitsPool::new());
    /// # let cell = cells.insert(0)?;
    /// let [a, b, c] = [1, 2, 3].map(|health| units.insert(health).unwrap());
    /// let mut members = HandleLists::<Cells, Units>::new();
    /// members.push_back(cell, c);
    /// assert!(members.insert_before(c, a) && members.insert_after(a, b));
    /// assert!(members.iter(cell).eq([a, b, c]));
    /// members.remove(c);
    /// assert!(!members.insert_before(c, a));
    /// # Ok::<(), stackpool::Full<u8>>(())
    /// ```
    pub fn insert_before(&mut self, place: Handle<P>, member: Handle<P>) -> bool {
        self.insert_beside(place, member, |_, place| Some(place))
    }

    /// Inserts a member after `place`, a member of any list, or moves it there. O(1).
    ///
    /// Returns whether it did, as [`insert_before`](HandleLists::insert_before) does.
    pub fn insert_after(&mut self, place: Handle<P>, member: Handle<P>) -> bool {
        self.insert_beside(place, member, chain::next)
    }

    fn insert_beside(
        &mut self,
        place: Handle<P>,
        member: Handle<P>,
        before: impl FnOnce(&Members<Owner, P>, usize) -> Option<usize>,
    ) -> bool {
        let Some(owner) = self.owner_of(place) else { return false };
        if place.index() == member.index() {
            return place == member;
        }
        self.remove_slot(member.index());
        let before = before(self.members(), place.index());
        self.put(owner, self.first_slot(owner), member, before);
        true
    }

    /// Removes the object from its list. Returns the owner of the list, or `None` if it is in none. O(1).
    pub fn remove(&mut self, member: Handle<P>) -> Option<Handle<Owner>> {
        if !self.contains(member) {
            return None;
        }
        self.remove_slot(member.index()).map(|former| former.1)
    }

    /// Removes the first member of the owner, and returns it. O(1).
    pub fn pop_front(&mut self, owner: Handle<Owner>) -> Option<Handle<P>> {
        let first = self.first_slot(owner)?;
        self.remove_slot(first).map(|former| former.0)
    }

    /// Removes the last member of the owner, and returns it. O(1).
    pub fn pop_back(&mut self, owner: Handle<Owner>) -> Option<Handle<P>> {
        let last = chain::last(self.members(), self.first_slot(owner)?);
        self.remove_slot(last).map(|former| former.0)
    }

    /// Returns the first member of the owner, or `None` if it has none. O(1).
    #[inline]
    #[must_use]
    pub fn first(&self, owner: Handle<Owner>) -> Option<Handle<P>> {
        self.members().handle_at(self.first_slot(owner)?)
    }

    /// Returns the last member of the owner, or `None` if it has none. O(1).
    #[inline]
    #[must_use]
    pub fn last(&self, owner: Handle<Owner>) -> Option<Handle<P>> {
        self.members().handle_at(chain::last(self.members(), self.first_slot(owner)?))
    }

    /// Returns the member after this one in its list. `None` after the last, and for an object in no list. O(1).
    ///
    /// With it, a loop can change the lists while it walks them.
    #[inline]
    #[must_use]
    pub fn next(&self, member: Handle<P>) -> Option<Handle<P>> {
        self.members().get(member)?;
        self.members().handle_at(chain::next(self.members(), member.index())?)
    }

    /// Returns the member before this one in its list. `None` before the first, and for an object in no list. O(1).
    #[inline]
    #[must_use]
    pub fn previous(&self, member: Handle<P>) -> Option<Handle<P>> {
        self.members().get(member)?;
        self.members().handle_at(chain::previous(self.members(), member.index())?)
    }

    /// Iterates over the members of the owner, from the first to the last. O(1) per member.
    ///
    /// ```
    /// # use stackpool::{HandleLists, pool};
    /// # pool! { Cells: [u8; 64]; Units: [u32; 1_000]; }
    /// # let (mut cells, mut units) = (CellsPool::new(), UnitsPool::new());
    /// # let cell = cells.insert(0)?;
    /// # let mut members = HandleLists::<Cells, Units>::new();
    /// for health in [10, 20, 30] {
    ///     members.push_back(cell, units.insert(health).unwrap());
    /// }
    /// for unit in members.iter(cell) {
    ///     units[unit] += 1;
    /// }
    /// assert!(members.iter(cell).rev().map(|unit| units[unit]).eq([31, 21, 11]));
    /// # Ok::<(), stackpool::Full<u8>>(())
    /// ```
    pub fn iter(
        &self,
        owner: Handle<Owner>,
    ) -> impl DoubleEndedIterator<Item = Handle<P>> + FusedIterator + Clone + use<'_, Owner, P> {
        Chain::new(self.members(), self.first_slot(owner))
    }

    /// Iterates over the owners that have members, in slot order.
    pub fn iter_owners(&self) -> impl Iterator<Item = Handle<Owner>> + use<'_, Owner, P> {
        self.owners().keys()
    }

    /// Removes all members of the owner. O(members of the owner).
    ///
    /// Call it when you remove the owner from its pool.
    pub fn clear_list(&mut self, owner: Handle<Owner>) {
        let mut rest = self.parts.0.remove(owner).map(|first| first.0.to_bits() as usize);
        while let Some(slot) = rest {
            rest = chain::next(self.members(), slot);
            self.parts.1.take_at(slot);
        }
    }

    /// Returns the owner that was in the slot of a change, if it ended and has members. O(1).
    ///
    /// Then [`clear_list`](HandleLists::clear_list) removes its members. See [`ended`](HandleLists::ended), which does
    /// this for members.
    #[must_use]
    pub fn ended_owner<T>(&self, change: &Change<Owner, T>) -> Option<Handle<Owner>> {
        change.ended(self.owners().handle_at(change.index()))
    }

    /// Removes all members of all owners. O(used slots of both pools).
    pub fn clear(&mut self) {
        self.parts.0.clear();
        self.parts.1.clear();
    }

    /// Keeps the members for which `keep` returns `true`, and removes the others. In slot order. O(used slots).
    ///
    /// Each member is visited once. If `keep` panics, the members that were not visited stay.
    ///
    /// ```
    /// # use stackpool::{HandleLists, pool};
    /// # pool! { Cells: [u8; 64]; Units: [u32; 1_000]; }
    /// # let (mut cells, mut units) = (CellsPool::new(), UnitsPool::new());
    /// # let cell = cells.insert(0)?;
    /// # let mut members = HandleLists::<Cells, Units>::new();
    /// # for health in [10, 20, 30] { members.push_back(cell, units.insert(health).unwrap()); }
    /// units.retain(|_unit, health| *health > 10);
    /// members.retain(|unit| units.contains(unit));
    /// members.retain_owners(|cell| cells.contains(cell));
    /// assert_eq!(members.len(), 2);
    /// # Ok::<(), stackpool::Full<u8>>(())
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>) -> bool) {
        for slot in 0..self.members().end() {
            if self.members().handle_at(slot).is_some_and(|member| !keep(member)) {
                self.remove_slot(slot);
            }
        }
    }

    /// Keeps the lists of the owners for which `keep` returns `true`, and clears the others. In slot order. O(used
    /// slots of `Owner` + members that are removed).
    ///
    /// If `keep` panics, the lists of the owners that were not visited stay. See [`retain`](HandleLists::retain).
    pub fn retain_owners(&mut self, mut keep: impl FnMut(Handle<Owner>) -> bool) {
        for slot in 0..self.owners().end() {
            if let Some(owner) = self.owners().handle_at(slot).filter(|&owner| !keep(owner)) {
                self.clear_list(owner);
            }
        }
    }

    /// Removes the member in a slot from its list. Returns its handle, and its owner.
    fn remove_slot(&mut self, slot: usize) -> Option<(Handle<P>, Handle<Owner>)> {
        let owner_slot = self.members().entry_at(slot)?.1.owner.to_bits() as usize;
        let (owner, first) = self.owners().entry_at(owner_slot)?;
        let first = first.0.to_bits() as usize;
        match chain::unlink(&mut self.parts.1, first, slot) {
            Some(next) if next == first => {}
            Some(next) => self.set_first(owner, next),
            None => drop(self.parts.0.take_at(owner_slot)),
        }
        let (handle, _) = self.parts.1.take_at(slot)?;
        Some((handle, owner))
    }

    /// The first member of an owner whose list gets one. Clears the list of an earlier owner in the same slot.
    fn own_first(&mut self, owner: Handle<Owner>) -> Option<usize> {
        let (there, first) = self.owners().entry_at(owner.index())?;
        if there == owner {
            return Some(first.0.to_bits() as usize);
        }
        self.clear_list(there);
        None
    }

    /// Adds a member, whose slot is in no list, to that of an owner, which begins with `first`: before the one in
    /// another slot, or at the end.
    fn put(&mut self, owner: Handle<Owner>, first: Option<usize>, member: Handle<P>, before: Option<usize>) {
        let (links, new_first) = chain::place(&mut self.parts.1, first, member.index(), before);
        self.parts.1.insert(member, Member { links, owner: LinkBytes::from_bits(owner.index() as u32) });
        if first != Some(new_first) {
            self.set_first(owner, new_first);
        }
    }

    /// Notes the first member of an owner, whose slot has no other owner.
    fn set_first(&mut self, owner: Handle<Owner>, first: usize) {
        let first = First(LinkBytes::from_bits(first as u32));
        match self.parts.0.value_at_mut(owner.index()) {
            Some(there) => *there = first,
            None => drop(self.parts.0.insert(owner, first)),
        }
    }

    /// Checks whether saved entries are those of lists. O(entries * log(free slots between them)).
    pub(crate) fn are_lists(
        owners: &Entries<'_, Owner, First<SlotOf<P>>>,
        members: &Entries<'_, P, Member<SlotOf<Owner>, SlotOf<P>>>,
    ) -> bool {
        let mut members = SavedMembers::new(members);
        let each = owners.saved().try_for_each(|(owner, first)| {
            let is_its = |_, [.., its]: [u32; 3]| its as usize == owner.index();
            members.visit(bytemuck::pod_read_unaligned(first), is_its)
        });
        each.is_some() && members.are_all()
    }
}

/// Shows the members of each owner.
impl<Owner: PoolSpec, P: PoolSpec> fmt::Debug for HandleLists<Owner, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The members of an owner.
        struct List<I>(I);

        impl<I: Iterator<Item: fmt::Debug> + Clone> fmt::Debug for List<I> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.0.clone()).finish()
            }
        }

        f.debug_map().entries(self.iter_owners().map(|owner| (owner, List(self.iter(owner))))).finish()
    }
}
