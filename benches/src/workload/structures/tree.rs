//! A scene tree, whose objects have a place relative to their parent.

mod scenes;

use super::memory;
use super::{HAND, INDEXTREE, OURS, SLAB};
use crate::Random;
use crate::child::grows;
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use crate::workload::Options;
use scenes::{Hand, HandNodes, IndexTree, SlabNodes, Structure};
use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

pub(super) const TABLE: &str = "structures-tree";

const ROUNDS: usize = 31;
pub(super) const NODES: usize = 60_000;
/// Nodes that move in a lap.
const MOVES: usize = 6_000;
/// The limits are those of the issue: a walk beside links by hand, bytes beside `indextree`.
const WALK_GOAL: f64 = 1.1;
const BYTES_GOAL: f64 = 0.4;

const WALKED: &str = "places computed";
const BYTES: &str = "bytes per node";

/// A rotation with a scale, and then a move, in the plane.
#[derive(Clone, Copy)]
pub(super) struct Place {
    turn: [f32; 2],
    at: [f32; 2],
}

/// An object: its place in that of its parent, and in the world.
#[derive(Clone, Copy)]
pub(super) struct Object {
    local: Place,
    pub(super) world: Place,
}

impl Object {
    fn random(random: &mut Random) -> Self {
        let mut unit = || random.below(1 << 16) as f32 / 65_536.0 - 0.5;
        let local = Place { turn: [0.9 + 0.1 * unit(), 0.3 * unit()], at: [unit(), unit()] };
        Object { local, world: local }
    }

    /// Computes the place in the world. A root has no place above it.
    #[inline]
    pub(super) fn put(&mut self, above: Option<Place>, sum: u64) -> u64 {
        let Place { turn: [c, d], at: [x, y] } = self.local;
        self.world = match above {
            None => self.local,
            Some(Place { turn: [a, b], at: [left, top] }) => Place {
                turn: [a * c - b * d, a * d + b * c],
                at: [left + a * x - b * y, top + a * y + b * x],
            },
        };
        sum.rotate_left(1).wrapping_add(u64::from(self.world.at[0].to_bits()))
    }
}

/// Objects in a tree.
trait Scene: 'static {
    type Key: Copy;

    fn with_room(count: usize) -> Self;

    /// Adds an object that is not in the tree yet.
    fn insert(&mut self, object: Object) -> Self::Key;

    /// Makes a node the root.
    fn set_root(&mut self, node: Self::Key);

    /// Makes a node the last child of another one, with all nodes below it. Returns `false` if it is above the other
    /// one, or is the other one.
    fn append(&mut self, parent: Self::Key, node: Self::Key) -> bool;

    /// Computes all places, each parent before its children, and returns a checksum.
    fn update(&mut self) -> u64;

    /// Removes a node, with all nodes below it. Returns `false` if it was removed before.
    fn remove(&mut self, node: Self::Key) -> bool;
}

/// The shape of a tree, and what happens to it.
struct Work {
    objects: Vec<Object>,
    /// The order in which the objects are inserted: it is independent of the tree, as in a scene that was edited.
    order: Vec<u32>,
    /// The parents of all nodes except the first. A parent comes before its children.
    parents: Vec<u32>,
    /// All nodes, in random order.
    removed: Vec<u32>,
}

impl Work {
    /// Each node is a child of a random earlier node. Some nodes are deep, and some have many children.
    fn new() -> Self {
        let mut random = Random::new();
        let objects = (0..NODES).map(|_| Object::random(&mut random)).collect();
        let parents = (1..NODES).map(|node| random.below(node) as u32).collect();
        let mut shuffled = || {
            let mut order: Vec<u32> = (0..NODES as u32).collect();
            random.shuffle(&mut order);
            order
        };
        Work { objects, order: shuffled(), parents, removed: shuffled() }
    }
}

/// A tree, and the keys of its nodes by their numbers.
struct Built<S: Scene> {
    scene: S,
    keys: Vec<Option<S::Key>>,
    random: Random,
}

impl<S: Scene> Built<S> {
    fn new(work: &Work) -> Self {
        Built::with_keys(work, vec![None; NODES])
    }

    #[inline(never)]
    fn with_keys(work: &Work, keys: Vec<Option<S::Key>>) -> Self {
        let mut built = Built { scene: S::with_room(NODES), keys, random: Random::new() };
        for &node in &work.order {
            built.keys[node as usize] = Some(built.scene.insert(work.objects[node as usize]));
        }
        built.scene.set_root(built.key(0));
        for (node, &parent) in (1..).zip(&work.parents) {
            built.scene.append(built.key(parent as usize), built.key(node));
        }
        built
    }

    fn key(&self, node: usize) -> S::Key {
        self.keys[node].expect("all nodes were inserted")
    }

    /// Moves random nodes. Returns how many moved.
    #[inline(never)]
    fn move_some(&mut self) -> u64 {
        let moved = (0..MOVES).filter(|_| {
            let [parent, node] = [self.random.below(NODES), self.random.below(NODES)];
            self.scene.append(self.key(parent), self.key(node))
        });
        moved.count() as u64
    }

    /// Removes subtrees until nothing is left. Returns how many.
    #[inline(never)]
    fn remove_all(&mut self, work: &Work) -> u64 {
        work.removed.iter().filter(|&&node| self.scene.remove(self.key(node as usize))).count() as u64
    }
}

/// Calls a generic function for each scene.
macro_rules! each {
    ($function:ident, $argument:expr) => {
        [
            $function::<Structure>(Label::new(OURS, Role::Ours), $argument),
            $function::<IndexTree>(Label::new(INDEXTREE, Role::Peer), $argument),
            $function::<Hand<SlabNodes>>(Label::new(SLAB, Role::Unchecked), $argument),
            $function::<Hand<HandNodes>>(Label::new(HAND, Role::Floor), $argument),
        ]
    };
}

pub(super) fn measure_all(options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    let work = &Work::new();
    let title = format!("A scene tree of {} nodes", grouped(NODES));
    let mut table = Table::new(TABLE, title, "ns per node", "work");
    let rounds = options.rounds(ROUNDS);
    table.column("built", measure(rounds, &mut each!(built, work)));
    table.column(WALKED, measure(rounds, &mut each!(walked, work)));
    table.column("a random node moved", measure(rounds, &mut each!(moved, work)));
    table.column("removed by subtrees", measure(rounds, &mut each!(removed, work)));
    memory::column(&mut table, BYTES, NODES)?;
    section.goals.extend(table.goal(OURS, WALKED, &[HAND], WALK_GOAL));
    section.goals.extend(table.goal(OURS, BYTES, &[INDEXTREE], BYTES_GOAL));
    section.tables.push(table);
    Ok(())
}

/// The bytes by which the program grows when the tree of this name is built, without the keys.
pub(super) fn grown(name: &str) -> Option<f64> {
    fn of<S: Scene>(label: Label, (name, work): (&str, &Work)) -> Option<f64> {
        // The keys have their memory before.
        let keys = vec![None; NODES];
        (label.name == name).then(|| grows(|| Built::<S>::with_keys(work, keys))).flatten()
    }
    each!(of, (name, &Work::new())).into_iter().flatten().next()
}

fn built<S: Scene>(label: Label, work: &Work) -> Job<'_> {
    Job::new(label, move || {
        let mut built = None;
        let lap = Lap::of(NODES, || built.insert(Built::<S>::new(work)).keys.len() as u64);
        // The clock has stopped.
        drop(built);
        lap
    })
}

/// One walk before the clock starts, because the last contender left its own nodes in the caches.
fn walked<S: Scene>(label: Label, work: &Work) -> Job<'_> {
    let mut scene = Built::<S>::new(work).scene;
    Job::new(label, move || {
        scene.update();
        Lap::of(NODES, || scene.update())
    })
}

fn moved<S: Scene>(label: Label, work: &Work) -> Job<'_> {
    let mut built = Built::<S>::new(work);
    Job::new(label, move || Lap::of(MOVES, || built.move_some()))
}

fn removed<S: Scene>(label: Label, work: &Work) -> Job<'_> {
    let built = Rc::new(RefCell::new(Built::<S>::new(work)));
    let again = Rc::clone(&built);
    Job::new(label, move || Lap::of(NODES, || built.borrow_mut().remove_all(work)))
        .prepared(move || *again.borrow_mut() = Built::new(work))
}
