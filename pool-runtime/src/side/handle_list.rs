//! One ordered list of objects.
//!
//! Invariant, besides those of [chains](super::chain): the members are one chain.

use super::chain::{self, Chain, Links, SavedMembers, SlotOf};
use super::handle_map::HandleMap;
use super::saved::Entries;
use crate::handle::Handle;
use crate::layout::spec::{PoolSpec, check};
use core::fmt;
use core::iter::FusedIterator;

type Members<P> = HandleMap<P, Links<SlotOf<P>>>;
/// The parts of a list, as they are saved: the members, and one more than the slot of the first one, or 0.
pub(crate) type ListParts<P> = (Members<P>, u32);

/// An ordered list of objects of a pool: an LRU cache, a queue of jobs, an order of drawing.
///
/// The objects stay in the pool. The list has two indices for each slot of it, and finds a member by its handle: it is
/// removed and moved in O(1), wherever it is.
///
/// ```
/// use stackpool::{HandleList, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 3)]
/// struct Page {
///     number: u32,
/// }
///
/// let mut pages = PagePool::new();
/// let mut used = HandleList::<Page>::new(); // the page that was used last is at the front
/// let [a, b, c] = [1, 2, 3].map(|number| pages.insert(Page { number }).ok().unwrap());
/// for page in [a, b, c] {
///     used.push_front(page);
/// }
/// used.move_to_front(a);
/// assert!(used.iter().eq([a, c, b]));
///
/// let oldest = used.pop_back().unwrap();
/// assert_eq!(pages.remove(oldest).unwrap().number, 2);
/// ```
///
/// For a list for each of many owners, use [`HandleLists`](crate::HandleLists).
///
/// # Handles
///
/// The list stores the generation of each member. A stale handle finds nothing, as in a
/// [`HandleMap`](crate::HandleMap#keys). A slot is in the list at most once: if you push a member under another handle
/// of the same slot, the earlier member leaves the list first. Generations wrap, so the list cannot tell which of the
/// two is newer. Ask the pool first if a handle may be stale.
///
/// The list does not know what happens in the pool. **Remove an object from the list when you remove it from the
/// pool**: [`#[derive(SideTables)]`](crate::SideTables) does both. Or sweep now and then with
/// [`retain`](HandleList::retain). If handles carry no generation, or once the
/// generations of a slot wrap, a new object in the slot is a member in place of the old one.
///
/// # Saved in worlds
///
/// A list is part of a [`Snapshot`](crate::Snapshot), together with its pool. With feature `serde`, it is serialized as
/// the sequence of its members.
///
/// # Size
///
/// A slot takes two indices and the key of a [`HandleMap`](crate::HandleMap#size). The index of a slot takes 1 byte up
/// to a capacity of 256, 2 up to 65,536, 3 up to 16,777,216. All zero bytes are an empty list, so a static is `.bss`.
///
/// ```
/// use stackpool::{HandleList, pool};
/// pool! { Units: [[u64; 16]; 1_000]; }
/// assert_eq!(HandleList::<Units>::TOTAL_BYTES, 1_000 * (2 + 2 + 1) + 12);
/// ```
#[doc(alias("intrusive", "LinkedList", "LRU", "VecDeque"))]
pub struct HandleList<P: PoolSpec> {
    pub(super) parts: ListParts<P>,
}

impl<P: PoolSpec> HandleList<P> {
    /// Makes an empty list, as a value. It crosses the call stack, as with
    /// [`HandleMap::new`](crate::HandleMap::new). `on_heap` (feature `alloc`) makes it on the heap.
    #[must_use]
    pub const fn new() -> Self {
        const { check::<P>() };
        HandleList { parts: (HandleMap::zeroed(), 0) }
    }

    pub(super) fn members(&self) -> &Members<P> {
        &self.parts.0
    }

    /// The slot of the first member.
    fn first_slot(&self) -> Option<usize> {
        self.parts.1.checked_sub(1).map(|first| first as usize)
    }

    /// Adds a member at the end, or moves it there. Returns whether it was a member before. O(1).
    #[doc(alias = "insert")]
    pub fn push_back(&mut self, member: Handle<P>) -> bool {
        if self.last() == Some(member) {
            return true;
        }
        let was_there = self.unlink(member);
        self.link(member, None, was_there);
        was_there
    }

    /// Adds a member at the front, or moves it there. Returns whether it was a member before. O(1).
    pub fn push_front(&mut self, member: Handle<P>) -> bool {
        if self.first() == Some(member) {
            return true;
        }
        let was_there = self.unlink(member);
        self.link(member, self.first_slot(), was_there);
        was_there
    }

    /// Moves a member to the end. Returns `false` if the object is not a member. O(1).
    pub fn move_to_back(&mut self, member: Handle<P>) -> bool {
        self.contains(member) && self.push_back(member)
    }

    /// Moves a member to the front. Returns `false` if the object is not a member. O(1).
    ///
    /// ```
    /// # use stackpool::{HandleList, pool};
    /// # pool! { Units: [u32; 1_000]; }
    /// # let mut units = UnitsPool::new();
    /// let [a, b] = [1, 2].map(|health| units.insert(health).unwrap());
    /// let mut list = HandleList::<Units>::new();
    /// list.push_back(a);
    /// assert!(!list.move_to_front(b) && !list.contains(b));
    /// assert!(!list.push_front(b) && list.contains(b));
    /// ```
    #[doc(alias = "touch")]
    pub fn move_to_front(&mut self, member: Handle<P>) -> bool {
        self.contains(member) && self.push_front(member)
    }

    /// Inserts a member before another one, `place`, or moves it there. O(1).
    ///
    /// Returns whether it did. If not, nothing changed: `place` is not a member, or is an earlier object in the slot of
    /// `member`.
    pub fn insert_before(&mut self, place: Handle<P>, member: Handle<P>) -> bool {
        self.insert_beside(place, member, |_, place| Some(place))
    }

    /// Inserts a member after another one, `place`, or moves it there. O(1).
    ///
    /// Returns whether it did, as [`insert_before`](HandleList::insert_before) does.
    pub fn insert_after(&mut self, place: Handle<P>, member: Handle<P>) -> bool {
        self.insert_beside(place, member, chain::next)
    }

    fn insert_beside(
        &mut self,
        place: Handle<P>,
        member: Handle<P>,
        before: impl FnOnce(&Members<P>, usize) -> Option<usize>,
    ) -> bool {
        if !self.contains(place) {
            return false;
        }
        if place.index() == member.index() {
            return place == member;
        }
        let was_there = self.unlink(member);
        let before = before(self.members(), place.index());
        self.link(member, before, was_there);
        true
    }

    /// Removes the object from the list. Returns whether it was a member. O(1).
    pub fn remove(&mut self, member: Handle<P>) -> bool {
        self.contains(member) && self.remove_slot(member.index()).is_some()
    }

    /// Removes the first member, and returns it. O(1).
    pub fn pop_front(&mut self) -> Option<Handle<P>> {
        self.remove_slot(self.first_slot()?)
    }

    /// Removes the last member, and returns it. O(1).
    pub fn pop_back(&mut self) -> Option<Handle<P>> {
        let last = chain::last(self.members(), self.first_slot()?);
        self.remove_slot(last)
    }

    /// Returns the first member, or `None` if there is none. O(1).
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Handle<P>> {
        self.members().handle_at(self.first_slot()?)
    }

    /// Returns the last member, or `None` if there is none. O(1).
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<Handle<P>> {
        self.members().handle_at(chain::last(self.members(), self.first_slot()?))
    }

    /// Returns the member after this one. `None` after the last, and for an object that is not a member. O(1).
    ///
    /// With it, a loop can change the list while it walks it.
    #[inline]
    #[must_use]
    pub fn next(&self, member: Handle<P>) -> Option<Handle<P>> {
        self.members().get(member)?;
        self.members().handle_at(chain::next(self.members(), member.index())?)
    }

    /// Returns the member before this one. `None` before the first, and for an object that is not a member. O(1).
    #[inline]
    #[must_use]
    pub fn previous(&self, member: Handle<P>) -> Option<Handle<P>> {
        self.members().get(member)?;
        self.members().handle_at(chain::previous(self.members(), member.index())?)
    }

    /// Iterates over the members, from the first to the last. O(1) per member.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Handle<P>> + FusedIterator + Clone + use<'_, P> {
        Chain::new(self.members(), self.first_slot())
    }

    /// Removes all members. O(used slots).
    pub fn clear(&mut self) {
        self.parts.0.clear();
        self.parts.1 = 0;
    }

    /// Keeps the members for which `keep` returns `true`, and removes the others. In the order of the list. O(len).
    ///
    /// Each member is visited once. If `keep` panics, the members that were not visited stay.
    ///
    /// ```
    /// # use stackpool::{HandleList, pool};
    /// # pool! { Units: [u32; 1_000]; }
    /// # let mut units = UnitsPool::new();
    /// # let mut list = HandleList::<Units>::new();
    /// # for health in [10, 20, 30] { list.push_back(units.insert(health).unwrap()); }
    /// units.retain(|_unit, health| *health > 10);
    /// list.retain(|unit| units.contains(unit));
    /// assert_eq!(list.len(), 2);
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>) -> bool) {
        let mut rest = self.first();
        while let Some(member) = rest {
            rest = self.next(member);
            if !keep(member) {
                self.remove_slot(member.index());
            }
        }
    }

    /// Removes the member in a slot from the list, and returns its handle.
    fn remove_slot(&mut self, slot: usize) -> Option<Handle<P>> {
        self.members().handle_at(slot)?;
        self.unlink_slot(slot);
        self.parts.0.take_at(slot).map(|member| member.0)
    }

    /// Unlinks the member in a slot from its neighbours.
    fn unlink_slot(&mut self, slot: usize) {
        if let Some(first) = self.first_slot() {
            self.parts.1 = chain::unlink(&mut self.parts.0, first, slot).map_or(0, |first| first as u32 + 1);
        }
    }

    /// Unlinks whatever is in the slot of a member from its neighbours. Returns whether that is the member itself.
    fn unlink(&mut self, member: Handle<P>) -> bool {
        let there = self.members().handle_at(member.index());
        if there.is_some() {
            self.unlink_slot(member.index());
        }
        there == Some(member)
    }

    /// Links a member that has no neighbours, and may be new: before the one in another slot, or at the end.
    fn link(&mut self, member: Handle<P>, before: Option<usize>, is_there: bool) {
        let (slot, first) = (member.index(), self.first_slot());
        let (links, first) = chain::place(&mut self.parts.0, first, slot, before);
        match self.parts.0.value_at_mut(slot) {
            Some(there) if is_there => *there = links,
            _ => drop(self.parts.0.insert(member, links)),
        }
        self.parts.1 = first as u32 + 1;
    }

    /// Checks whether saved entries are those of a list. O(entries * log(free slots between them)).
    pub(crate) fn is_list(members: &Entries<'_, P, Links<SlotOf<P>>>, first: u32) -> bool {
        let mut members = SavedMembers::<_, _, 2>::new(members);
        let chain = first.checked_sub(1).map_or(Some(()), |first| members.visit(first, |_, _| true));
        chain.is_some() && members.are_all()
    }
}

/// Shows the members in order.
impl<P: PoolSpec> fmt::Debug for HandleList<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
