//! Links in the objects: what a program writes by hand in place of a structure.

use slab::Slab;
use stackpool::{Handle, Heap, Pool, PoolSpec};

/// A container whose objects name each other.
pub(super) trait Slots: 'static {
    /// An object with its links.
    type Item;

    /// A link, or none.
    type Link: Copy + PartialEq;

    /// The link to no object.
    const NONE: Self::Link;

    /// Makes an empty container with memory for this many objects.
    fn with_room(count: usize) -> Self;

    /// Adds an object.
    fn put(&mut self, item: Self::Item) -> Self::Link;

    /// Lends the object of a link.
    fn lend(&self, link: Self::Link) -> Option<&Self::Item>;

    /// Lends the object of a link for writing.
    fn lend_mut(&mut self, link: Self::Link) -> Option<&mut Self::Item>;

    /// Takes out the object of a link.
    fn take(&mut self, link: Self::Link) -> Option<Self::Item>;
}

impl<P: 'static + PoolSpec> Slots for Heap<Pool<P>> {
    type Item = P::Item;
    type Link = Option<Handle<P>>;

    const NONE: Option<Handle<P>> = None;

    fn with_room(_: usize) -> Self {
        Pool::on_heap()
    }

    #[inline]
    fn put(&mut self, item: P::Item) -> Self::Link {
        Pool::insert(self, item).ok()
    }

    #[inline]
    fn lend(&self, link: Self::Link) -> Option<&P::Item> {
        Pool::get(self, link?)
    }

    #[inline]
    fn lend_mut(&mut self, link: Self::Link) -> Option<&mut P::Item> {
        Pool::get_mut(self, link?)
    }

    #[inline]
    fn take(&mut self, link: Self::Link) -> Option<P::Item> {
        Pool::remove(self, link?)
    }
}

/// Links are keys of the slab in 4 bytes, since a slab has 8 for them.
impl<T: 'static> Slots for Slab<T> {
    type Item = T;
    type Link = u32;

    const NONE: u32 = u32::MAX;

    fn with_room(count: usize) -> Self {
        Slab::with_capacity(count)
    }

    #[inline]
    fn put(&mut self, item: T) -> u32 {
        Slab::insert(self, item) as u32
    }

    #[inline]
    fn lend(&self, link: u32) -> Option<&T> {
        Slab::get(self, link as usize)
    }

    #[inline]
    fn lend_mut(&mut self, link: u32) -> Option<&mut T> {
        Slab::get_mut(self, link as usize)
    }

    #[inline]
    fn take(&mut self, link: u32) -> Option<T> {
        self.try_remove(link as usize)
    }
}

/// An object in a list.
pub(super) struct Linked<T, L> {
    pub(super) item: T,
    previous: L,
    next: L,
}

/// A list: its first and its last object.
#[derive(Clone, Copy)]
pub(super) struct List<L> {
    pub(super) first: L,
    pub(super) last: L,
}

impl<L: Copy + PartialEq> List<L> {
    pub(super) fn new<S: Slots<Link = L>>() -> Self {
        List { first: S::NONE, last: S::NONE }
    }

    /// Adds a new object at the end.
    #[inline]
    pub(super) fn insert_back<T, S: Slots<Item = Linked<T, L>, Link = L>>(
        &mut self,
        slots: &mut S,
        item: T,
    ) -> L {
        let link = slots.put(Linked { item, previous: self.last, next: S::NONE });
        match slots.lend_mut(self.last) {
            Some(last) => last.next = link,
            None => self.first = link,
        }
        self.last = link;
        link
    }

    /// Adds a new object at the front.
    #[inline]
    pub(super) fn insert_front<T, S: Slots<Item = Linked<T, L>, Link = L>>(
        &mut self,
        slots: &mut S,
        item: T,
    ) -> L {
        let link = slots.put(Linked { item, previous: S::NONE, next: S::NONE });
        self.link_front(slots, link);
        link
    }

    /// Adds an object that is in no list at the front.
    #[inline]
    fn link_front<T, S: Slots<Item = Linked<T, L>, Link = L>>(&mut self, slots: &mut S, link: L) {
        if let Some(linked) = slots.lend_mut(link) {
            (linked.previous, linked.next) = (S::NONE, self.first);
        }
        match slots.lend_mut(self.first) {
            Some(first) => first.previous = link,
            None => self.last = link,
        }
        self.first = link;
    }

    /// Moves an object of this list to the front.
    #[inline]
    pub(super) fn move_to_front<T, S: Slots<Item = Linked<T, L>, Link = L>>(
        &mut self,
        slots: &mut S,
        link: L,
    ) {
        if self.first != link
            && let Some(linked) = slots.lend(link)
        {
            let (previous, next) = (linked.previous, linked.next);
            self.unlink(slots, previous, next);
            self.link_front(slots, link);
        }
    }

    /// Removes an object of this list.
    #[inline]
    pub(super) fn remove<T, S: Slots<Item = Linked<T, L>, Link = L>>(
        &mut self,
        slots: &mut S,
        link: L,
    ) -> Option<T> {
        let Linked { item, previous, next } = slots.take(link)?;
        self.unlink(slots, previous, next);
        Some(item)
    }

    #[inline]
    fn unlink<T, S: Slots<Item = Linked<T, L>, Link = L>>(&mut self, slots: &mut S, previous: L, next: L) {
        match slots.lend_mut(previous) {
            Some(previous) => previous.next = next,
            None => self.first = next,
        }
        match slots.lend_mut(next) {
            Some(next) => next.previous = previous,
            None => self.last = previous,
        }
    }
}
