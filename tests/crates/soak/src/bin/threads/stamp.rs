//! Objects that know whose they are, and whether they are whole.

use stackpool_soak::mixed;
use std::cell::Cell;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

/// The kinds of objects.
pub(crate) const KINDS: usize = 7;

/// The words of an object.
const WORDS: usize = 6;

/// Names one object, or one state of it, of all that there ever are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stamp(u64);

impl Stamp {
    /// The stamp of an object that was dropped, or is not lent.
    pub(crate) const NOBODY: Stamp = Stamp(0);

    /// A new stamp. Each thread takes them from a range of its own.
    pub(crate) fn new() -> Self {
        static RANGES: AtomicU64 = AtomicU64::new(1);
        thread_local! { static NEXT: Cell<u64> = const { Cell::new(0) }; }
        let mut next = NEXT.get();
        if next == 0 {
            next = RANGES.fetch_add(1, Ordering::Relaxed) << 40;
        }
        NEXT.set(next + 1);
        Stamp(next)
    }
}

/// Words that follow from a stamp.
#[derive(Debug)]
pub(crate) struct Words {
    stamp: Stamp,
    words: [u64; WORDS],
}

impl Words {
    /// Those of `NOBODY`, as a constant.
    pub(crate) const NOBODY: Words = Words { stamp: Stamp::NOBODY, words: [0; WORDS] };

    fn word(stamp: Stamp, index: usize) -> u64 {
        if stamp == Stamp::NOBODY { 0 } else { mixed(stamp.0 + ((index as u64 + 1) << 56)) }
    }

    /// Panics unless these are the words of this stamp.
    #[track_caller]
    pub(crate) fn check(&self, stamp: Stamp) {
        assert_eq!(self.stamp, stamp, "the object of somebody else");
        for (index, &word) in self.words.iter().enumerate() {
            assert_eq!(word, Words::word(stamp, index), "word {index} of {stamp:?} is not whole");
        }
    }

    /// Writes the words of another stamp.
    pub(crate) fn write(&mut self, stamp: Stamp) {
        self.stamp = stamp;
        self.words = std::array::from_fn(|index| Words::word(stamp, index));
        black_box(self);
    }
}

thread_local! {
    /// What this thread made and dropped, of each kind.
    static COUNTS: Cell<[[u64; 2]; KINDS]> = const { Cell::new([[0; 2]; KINDS]) };
}

static MADE_AND_DROPPED: [[AtomicU64; 2]; KINDS] = [const { [const { AtomicU64::new(0) }; 2] }; KINDS];

/// Counts that an object was made, or lent.
pub(crate) fn count_made(kind: usize) {
    count(kind, 0);
}

/// Counts that an object was dropped, or freed.
pub(crate) fn count_dropped(kind: usize) {
    count(kind, 1);
}

fn count(kind: usize, event: usize) {
    let mut counts = COUNTS.get();
    counts[kind][event] += 1;
    COUNTS.set(counts);
}

/// Adds what this thread counted to the totals.
pub(crate) fn publish() {
    let counts = COUNTS.replace([[0; 2]; KINDS]);
    for (totals, counts) in MADE_AND_DROPPED.iter().zip(counts) {
        totals.iter().zip(counts).for_each(|(total, count)| _ = total.fetch_add(count, Ordering::Relaxed));
    }
}

/// How many objects of a kind were made.
///
/// # Panics
///
/// Panics unless as many were dropped.
pub(crate) fn all_dropped(kind: usize) -> u64 {
    publish();
    let [made, dropped] = MADE_AND_DROPPED[kind].each_ref().map(|total| total.load(Ordering::Relaxed));
    assert_eq!(made, dropped, "not all objects were dropped, each once");
    made
}

/// An object of one kind, with a destructor. A part of it is on the heap: the address sanitizer does not know that a
/// slot is free, but it knows that this part is.
#[derive(Debug)]
pub(crate) struct Stamped<const KIND: usize> {
    words: Words,
    on_heap: Box<Stamp>,
}

/// What actors do with their objects, whatever the kind.
pub(crate) trait Object {
    const KIND: usize;

    fn new(stamp: Stamp) -> Self;

    /// Panics unless the object has this stamp, and is whole.
    fn check(&self, stamp: Stamp);

    /// Gives the object another stamp.
    fn write(&mut self, stamp: Stamp);
}

impl<const NUMBER: usize> Object for Stamped<NUMBER> {
    const KIND: usize = NUMBER;

    fn new(stamp: Stamp) -> Self {
        count_made(NUMBER);
        let mut words = Words::NOBODY;
        words.write(stamp);
        Stamped { words, on_heap: Box::new(stamp) }
    }

    #[track_caller]
    fn check(&self, stamp: Stamp) {
        self.words.check(stamp);
        assert_eq!(*self.on_heap, stamp, "the part on the heap is that of another object");
    }

    fn write(&mut self, stamp: Stamp) {
        self.words.write(stamp);
        *self.on_heap = stamp;
    }
}

impl<const KIND: usize> Drop for Stamped<KIND> {
    fn drop(&mut self) {
        let stamp = self.words.stamp;
        assert_ne!(stamp, Stamp::NOBODY, "an object was dropped twice");
        self.check(stamp);
        self.write(Stamp::NOBODY);
        count_dropped(KIND);
    }
}
