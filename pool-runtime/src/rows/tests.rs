//! All sequences of operations on rows of one to four slots, compared with a model.
//!
//! Two sequences that lead to the same state go on in the same way. So states are visited breadth first, each of them
//! once, and every operation is done in each: all sequences up to a length are covered. A state is every number that
//! rows hold, used or not, except how many insertions were refused, and what the model holds. Where no new states are
//! found, all sequences of any length are covered.
//!
//! `cargo test -p stackpool-runtime --lib rows::tests -- --nocapture` shows what was seen, with `GATE=1` before it of
//! all layouts.

extern crate std;

mod further;
mod model;
mod world;

use crate::base::size::{IS_SMALL, miri_or};
use crate::changes::Changes;
use crate::layout::Layout;
use crate::layout::fixed::Fixed;
use crate::layout::groups::{
    Cells, ChangeWords, HandleBits, LinkBits, LiveWords, MarksAtMost, SlotCount, TableBits, Unguarded,
    Waiting, WithoutHoles,
};
use crate::layout::spec::{Brand, PoolSpec};
use crate::seats::Seats;
use crate::table::packed_words;
use further::Further;
use model::Model;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::vec;
use std::vec::Vec;
use std::{eprintln, println};
use world::World;

/// No further length is begun once there are this many states. `STATES=3000` goes deeper than the gate, in three times
/// the time.
const STATES: usize = miri_or(8, if gate::ON { 1_000 } else { 500 });

/// After this many states, the state is one that others become like.
const BASES: [usize; 3] = [1, 14, 101];

/// A layout whose state can be written out.
trait Shown: Layout<FreeSlots: Debug, Guard: Debug> {}

impl<L: Layout<FreeSlots: Debug, Guard: Debug>> Shown for L {}

/// The definition of any layout.
struct Def<L>(Brand<L>);

impl<L: Layout> PoolSpec for Def<L> {
    type Item = ();
    type Layout = L;
    const NAME: &'static str = "Def";
}

/// An operation.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Op {
    Insert,
    /// A batch that says it has this many objects, and has them.
    Fill(usize, usize),
    /// Takes slots, puts an object in some of them (as bits), and gives the others back.
    Reserve(usize, u32),
    InsertAt(usize, u32),
    Release(usize),
    ReleaseBoth(usize, usize),
    /// A batch whose second handle names nothing.
    ReleaseStale(usize, (usize, u32)),
    /// A batch whose objects are taken from the back.
    ReleaseBackwards(usize, usize),
    /// A batch that is undone slot by slot.
    ReleaseAndUndo(usize, usize),
    Detach(usize),
    /// Detaches, inserts, and puts the object back if the flag is set.
    DetachAndInsert(usize, bool),
    DetachAndRelease(usize, usize),
    /// Removes the first objects, this many of them, and then the rest if the flag is set.
    Drain(usize, bool),
    /// Two objects of a dense pool swap their places.
    SwapSeats,
    Renew,
    Forget,
    Mark,
    Keep,
    ReleaseSince,
    /// Takes the changes.
    TakeChanges,
    /// A base loads the image of the state.
    Load(usize),
    /// A base becomes a copy of the state.
    Copy(usize),
    /// A base begins to become a copy.
    BeginCopy(usize),
    /// New rows are told of each slot.
    Name,
    /// New rows read what the state is serialized to.
    Serialize,
}

/// The operations that a state allows.
fn operations<L: Shown>(model: &Model, further: &Further<L>, bases: usize) -> Vec<Op> {
    let traits = &model.traits;
    let has_table = further.fill.is_some();
    let mut ops = vec![Op::Insert, Op::Forget];
    if model.len() == 0 {
        ops.push(Op::Renew);
    }
    if has_table {
        ops.extend([Op::Fill(2, 2), Op::Fill(2, 1), Op::Fill(2, 0), Op::Fill(3, 3)]);
    }
    let reserves = [(1, 0b0), (1, 0b1), (2, 0b00), (2, 0b01), (2, 0b10)];
    ops.extend(
        reserves.into_iter().filter(|r| r.0 <= model.remaining()).map(|(n, kept)| Op::Reserve(n, kept)),
    );
    let handles = (0..traits.capacity).flat_map(|slot| (0..traits.generations).map(move |g| (slot, g)));
    if has_table && traits.tracks {
        ops.extend(handles.clone().map(|(slot, generation)| Op::InsertAt(slot, generation)));
    }
    let stale = handles.clone().find(|&(slot, generation)| !model.accepts(slot, generation));
    for one in model.live_slots() {
        ops.push(Op::Release(one));
        if let Some(stale) = stale {
            ops.push(Op::ReleaseStale(one, stale));
        }
        if traits.tracks {
            ops.extend([Op::Detach(one), Op::DetachAndInsert(one, false), Op::DetachAndInsert(one, true)]);
            ops.push(Op::ReleaseStale(one, (one, model.generation[one])));
        } else if model.len() == 1 {
            ops.push(Op::ReleaseStale(one, (one, 0)));
        }
        for other in model.live_slots() {
            if one == other || model.len() < 2 {
                continue;
            }
            ops.extend([Op::ReleaseBoth(one, other), Op::ReleaseBackwards(one, other)]);
            if traits.tracks {
                ops.push(Op::DetachAndRelease(one, other));
            }
            if has_table
                && traits.generations == 1
                && !traits.retires
                && !traits.keeps_order
                && !L::Seats::ARE_DENSE
            {
                ops.push(Op::ReleaseAndUndo(one, other));
            }
        }
    }
    ops.extend((0..=model.len().min(2)).flat_map(|count| [Op::Drain(count, true), Op::Drain(count, false)]));
    if L::Seats::ARE_DENSE && model.len() >= 2 {
        ops.push(Op::SwapSeats);
    }
    if traits.keeps_order {
        ops.extend([Op::Mark, Op::Keep, Op::ReleaseSince]);
    }
    if further.load.is_some() {
        if L::Changes::ARE_NOTED {
            ops.push(Op::TakeChanges);
        }
        ops.extend((0..bases).flat_map(|base| [Op::Load(base), Op::Copy(base), Op::BeginCopy(base)]));
        if cfg!(feature = "serde") {
            ops.extend([Op::Name, Op::Serialize]);
        }
    }
    ops
}

/// Writes out how a state came to be, if an operation in it panics.
struct Trace<'a> {
    parents: &'a [(usize, Op)],
    from: usize,
    op: Op,
}

impl Drop for Trace<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let parent = |&state: &usize| (state > 0).then(|| self.parents[state].0);
            let states = std::iter::successors(Some(self.from), parent);
            let mut ops: Vec<_> =
                states.filter(|&state| state > 0).map(|state| self.parents[state].1).collect();
            ops.reverse();
            eprintln!("{ops:?}, then {:?}", self.op);
        }
    }
}

/// What was seen.
#[derive(Default, Debug)]
struct Seen {
    configurations: usize,
    /// The configurations of which all states were seen.
    complete: usize,
    states: usize,
    transitions: usize,
}

impl Seen {
    fn explore<L: Shown>(&mut self, further: &Further<L>) {
        self.configurations += 1;
        let first = World::new(further);
        // Equal models have equal images.
        let mut images = HashMap::new();
        first.check(further, &mut images);
        let mut known = HashSet::from([first.key()]);
        let mut parents = vec![(0, Op::Insert)];
        let mut bases = vec![first.clone()];
        let mut level = vec![(0, first)];
        let (mut length, mut transitions) = (0, 0);
        let most = std::env::var("STATES").map_or(STATES, |number| number.parse().expect("a number"));
        while !level.is_empty() && known.len() < most {
            let mut next = Vec::new();
            for (from, world) in &level {
                // Under Miri, every fifth operation is done in a state, and others in the next state.
                let (first, step) = if IS_SMALL { (from % 5, 5) } else { (0, 1) };
                for op in operations(&world.model, further, bases.len()).into_iter().skip(first).step_by(step)
                {
                    let trace = Trace { parents: &parents, from: *from, op };
                    let mut world = world.clone();
                    world.apply(op, further, &bases);
                    transitions += 1;
                    if known.insert(world.key()) {
                        world.check(further, &mut images);
                        drop(trace);
                        if BASES.contains(&parents.len()) {
                            bases.push(world.clone());
                        }
                        next.push((parents.len(), world));
                        parents.push((*from, op));
                    }
                }
            }
            level = next;
            length += 1;
        }
        let rest = if level.is_empty() { "and of any length" } else { "" };
        println!(
            "{:?}: {} states, {transitions} transitions, sequences up to {length} {rest}",
            bases[0].model.traits,
            known.len()
        );
        self.complete += usize::from(level.is_empty());
        self.states += known.len();
        self.transitions += transitions;
    }

    /// Says what was seen, and checks that it was about as much as it should be.
    fn end(self, name: &str, least: usize) {
        println!("{name}: {self:?}");
        let is_as_usual = !IS_SMALL && std::env::var("STATES").is_err();
        assert!(!is_as_usual || self.transitions >= least, "too few transitions");
    }
}

/// Free slots in a table, of this many slots with a guard and a quarantine.
type Stack<const N: usize, G, Q> = Fixed<SlotCount<N>, TableBits<8>, G, HandleBits<8>, Q>;
/// Free slots in a list.
type List<const N: usize, G, Q> = Fixed<SlotCount<N>, LinkBits<8>, G, HandleBits<8>, Q>;
/// Free slots in a table of packed bits.
type Packed<const BITS: u8, Q> =
    Fixed<SlotCount<4>, TableBits<BITS, { packed_words(4, 17) }>, Cells<2, 8>, HandleBits<8>, Q>;
/// The order of insertion with up to two marks.
type Marked<F, Q, C> = Fixed<SlotCount<3>, F, Cells<2, 8>, HandleBits<8>, Q, MarksAtMost<2, 8>, C>;
/// Objects without holes.
type Dense<const N: usize, G, Q, M, C> =
    Fixed<SlotCount<N>, TableBits<8>, G, HandleBits<8>, Q, M, C, WithoutHoles>;

type NoneWaits = Waiting<0, 0>;
type OneWaits = Waiting<1, 8>;
type TwoWait = Waiting<2, 8>;
type OneStrictly = Waiting<1, 8, true>;
type TwoStrictly = Waiting<2, 8, true>;

/// Explores layouts, each of them of this kind.
macro_rules! explore {
    ($seen:ident: $($kind:ident $layout:ty),* $(,)?) => {
        $($seen.explore(&Further::<$layout>::$kind());)*
    };
}

/// Each guard, with a table and with a list, and with each kind of quarantine.
#[test]
fn each_guard() {
    let mut seen = Seen::default();
    explore! { seen:
        of_unguarded Stack<3, Unguarded, NoneWaits>,
        of_stack Stack<4, LiveWords<1>, OneWaits>,
        of_list List<3, LiveWords<1>, NoneWaits>,
        of_stack Stack<3, Cells<1, 8>, NoneWaits>,
        of_list List<4, Cells<2, 8>, TwoWait>,
        of_stack Stack<4, Cells<2, 8>, TwoStrictly>,
        of_stack Stack<3, Cells<3, 16, 1>, TwoWait>,
        of_list List<3, Cells<3, 8, 1>, OneStrictly>,
    }
    seen.end("each guard", 70_000);
}

/// Tables of packed bits, marks, changes, and objects without holes.
#[test]
fn each_kind() {
    let mut seen = Seen::default();
    explore! { seen:
        of_stack Packed<9, NoneWaits>,
        of_stack Packed<17, OneWaits>,
        of_stack Marked<TableBits<8>, OneWaits, ChangeWords<1>>,
        of_list Marked<LinkBits<8>, OneStrictly, ChangeWords<1>>,
        of_stack Dense<4, Cells<3, 8, 1>, OneWaits, (), ChangeWords<1>>,
        of_stack Dense<3, Cells<2, 8>, OneStrictly, MarksAtMost<2, 8>, ChangeWords<1>>,
    }
    seen.end("each kind", 75_000);
}

gate::only! {
    #[cfg(not(miri))]
    mod more;
}
// For rustfmt, which does not see the module in the macro call above.
#[cfg(any())]
mod more;
