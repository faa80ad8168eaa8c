//! The list of all definitions whose pools are in use: feature `report`.
//!
//! Each definition has a node in one of its statics, all zero bytes at first. The first use of the definition puts the
//! node at the end of the list, where it stays. So the list has the definitions that are used, in the order of first
//! use, and an unused static is still not linked.

#![expect(unsafe_code, reason = "the list is made of pointers to statics")]

use crate::base::flag::{Flag, set_null};
use crate::base::stats::Stats;
use crate::base::tally::Tally;
use bytemuck::Zeroable;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// What a definition has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PoolKind {
    /// A pool with handles.
    Pool,
    /// A pool of values.
    Values,
    /// A pool over a list.
    List,
    /// Boxes with one owner.
    Boxes,
    /// Boxes that share their objects.
    Shared,
    /// Boxes of objects that stay in their slots.
    Objects,
}

/// The facts about a definition that are known when it is compiled.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) kind: PoolKind,
    pub(crate) capacity: usize,
    pub(crate) total_bytes: usize,
    /// Bytes of the parts whose size is in proportion to the capacity.
    pub(crate) slots_bytes: usize,
    /// The figures of this moment, if they are known. It may be called by any thread, and by interrupt handlers.
    pub(crate) stats: fn(&Listing) -> Option<Stats>,
}

/// A node of the list.
#[derive(Debug)]
pub(crate) struct Listing {
    is_listed: Flag,
    /// A `&'static Facts`, written before the node is in the list.
    facts: AtomicPtr<Facts>,
    next: AtomicPtr<Listing>,
    /// Whether a pool published figures.
    is_published: AtomicUsize,
    /// The figures that a pool published last.
    published: [AtomicUsize; 9],
}

// SAFETY: zero bytes are a flag that is not set, null pointers, and integers of 0.
unsafe impl Zeroable for Listing {}

/// The first node.
static FIRST: AtomicPtr<Listing> = AtomicPtr::new(null_mut());

impl Listing {
    /// A node that is not in the list.
    pub(crate) const fn new() -> Self {
        Listing {
            is_listed: Flag::new(),
            facts: AtomicPtr::new(null_mut()),
            next: AtomicPtr::new(null_mut()),
            is_published: AtomicUsize::new(0),
            published: [const { AtomicUsize::new(0) }; 9],
        }
    }

    /// Puts the node at the end of the list, at the first call. Afterwards a load and a comparison.
    #[inline]
    pub(crate) fn list(&'static self, facts: &'static Facts) {
        if !self.is_listed.is_set() {
            self.list_once(facts);
        }
    }

    #[cold]
    #[inline(never)]
    fn list_once(&'static self, facts: &'static Facts) {
        if !self.is_listed.set() {
            return;
        }
        self.facts.store(core::ptr::from_ref(facts).cast_mut(), Ordering::Relaxed);
        let mut link = &FIRST;
        // SAFETY: a link is null, or was made of a `&'static Listing` here.
        while let Some(taken) = unsafe { set_null(link, core::ptr::from_ref(self).cast_mut()).as_ref() } {
            link = &taken.next;
        }
    }

    /// Replaces the facts about the definition in the list.
    #[inline]
    pub(crate) fn correct(&'static self, facts: &'static Facts) {
        self.facts.store(core::ptr::from_ref(facts).cast_mut(), Ordering::Release);
    }

    /// The first node.
    pub(crate) fn first() -> Option<&'static Listing> {
        follow(&FIRST)
    }

    /// The node after this one, in order.
    pub(crate) fn next(&self) -> Option<&'static Listing> {
        follow(&self.next)
    }

    pub(crate) fn facts(&self) -> &'static Facts {
        // SAFETY: the node is in the list, as is every node that `first` and `next` return. So `list_once` stored a
        // `&'static Facts` before it published the node, and only another `&'static Facts` is ever stored later.
        unsafe { &*self.facts.load(Ordering::Acquire) }
    }

    /// Notes the figures of a pool.
    pub(crate) fn publish(&self, stats: &Stats) {
        let Stats {
            live, free, retired, waiting, high_water_mark, full_count: full, bookkeeping_bytes, ..
        } = *stats;
        let [full, wraps] = [full, stats.wraps().unwrap_or(u64::MAX)]
            .map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        let generations = stats.generations as usize;
        let figures =
            [live, free, retired, waiting, high_water_mark, full, generations, bookkeeping_bytes, wraps];
        self.published.iter().zip(figures).for_each(|(to, figure)| to.store(figure, Ordering::Relaxed));
        self.is_published.store(1, Ordering::Release);
    }

    /// The figures that a pool published last; `None` if none did.
    pub(crate) fn published(&self) -> Option<Stats> {
        if self.is_published.load(Ordering::Acquire) == 0 {
            return None;
        }
        let figures = self.published.each_ref().map(|figure| figure.load(Ordering::Relaxed));
        let [live, free, retired, waiting, high_water_mark, full, generations, bookkeeping_bytes, wraps] =
            figures;
        let Facts { capacity, total_bytes, .. } = *self.facts();
        let full_count = full as u64;
        Some(Stats {
            live,
            free,
            retired,
            kept_by_threads: 0,
            waiting,
            capacity,
            high_water_mark,
            full_count,
            generations: generations as u32,
            total_bytes,
            bookkeeping_bytes,
            tally: Tally::of_wraps((wraps < usize::MAX).then_some(wraps as u64)),
        })
    }
}

/// The node that a link leads to.
fn follow(link: &AtomicPtr<Listing>) -> Option<&'static Listing> {
    // SAFETY: a link is null, or was made of a `&'static Listing` by `list_once`.
    unsafe { link.load(Ordering::Acquire).as_ref() }
}
