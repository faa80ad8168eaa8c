//! Joins of a column pool with side tables.

#![expect(unsafe_code, reason = "a live slot has elements")]

use super::elements::{CellsOf, Elements, ElementsMut, ElementsOf, ElementsPtr};
use super::{ColumnPool, GuardOf};
use crate::changes::{Changes, NotesChanges};
use crate::columns::Columns;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::join::lane::{Lane, SplitLane};
use crate::join::{Join, JoinOf, Joined, sealed};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::pool::ChangesOf;
use crate::rows::{Rows, handle_in};
use core::fmt;
use core::marker::PhantomData;

/// The rows of a column pool, borrowed for reading.
pub struct Shared<'a, P: PoolSpec<Item: Columns>> {
    guard: &'a GuardOf<P>,
    end: u32,
    elements: Elements<'a, P>,
}

impl<'a, P: PoolSpec<Item: Columns>> Shared<'a, P> {
    /// The rows of a guard, all of which are before `end`, with their elements.
    #[inline]
    pub(super) fn new(guard: &'a GuardOf<P>, end: u32, elements: Elements<'a, P>) -> Self {
        Shared { guard, end, elements }
    }
}

// SAFETY: it consists of a number and two shared references, to a guard and to elements. A guard is `Sync` (a
// supertrait of `Guard`), and the elements are by the bound, so another thread may have the references.
unsafe impl<P: PoolSpec<Item: Columns>> Send for Shared<'_, P> where ElementsOf<P>: Sync {}
// SAFETY: a shared reference to it lends a number and the two references, which other threads may have for the reasons
// above. It has no interior mutability.
unsafe impl<P: PoolSpec<Item: Columns>> Sync for Shared<'_, P> where ElementsOf<P>: Sync {}

/// The rows of a column pool, borrowed for reading and writing.
pub struct Exclusive<'a, P: PoolSpec<Item: Columns>> {
    guard: &'a GuardOf<P>,
    end: u32,
    elements: ElementsPtr<P>,
    changes: ChangesPtrOf<P>,
    borrow: PhantomData<(&'a mut CellsOf<P>, &'a mut ChangesOf<P>)>,
}

pub(super) type ChangesPtrOf<P> = <ChangesOf<P> as Changes>::Ptr;

impl<'a, P: PoolSpec<Item: Columns>> Exclusive<'a, P> {
    /// The rows of a guard, all of which are before `end`, with their elements, and where those that are lent are
    /// noted.
    #[inline]
    pub(super) fn new(
        guard: &'a GuardOf<P>,
        end: u32,
        mut elements: ElementsMut<'a, P>,
        changes: &'a mut ChangesOf<P>,
    ) -> Self {
        Exclusive { guard, end, elements: elements.as_ptr(), changes: changes.as_ptr(), borrow: PhantomData }
    }
}

// SAFETY: it is a shared borrow of the guard, and a mutable borrow of the elements, which may go to another thread if
// these may, and of a set of numbers of slots.
unsafe impl<P: PoolSpec<Item: Columns>> Send for Exclusive<'_, P> where ElementsOf<P>: Send {}
// SAFETY: a shared reference to it gives `&Guard`, and no elements: `item` needs `&mut self`.
unsafe impl<P: PoolSpec<Item: Columns>> Sync for Exclusive<'_, P> where ElementsOf<P>: Sync {}

impl<P: PoolSpec<Item: Columns>> Clone for Shared<'_, P> {
    fn clone(&self) -> Self {
        Shared { ..*self }
    }
}

/// Writes the lanes: what borrows a pool, where it notes the slots that it lends for writing (`()`: nowhere), and how
/// it lends the elements of a slot.
macro_rules! lanes {
    ($($name:ident lends $item:ident, |$self:ident, $index:ident| $changes:expr, $lend:expr;)*) => {$(
        // SAFETY: 1. The live words of a guard name no slots at or beyond the capacity, and the guard is borrowed
        // for `'a`.
        // 2. The generation of a live slot is that of its handle.
        unsafe impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked> + 'a> Lane<P> for $name<'a, P> {
            type Item = <P::Item as Columns>::$item<'a>;

            #[inline]
            fn end(&self) -> u32 {
                self.end
            }

            #[inline]
            unsafe fn live_word(&self, word: usize) -> u64 {
                // SAFETY: 1. The caller promises that the word exists.
                unsafe { self.guard.live_word(word) }
            }

            #[inline]
            unsafe fn handle(&self, index: usize) -> Handle<P> {
                // SAFETY: 1. The caller promises that the slot is live, so it is below the capacity and not retired.
                unsafe { handle_in(self.guard, index) }
            }

            #[inline]
            fn names(&self, handle: Handle<P>) -> bool {
                let (index, generation) = handle.parts();
                // SAFETY: 1. The index of a handle is below the capacity.
                unsafe { self.guard.names(index, generation) }
            }

            #[inline]
            unsafe fn item(&mut self, $index: usize) -> Self::Item {
                let $self = self;
                // SAFETY: 1. A live slot is below the capacity. 2. The set is mutably borrowed for `'a`. 3. A lane that
                // is borrowed mutably is used by one thread, and lanes that were split have no word of 64 slots in
                // common.
                unsafe { $changes.add($index) };
                // SAFETY: 1. The caller promises that the slot is live, so it has elements. 2. The elements are
                // borrowed for `'a`; where they are borrowed mutably, the caller promises to ask for each slot once.
                unsafe { $lend }
            }
        }

        impl<P: PoolSpec<Item: Columns>> fmt::Debug for $name<'_, P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}

lanes! {
    Shared lends Ref, |this, index| (), this.elements.refs(index);
    Exclusive lends Mut, |this, index| this.changes, this.elements.muts(index);
}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked> + 'a> SplitLane<P> for Shared<'a, P> {
    #[inline]
    unsafe fn split(&self) -> Self {
        self.clone()
    }
}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked> + 'a> SplitLane<P> for Exclusive<'a, P> {
    #[inline]
    unsafe fn split(&self) -> Self {
        Exclusive { borrow: PhantomData, ..*self }
    }
}

impl<P: PoolSpec<Item: Columns>> sealed::Sealed for &ColumnPool<P> {}
impl<P: PoolSpec<Item: Columns>> sealed::Sealed for &mut ColumnPool<P> {}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked>> Joined<P> for &'a ColumnPool<P> {
    type Item = <P::Item as Columns>::Ref<'a>;
    type Lane = Shared<'a, P>;

    fn into_lane(self) -> Shared<'a, P> {
        Shared::new(self.guard(), self.rows.fresh(), self.elements())
    }
}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked>> Joined<P> for &'a mut ColumnPool<P> {
    type Item = <P::Item as Columns>::Mut<'a>;
    type Lane = Exclusive<'a, P>;

    fn into_lane(self) -> Exclusive<'a, P> {
        let (rows, elements) = self.split();
        let end = rows.fresh();
        let Rows { guard, changes, .. } = rows;
        Exclusive::new(guard, end, elements, changes)
    }
}

/// # Joins
///
/// A join visits the objects of a pool together with their values in a [`HandleMap`](crate::HandleMap). Joins of more
/// tables are chains: `a.join(&b).join(&c)` yields `(handle, (a, b), c)`.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Returns an iterator over the objects for which `other` has a value, in slot order.
    ///
    /// It yields the handle, the object and the value. O(used / 64 + slots that both have) for the whole walk.
    #[inline]
    pub fn join<B: Joined<P>>(&self, other: B) -> JoinOf<P, &Self, B> {
        Join::new(self.into_lane(), other.into_lane())
    }

    /// [`join`](ColumnPool::join) for writing to the objects.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Unit { health: u32, armour: u32 }
    /// # let mut units = UnitPool::new();
    /// # let unit = units.insert(Unit { health: 10, armour: 0 }).unwrap();
    /// let mut names = HandleMap::<Unit, String>::new();
    /// names.insert(unit, "Ada".into());
    /// for (_handle, unit, name) in units.join_mut(&names) {
    ///     *unit.health += name.len() as u32;
    /// }
    /// # assert_eq!(*units.get(unit).unwrap().health, 13);
    /// ```
    #[inline]
    pub fn join_mut<B: Joined<P>>(&mut self, other: B) -> JoinOf<P, &mut Self, B> {
        Join::new(self.into_lane(), other.into_lane())
    }
}
