//! A model of boxes, which a test and a fuzz target compare with boxes of every mode: contents, slots, counts, refusals
//! and drops.

use crate::drops::{Drops, Token};
use stackpool::{BoxSpec, Full, Handle, PoolBox};

/// The expected state of the boxes: the free slots (the next one last) and the counts.
struct Model {
    free: Vec<usize>,
    capacity: usize,
    most_live: usize,
    exhausted: u64,
}

impl Model {
    fn new(capacity: usize) -> Self {
        Model { free: (0..capacity).rev().collect(), capacity, most_live: 0, exhausted: 0 }
    }

    fn live(&self) -> usize {
        self.capacity - self.free.len()
    }

    fn take(&mut self) -> Option<usize> {
        let index = self.free.pop();
        self.exhausted += u64::from(index.is_none());
        self.most_live = self.most_live.max(self.live());
        index
    }
}

/// Selects the box that an operation uses.
pub(crate) type Pick = u16;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    New,
    NewWith,
    NewMany(usize),
    Drop(Pick),
    DropMany(usize, Pick),
    IntoInner(Pick),
    Raw(Pick),
    Leak(Pick),
    Handle(Pick),
    Pin(Pick),
    Replace(Pick),
    Swap(Pick, Pick),
    Flush,
}

/// The slots that one thread keeps for itself. They are not counted.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Caches {
    None,
    Some,
}

/// Boxes and their model.
struct Run<P: BoxSpec<Item = Token>> {
    boxes: Vec<(PoolBox<P>, u32)>,
    model: Model,
    caches: Caches,
    drops: Drops,
    last_id: u32,
    exhausted_before: u64,
}

impl<P: BoxSpec<Item = Token>> Run<P> {
    fn new(caches: Caches) -> Self {
        // Without an order to compare, Miri does without the two operations per slot.
        if caches == Caches::None || !cfg!(miri) {
            put_in_order::<P>();
        }
        Run {
            boxes: Vec::new(),
            model: Model::new(PoolBox::<P>::CAPACITY),
            caches,
            drops: Drops::default(),
            last_id: 0,
            exhausted_before: PoolBox::<P>::full_count(),
        }
    }

    fn token(&mut self) -> Token {
        self.last_id += 1;
        self.drops.token(self.last_id)
    }

    fn pick(&self, pick: Pick) -> Option<usize> {
        (!self.boxes.is_empty()).then(|| usize::from(pick) % self.boxes.len())
    }

    /// Compares a new box, or its refusal, with the model.
    fn made<V>(&mut self, made: Result<PoolBox<P>, Full<V>>) {
        let expected = self.model.take();
        assert_eq!(
            made.is_ok(),
            expected.is_some(),
            "{} of {} in use",
            self.boxes.len(),
            self.model.capacity
        );
        let (Ok(boxed), Some(expected)) = (made, expected) else {
            return;
        };
        let index = PoolBox::handle(&boxed).index();
        match self.caches {
            Caches::None => assert_eq!(index, expected),
            Caches::Some => {
                let is_used = self.boxes.iter().any(|(other, _)| PoolBox::handle(other).index() == index);
                assert!(!is_used && index < self.model.capacity, "slot {index} has two owners");
            }
        }
        self.boxes.push((boxed, self.last_id));
    }

    fn new_one(&mut self) {
        let token = self.token();
        let id = token.id;
        let made = PoolBox::<P>::new(token);
        self.made(made.map_err(|full| {
            assert_eq!(full.into_inner().id, id, "a full pool gives the value back");
            Full::new(())
        }));
    }

    /// Drops a box by `f`.
    fn drop_one(&mut self, pick: Pick, f: impl FnOnce(PoolBox<P>, u32)) {
        let Some(at) = self.pick(pick) else { return };
        let (boxed, id) = self.boxes.swap_remove(at);
        self.model.free.push(PoolBox::handle(&boxed).index());
        drop(self.drops.take_dropped());
        f(boxed, id);
        assert_eq!(self.drops.take_dropped(), [id], "exactly the token of the box is dropped");
    }

    /// Takes a box apart and puts it together again with `f`. The result must be the same box.
    fn rebuild(&mut self, pick: Pick, f: impl FnOnce(PoolBox<P>) -> PoolBox<P>) {
        let Some(at) = self.pick(pick) else { return };
        let (boxed, id) = self.boxes.swap_remove(at);
        let address = PoolBox::as_ptr(&boxed);
        let boxed = f(boxed);
        assert_eq!((PoolBox::as_ptr(&boxed), boxed.id), (address, id));
        self.boxes.push((boxed, id));
    }

    fn step(&mut self, operation: &Operation) {
        match *operation {
            Operation::New => self.new_one(),
            Operation::NewWith => {
                let drops = self.drops.clone();
                let id = self.last_id + 1;
                let made = PoolBox::<P>::new_with(|slot| slot.write(drops.token(id)));
                self.last_id += u32::from(made.is_ok());
                self.made(made);
            }
            Operation::NewMany(count) => (0..count).for_each(|_| self.new_one()),
            Operation::Drop(pick) => self.drop_one(pick, |boxed, _| drop(boxed)),
            Operation::DropMany(count, pick) => {
                (0..count).for_each(|_| self.drop_one(pick, |boxed, _| drop(boxed)));
            }
            Operation::IntoInner(pick) => {
                self.drop_one(pick, |boxed, id| assert_eq!(PoolBox::into_inner(boxed).id, id));
            }
            Operation::Raw(pick) => self.rebuild(pick, |boxed| {
                let raw = PoolBox::into_raw(boxed);
                // SAFETY: 1. to 3. `raw` was just taken from a box with an object, in this thread, and is used once.
                unsafe { PoolBox::from_raw(raw) }
            }),
            Operation::Leak(pick) => self.rebuild(pick, |boxed| {
                let leaked = PoolBox::leak(boxed);
                // SAFETY: 1. to 3. `leaked` was just taken from a box with an object, in this thread, and is not used
                // again.
                unsafe { PoolBox::from_raw(leaked) }
            }),
            Operation::Handle(pick) => self.rebuild(pick, |boxed| {
                let handle: Handle<P> = PoolBox::into_handle(boxed);
                // SAFETY: 1. to 3. `handle` was just taken from a box with an object, in this thread, and is used
                // once.
                unsafe { PoolBox::from_handle(handle) }
            }),
            Operation::Pin(pick) => self.rebuild(pick, |boxed| {
                let pinned = PoolBox::into_pin(boxed);
                // SAFETY: the object is not moved: the box is only pinned again or dropped.
                unsafe { std::pin::Pin::into_inner_unchecked(pinned) }
            }),
            Operation::Replace(pick) => {
                let Some(at) = self.pick(pick) else { return };
                let token = self.token();
                let (boxed, id) = &mut self.boxes[at];
                *id = token.id;
                **boxed = token;
            }
            Operation::Swap(one, other) => {
                let (Some(one), Some(other)) = (self.pick(one), self.pick(other)) else { return };
                let (low, high) = (one.min(other), one.max(other));
                let (lows, highs) = self.boxes.split_at_mut(high);
                if let (Some(one), Some(other)) = (lows.get_mut(low), highs.first_mut()) {
                    std::mem::swap(&mut *one.0, &mut *other.0);
                    std::mem::swap(&mut one.1, &mut other.1);
                }
            }
            Operation::Flush => PoolBox::<P>::flush_thread_cache(),
        }
    }

    /// Every box has its own token, and no other tokens exist.
    fn check_tokens(&self) {
        for (boxed, id) in &self.boxes {
            assert_eq!(boxed.id, *id);
        }
        let mut alive: Vec<_> = self.boxes.iter().map(|(_, id)| *id).collect();
        alive.sort_unstable();
        assert_eq!(self.drops.alive(), alive, "a token was lost or dropped too early");
    }

    fn check(&self) {
        assert_eq!(self.boxes.len(), self.model.live());
        let (live, refused) = (PoolBox::<P>::len(), PoolBox::<P>::full_count() - self.exhausted_before);
        assert_eq!(refused, self.model.exhausted);
        match self.caches {
            Caches::None => assert_eq!(live, self.model.live()),
            Caches::Some => assert!(live >= self.model.live() && live <= self.model.capacity),
        }
        assert!(PoolBox::<P>::high_water_mark() >= self.model.most_live);
    }
}

/// Makes the boxes of the lowest slots the next ones, as at the start of the program.
fn put_in_order<P: BoxSpec<Item = Token>>() {
    let drops = Drops::default();
    let mut all: Vec<_> = (0..).map_while(|id| PoolBox::<P>::new(drops.token(id)).ok()).collect();
    assert_eq!(all.len(), PoolBox::<P>::CAPACITY, "slots are lost");
    all.sort_unstable_by_key(|boxed| std::cmp::Reverse(PoolBox::handle(boxed).index()));
    all.into_iter().for_each(drop);
    PoolBox::<P>::flush_thread_cache();
    assert_eq!(PoolBox::<P>::len(), 0);
}

/// Compares boxes with the model after every operation.
pub(crate) fn run<P: BoxSpec<Item = Token>>(caches: Caches, operations: &[Operation]) {
    let mut run = Run::<P>::new(caches);
    for (number, operation) in operations.iter().enumerate() {
        run.step(operation);
        run.check();
        if number % 8 == 0 {
            run.check_tokens();
        }
    }
    run.check_tokens();
}
