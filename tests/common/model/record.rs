//! Random bytes that select the next step.

use super::reference::Reference;
use super::step::{Batch, Items, Mask, Name, Step};

/// Eight bytes that select the next step and its arguments:
///
/// ```text
///   63   56 55     40 39     24 23   16 15        0
///  +-------+---------+---------+-------+-----------+
///  | which |    a    |    b    |   c   |     d     |
///  +-------+---------+---------+-------+-----------+
/// ```
///
/// A smaller number is a simpler step. So a test case that shrinks also becomes easier to read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record(u64);

/// The arguments of a step.
#[derive(Clone, Copy)]
struct Args {
    a: u16,
    b: u16,
    c: u8,
    d: u16,
}

impl Args {
    /// A number below `limit`.
    fn below(argument: u16, limit: usize) -> usize {
        (usize::from(argument) * limit) >> 16
    }

    /// Mostly a small number, up to 46.
    fn few(self) -> usize {
        usize::from(self.c) * usize::from(self.c) / 1_400
    }

    fn mask(self) -> Mask {
        Mask(u32::from(self.a) << 16 | u32::from(self.b))
    }
}

type Read = fn(Args, &Reference) -> Step;

/// All steps, the simplest first, each with its frequency: how many of the 256 values of a byte select it.
const STEPS: [(u8, Read); 35] = [
    (41, |_, pool| Step::Insert(pool.next_id())),
    (42, remove_live),
    (16, remove_given),
    (8, |_, pool| Step::InsertWith(pool.next_id())),
    (5, |_, pool| Step::EntryInsert(pool.next_id())),
    (5, |_, pool| Step::InsertArray(pool.next_id())),
    (6, |_, _| Step::EntryDrop),
    (3, |_, _| Step::InsertWithPanic),
    (2, |_, _| Step::Clear),
    (1, |_, _| Step::Renew),
    (2, |_, _| Step::ResetStats),
    (4, |_, _| Step::Move),
    (10, |args, pool| Step::TryExtend(items(args, pool))),
    (12, |args, pool| Step::InsertMany(items(args, pool))),
    (14, remove_batch),
    (4, remove_any),
    (6, write),
    (6, swap),
    (3, swap_places),
    (3, keep_order),
    (4, |args, _| Step::Retain(args.mask())),
    (4, |args, _| Step::ExtractIf(args.mask(), args.few())),
    (2, |args, _| Step::FoldDrain(Args::below(args.a, 9))),
    (3, |args, _| Step::Drain { front: Args::below(args.a, 9), back: Args::below(args.b, 9) }),
    (3, |args, _| Step::ForgetDrain(Args::below(args.a, 9))),
    (8, insert_at),
    (6, detach),
    (3, wear),
    (5, |_, _| Step::Keep),
    (4, |args, _| Step::GoBack(args.c.into())),
    (8, |_, pool| if pool.has_marks() { Step::Mark(pool.next_id()) } else { Step::Keep }),
    (6, |args, pool| mark(args, pool, Step::Release)),
    (4, |args, pool| mark(args, pool, Step::KeepSince)),
    (2, |args, pool| mark(args, pool, Step::DropMark)),
    (1, |_, _| Step::ForgetMarks),
];

const _: () = {
    let (mut sum, mut row) = (0, 0);
    while row < STEPS.len() {
        sum += STEPS[row].0 as u32;
        row += 1;
    }
    assert!(sum == 256, "every byte selects a step");
};

impl Record {
    pub(crate) fn new(bits: u64) -> Self {
        Record(bits)
    }

    /// A record from a script that has one byte per step. The arguments are derived from that byte.
    pub(crate) fn of_byte(byte: u8) -> Self {
        let byte = u64::from(byte);
        Record(byte << 56 | byte.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 8)
    }

    /// Whether the whole pool is compared after the step: once in 64 times.
    pub(crate) fn asks_for_everything(self) -> bool {
        self.0 % 64 == 0
    }

    /// Returns the step. Its arguments depend on the state of the pool, which `reference` knows.
    pub(crate) fn read(self, reference: &Reference) -> Step {
        let [which, a1, a0, b1, b0, c, d1, d0] = self.0.to_be_bytes();
        let [a, b, d] = [[a1, a0], [b1, b0], [d1, d0]].map(u16::from_be_bytes);
        let mut left = which;
        for (times, read) in STEPS {
            match left.checked_sub(times) {
                Some(rest) => left = rest,
                None => return read(Args { a, b, c, d }, reference),
            }
        }
        unreachable!("every byte says which step")
    }
}

fn items(args: Args, pool: &Reference) -> Items {
    Items { first: pool.next_id(), count: args.few() }
}

fn remove_live(args: Args, pool: &Reference) -> Step {
    match pool.live(Args::below(args.a, pool.len())) {
        Some(name) => Step::Remove(name),
        None => Step::Insert(pool.next_id()),
    }
}

fn remove_given(args: Args, pool: &Reference) -> Step {
    pool.given(args.a).map_or(Step::EntryDrop, Step::Remove)
}

/// Removes a batch of live objects, not in slot order, sometimes with one handle that is repeated or stale.
fn remove_batch(args: Args, pool: &Reference) -> Step {
    let first = Args::below(args.a, pool.len());
    let mut names: Vec<Name> = pool.names().skip(first).take(args.few()).collect();
    let middle = names.len() / 2;
    names.rotate_left(middle);
    match args.d % 8 {
        0 => names.extend(names.first().copied()),
        1 => names.extend(pool.given(args.d)),
        _ => {}
    }
    Step::RemoveMany(Batch { names, front: Args::below(args.b, 4), back: usize::from(args.b % 4) })
}

/// Removes a batch of any handles, most of them stale.
fn remove_any(args: Args, pool: &Reference) -> Step {
    let picks = [args.a, args.b, args.d, args.a ^ args.b, args.b ^ args.d];
    let names = picks.iter().take(usize::from(args.c) % 6).filter_map(|&pick| pool.given(pick)).collect();
    Step::RemoveMany(Batch { names, front: 1, back: 1 })
}

fn write(args: Args, pool: &Reference) -> Step {
    pool.given(args.a).map_or(Step::Move, |name| Step::Write(name, pool.next_id()))
}

fn swap(args: Args, pool: &Reference) -> Step {
    let live = |argument| pool.live(Args::below(argument, pool.len()));
    match [pool.given(args.a), live(args.b), live(args.d)] {
        [Some(a), Some(b), Some(c)] => Step::Swap([a, b, c]),
        _ => Step::Move,
    }
}

/// Removes objects of a dense pool, which keeps its order.
fn keep_order(args: Args, pool: &Reference) -> Step {
    match pool.given(args.a) {
        _ if !pool.rules.is_dense => Step::Insert(pool.next_id()),
        Some(name) if args.b % 2 == 0 => Step::RemoveInOrder(name),
        _ => Step::RetainInOrder(args.mask()),
    }
}

/// Lets two objects of a dense pool change their positions.
fn swap_places(args: Args, pool: &Reference) -> Step {
    if !pool.rules.is_dense || pool.len() == 0 {
        return Step::Insert(pool.next_id());
    }
    Step::SwapPlaces(Args::below(args.a, pool.len()), Args::below(args.b, pool.len()))
}

/// Inserts under a handle that was given out, or in any slot with the last generation or an early one.
fn insert_at(args: Args, pool: &Reference) -> Step {
    if !pool.rules.inserts_at {
        return Step::Insert(pool.next_id());
    }
    let generations = pool.rules.generations;
    let generation = if args.c % 4 == 0 { generations - 1 } else { u32::from(args.b) % generations.min(4) };
    let anywhere = Name { index: Args::below(args.a, pool.rules.capacity), generation };
    let given = pool.given(args.a).filter(|_| args.d % 2 == 1);
    Step::InsertAt(given.unwrap_or(anywhere), pool.next_id())
}

fn detach(args: Args, pool: &Reference) -> Step {
    match [pool.live(Args::below(args.a, pool.len())), pool.given(args.a), pool.given(args.b)] {
        [Some(live), Some(given), Some(other)] if pool.rules.detaches => {
            let name = if args.d % 8 == 0 { given } else { live };
            Step::Detach { name, id: pool.next_id(), other, goes_back: args.c % 4 != 0 }
        }
        _ => Step::Insert(pool.next_id()),
    }
}

/// Wears out the next slot until it is in its last generation, if that does not take too many steps.
fn wear(_: Args, pool: &Reference) -> Step {
    let Some(Name { generation, .. }) = pool.next() else { return Step::Move };
    let left = pool.rules.generations - 1 - generation;
    // In a strict pool, more slots than can wait must be left until the end. Otherwise all free ones would wait.
    let stays =
        |&&index: &&usize| !pool.rules.retires || pool.now.generations[index] + left < pool.rules.generations;
    let staying = || pool.now.free.iter().chain(&pool.now.waiting).filter(stays).count();
    let goes_on = !pool.rules.is_strict || staying() > pool.rules.quarantine;
    Step::Wear(pool.next_id(), if goes_on && left <= pool.rules.most_wear { left } else { 0 })
}

fn mark(args: Args, pool: &Reference, step: fn(u32) -> Step) -> Step {
    pool.held_mark(args.a).map_or(Step::Keep, step)
}
