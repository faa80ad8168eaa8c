//! One row of the table: a container, the tickets of its objects, and the loop that is timed.

use crate::container::{Container, item};
use crate::rows::Label;
use crate::trace::{Action, Trace};
use std::time::{Duration, Instant};

/// The outcome of a replay, which is the same in every replay of a trace through a container.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Outcome {
    /// A checksum of all bytes of all removed objects, in order.
    pub(crate) checksum: u64,
    /// Objects for which there was no room.
    pub(crate) missed: u32,
    /// Objects that were missing, or replaced by another, when they were to be removed.
    pub(crate) wrong: u32,
}

/// A [`Contender`] with any container.
pub(crate) trait Runner {
    fn label(&self) -> &Label;

    /// Bytes that the program keeps per object.
    fn ticket_bytes(&self) -> usize;

    /// Prepares a replay: an empty container and placeholder tickets.
    fn reset(&mut self);

    /// Replays the trace, from the state that `reset` leaves.
    fn replay(&mut self, trace: &Trace) -> (Outcome, Duration);
}

/// A container and the program around it: an array of tickets, by the number of their objects.
pub(crate) struct Contender<C: Container> {
    label: Label,
    container: C,
    tickets: Vec<C::Ticket>,
    missed: Missed,
}

impl<C: Container + 'static> Contender<C> {
    pub(crate) fn boxed(label: Label, trace: &Trace, container: C) -> Box<dyn Runner> {
        let objects = trace.allocations() as usize;
        let tickets = std::iter::repeat_with(C::blank).take(objects).collect();
        Box::new(Contender { label, container, tickets, missed: Missed::new(objects) })
    }
}

impl<C: Container> Runner for Contender<C> {
    fn label(&self) -> &Label {
        &self.label
    }

    fn ticket_bytes(&self) -> usize {
        size_of::<C::Ticket>()
    }

    fn reset(&mut self) {
        self.tickets.fill_with(C::blank);
        self.container.renew();
        self.missed.clear();
    }

    fn replay(&mut self, trace: &Trace) -> (Outcome, Duration) {
        let start = Instant::now();
        let outcome = replay(trace, &mut self.container, &mut self.tickets, &mut self.missed);
        (outcome, start.elapsed())
    }
}

/// The hot loop: the same for every container.
#[inline(never)]
fn replay<C: Container>(
    trace: &Trace,
    container: &mut C,
    tickets: &mut [C::Ticket],
    missed: &mut Missed,
) -> Outcome {
    let mut next_object = 0;
    let mut checksum = 0;
    let mut wrong = 0;
    for event in trace.events() {
        match event.action() {
            Action::Allocate => {
                let object = next_object;
                next_object += 1;
                match container.insert(item(object)) {
                    Some(ticket) => tickets[object as usize] = ticket,
                    None => missed.add(object),
                }
            }
            Action::Free(object) => {
                if missed.contains(object) {
                    continue;
                }
                match container.remove(&mut tickets[object as usize]) {
                    Some([a, b, c, d]) if a == u64::from(object) => {
                        checksum = (checksum ^ a ^ b).rotate_left(9).wrapping_add(c ^ d);
                    }
                    _ => wrong += 1,
                }
            }
        }
    }
    Outcome { checksum, missed: missed.count, wrong }
}

/// The objects for which there was no room. Their frees are skipped.
struct Missed {
    count: u32,
    is_missed: Vec<bool>,
}

impl Missed {
    fn new(objects: usize) -> Self {
        Missed { count: 0, is_missed: vec![false; objects] }
    }

    #[cold]
    fn add(&mut self, object: u32) {
        self.count += 1;
        self.is_missed[object as usize] = true;
    }

    /// Reads no memory if no object was missed.
    #[inline]
    fn contains(&self, object: u32) -> bool {
        self.count != 0 && self.is_missed[object as usize]
    }

    fn clear(&mut self) {
        if self.count != 0 {
            *self = Missed::new(self.is_missed.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::{BoxPool, FreeList, GlobalAllocator, Item};
    use crate::rows::Kind;
    use stackpool::{PoolBox, pool};

    /// Two objects are alive at once. The second one is freed and allocated again.
    const TEXT: &[u8] = b"+\n+\n-1\n+\n-0\n-2\n";

    fn outcome<C: Container>(mut container: C) -> Outcome {
        let trace = Trace::parse(TEXT).unwrap();
        let objects = trace.allocations() as usize;
        let mut tickets: Vec<_> = std::iter::repeat_with(C::blank).take(objects).collect();
        replay(&trace, &mut container, &mut tickets, &mut Missed::new(objects))
    }

    #[test]
    fn containers_with_room_agree() {
        let expected = outcome(FreeList::with_capacity(2));
        assert_eq!((expected.missed, expected.wrong), (0, 0));
        assert_eq!(outcome(GlobalAllocator), expected);
        assert_eq!(outcome(slab::Slab::new()), expected);
    }

    #[test]
    fn boxes_are_as_handles_and_a_reset_drops_what_is_left() {
        pool! {
            Local: [Item; 2], boxed, sync = local;
            Threads: [Item; 256], boxed;
            Exact: [Item; 2], boxed, exact;
            One: [Item; 1], boxed, exact;
        }
        fn row<C: Container + 'static>(container: C) -> Box<dyn Runner> {
            let label = Label {
                kind: Kind::Boxes,
                container: "",
                guard: String::new(),
                capacity: None,
                bookkeeping: None,
            };
            Contender::boxed(label, &trace(), container)
        }
        /// The same as `TEXT`, except that two objects are not freed.
        fn trace() -> Trace {
            Trace::parse(b"+\n+\n-1\n+\n").unwrap()
        }
        let mut rows = [
            row(FreeList::with_capacity(2)),
            row(BoxPool::<Local>::new()),
            row(BoxPool::<Threads>::new()),
            row(BoxPool::<Exact>::new()),
            row(BoxPool::<One>::new()),
        ];
        for _ in 0..3 {
            let [handles, local, threads, exact, one] = rows.each_mut().map(|row| {
                row.reset();
                row.replay(&trace()).0
            });
            assert_eq!([local, threads, exact], [handles; 3]);
            assert_eq!((handles.missed, one.missed, one.wrong), (0, 2, 0));
            assert_eq!((PoolBox::<Local>::len(), PoolBox::<One>::len()), (2, 1));
        }
        drop(rows);
        assert_eq!((PoolBox::<Local>::len(), PoolBox::<One>::len()), (0, 0));
    }

    #[test]
    fn what_does_not_fit_is_counted_and_never_freed() {
        let small = outcome(FreeList::with_capacity(1));
        assert_eq!((small.missed, small.wrong), (2, 0));
    }

    /// Gives every object the same ticket.
    struct Confused(slab::Slab<Item>);

    impl Container for Confused {
        type Ticket = usize;

        fn blank() -> usize {
            0
        }

        fn insert(&mut self, item: Item) -> Option<usize> {
            self.0.insert(item);
            Some(0)
        }

        fn remove(&mut self, ticket: &mut usize) -> Option<Item> {
            self.0.get(*ticket).copied()
        }

        fn renew(&mut self) {}
    }

    #[test]
    fn a_wrong_object_is_noticed() {
        assert_eq!(outcome(Confused(slab::Slab::new())).wrong, 2);
    }
}
