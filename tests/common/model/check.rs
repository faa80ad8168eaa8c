//! Compares everything that can be observed of a pool under test.

use super::abilities::Bytes;
use super::apply::FITS_THE_STACK;
use super::item::Item;
use super::reference::Reference;
use super::step::Name;
use super::tested::{Tested, handle, name};
use stackpool::layout::Tracked;
use stackpool::{Handle, LiveSites, Pool, PoolSpec};

/// All objects are compared after every step if there are at most this many.
const FEW: usize = if cfg!(miri) { 10 } else { 48 };

/// Of the slots, every one is compared, or every seventh under Miri.
const STRIDE: usize = if cfg!(miri) { 7 } else { 1 };

type Seen<'a, P> = (Handle<P>, &'a <P as PoolSpec>::Item);

impl<P: PoolSpec<Item: Item, Layout: Tracked>> Tested<P> {
    /// Compares what is compared after every step.
    pub(super) fn check_some(&mut self, reference: &Reference) {
        let pool = &self.pool;
        assert_eq!(pool.len(), reference.len());
        assert_eq!(pool.is_empty(), reference.len() == 0);
        assert_eq!(pool.is_full(), reference.room() == 0);
        assert_eq!(pool.remaining_capacity(), reference.room());
        assert_eq!(pool.next_handle().map(name), reference.next());
        assert_eq!(pool.high_water_mark(), reference.most);
        assert_eq!(pool.full_count() + self.not_asked, reference.refused);
        self.check_handles(reference.last_given(8), reference);
        if reference.len() <= FEW {
            assert_eq!(listed(pool.iter()), expected::<P>(reference));
        }
    }

    /// Compares everything.
    pub(super) fn check_all(&mut self, reference: &Reference) {
        self.check_handles(reference.last_given(600), reference);
        self.check_iterators(&expected::<P>(reference));
        self.check_cursor(reference);
        if let Some(dense) = &self.abilities.dense {
            (dense.check)(&mut self.pool, &expected::<P>(reference));
        }
        if let Some(marks) = &self.abilities.marks {
            (marks.check_order)(&mut self.pool, &reference.now.in_order(P::Item::stamp_of));
            (marks.check_order)(&mut self.kept, &reference.kept.in_order(P::Item::stamp_of));
        }
        self.check_slots(reference);
        self.check_figures(reference);
        self.check_copies(reference);
        if let Some(alive) = P::Item::alive(&self.witness) {
            let kept = reference.kept.objects.values().map(|object| object.id);
            let mut expected: Vec<u32> = reference.now.objects().map(|(_, id)| id).chain(kept).collect();
            expected.sort_unstable();
            assert_eq!(alive, expected, "every item is dropped once");
        }
    }

    fn check_handles(&self, names: &[Name], reference: &Reference) {
        for &name in names {
            let handle = handle::<P>(name);
            let expected = reference.get(name).map(P::Item::stamp_of);
            assert_eq!(self.pool.get(handle).map(Item::stamp), expected, "{name:?}");
            assert_eq!(self.pool.contains(handle), expected.is_some(), "{name:?}");
        }
    }

    fn check_iterators(&mut self, objects: &[(Name, u32)]) {
        let pool = &mut *self.pool;
        let backwards: Vec<_> = objects.iter().rev().copied().collect();
        let stamps: Vec<u32> = objects.iter().map(|&(_, stamp)| stamp).collect();
        assert_eq!(pool.iter().len(), objects.len());
        assert_eq!(listed(pool.iter()), objects);
        assert_eq!(listed(pool.iter().rev()), backwards);
        assert_eq!(listed(pool.iter_mut().map(|(handle, item)| (handle, &*item))), objects);
        assert_eq!(all(pool.values()), stamps);
        assert_eq!(all(pool.values_mut().map(|item| &*item)), stamps);
        let mut names = objects.iter().map(|&(name, _)| name);
        for handle in pool.handles() {
            assert_eq!(Some(name(handle)), names.next());
        }
        assert_eq!(names.next(), None);
        // `for_each` uses `fold`, which has an implementation of its own.
        let mut folded = Vec::new();
        pool.iter().for_each(|object| folded.push(seen(object)));
        assert_eq!(folded, objects);
        for n in [0, 1, objects.len() / 2, objects.len(), objects.len() + 1] {
            let mut values = pool.values();
            assert_eq!(values.nth(n).map(Item::stamp), stamps.get(n).copied());
            assert_eq!(values.len(), objects.len().saturating_sub(n + 1));
            assert_eq!(all(values), stamps.get(n + 1..).unwrap_or_default());
        }
        // From both ends in turn, and then with `fold`.
        let mut both = pool.iter();
        assert_eq!(both.next().map(seen), objects.first().copied());
        assert_eq!(both.next_back().map(seen), objects.get(1..).and_then(<[_]>::last).copied());
        folded.clear();
        both.for_each(|object| folded.push(seen(object)));
        let middle =
            objects.get(1..).and_then(|rest| rest.split_last()).map_or(&[][..], |(_, middle)| middle);
        assert_eq!(folded, middle);
    }

    /// A cursor goes through the slots.
    fn check_cursor(&self, reference: &Reference) {
        let mut cursor = self.pool.cursor();
        for (expected, _) in reference.now.in_slots() {
            assert_eq!(cursor.next(&self.pool).map(name), Some(expected));
        }
        assert_eq!(cursor.next(&self.pool), None);
    }

    fn check_slots(&self, reference: &Reference) {
        let beyond = Pool::<P>::CAPACITY;
        for index in (0..beyond).step_by(STRIDE).chain([beyond - 1, beyond]) {
            let is_live = reference.now.objects.contains_key(&index);
            let expected = is_live.then(|| Name { index, generation: reference.now.generations[index] });
            assert_eq!(self.pool.handle_at(index).map(name), expected);
        }
        for (handle, item) in &*self.pool {
            assert_eq!(Handle::from_bits(handle.to_bits()), Some(handle));
            let expected = (size_of::<P::Item>() > 0).then_some(handle);
            assert_eq!(self.pool.handle_of(item), expected);
        }
    }

    fn check_figures(&self, reference: &Reference) {
        let pool = &*self.pool;
        let stats = pool.stats();
        assert_eq!((stats.live, stats.free), (pool.len(), pool.remaining_capacity()));
        assert_eq!(stats.waiting, reference.held_back());
        assert_eq!((stats.high_water_mark, stats.full_count), (pool.high_water_mark(), pool.full_count()));
        assert_eq!(stats.capacity, Pool::<P>::CAPACITY);
        if LiveSites::IS_TRACKED {
            assert_eq!(pool.live_sites().total(), pool.len());
        }
    }

    /// The kept copy equals the earlier state of the pool. A clone made now equals the current state, and has its own
    /// counts.
    fn check_copies(&self, reference: &Reference) {
        assert_eq!(listed(self.kept.iter()), reference.kept.stamped(P::Item::stamp_of));
        if Pool::<P>::TOTAL_BYTES < FITS_THE_STACK {
            check_clone(&self.pool, &self.abilities.bytes);
        }
        for (bytes, kept) in self.abilities.bytes.iter().zip(&self.kept_bytes) {
            let Some(patched_since) = bytes.patched_since else { continue };
            let now = (bytes.write)(&self.pool);
            assert_eq!(patched_since(&self.pool, kept), now, "a delta since the kept copy");
            assert_eq!(&patched_since(&self.kept, &now), kept, "a delta back to the kept copy");
        }
    }
}

/// Not called with pools that are too large for the stack.
#[inline(never)]
fn check_clone<P: PoolSpec<Item: Item, Layout: Tracked>>(pool: &Pool<P>, formats: &[Bytes<P>]) {
    let clone = pool.clone();
    assert!(clone == *pool);
    assert_eq!(clone.next_handle(), pool.next_handle());
    assert_eq!((clone.high_water_mark(), clone.full_count()), (pool.len(), 0));
    for bytes in formats {
        assert_eq!((bytes.write)(&clone), (bytes.write)(pool), "{}", bytes.format);
    }
}

fn seen<P: PoolSpec<Item: Item>>((handle, item): Seen<'_, P>) -> (Name, u32) {
    (name(handle), item.stamp())
}

// Lists are compared, not iterators: code that compares iterators would be compiled again for each pool.

fn listed<'a, P: PoolSpec<Item: Item>>(objects: impl Iterator<Item = Seen<'a, P>>) -> Vec<(Name, u32)> {
    let mut list = Vec::new();
    for object in objects {
        list.push(seen(object));
    }
    list
}

fn all<'a, T: Item>(items: impl Iterator<Item = &'a T>) -> Vec<u32> {
    let mut list = Vec::new();
    for item in items {
        list.push(item.stamp());
    }
    list
}

fn expected<P: PoolSpec<Item: Item>>(reference: &Reference) -> Vec<(Name, u32)> {
    reference.now.stamped(P::Item::stamp_of)
}
