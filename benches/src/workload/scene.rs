//! Walks a tree of objects that hold keys of each other.

mod links;

use super::{Options, Workload};
use crate::Random;
use crate::contenders::names;
use crate::measure::{Contender, Lap, measure};
use crate::report::{Label, Plot, Role, Section, Spread, Table, grouped};
use links::Links;
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "scene", of_compiler: false, run };

const ABOUT: &str = "\
A scene graph: nodes with 8 bytes of data and three links, to the parent, the first child and the next sibling. Each \
link is an `Option` of the container's key (`u32` if keys are plain numbers, as a careful program would store them). \
Nodes are inserted in an order that is independent of the tree, as in a scene that was edited. A step is one node, \
visited depth first: once with a stack of links that are still to be followed, and once without memory besides the \
nodes, going up by the links to parents.";

const ROUNDS: usize = 11;
const COUNTS: [(usize, &str); 3] = [(60_000, "u16"), (250_000, "packed 18"), (1_000_000, "split 24")];
/// The number of nodes that the goal is for.
const GOAL_COUNT: usize = 1_000_000;

/// A node: plain data of 8 bytes, and links of type `L`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<L> {
    payload: [u32; 2],
    parent: L,
    child: L,
    sibling: L,
}

/// The shape of a tree.
struct Shape {
    /// The parents of all nodes except the first. A parent comes before its children.
    parents: Vec<u32>,
    /// The order in which the nodes are inserted.
    order: Vec<u32>,
}

impl Shape {
    /// Each node is a child of a random earlier node. Some nodes are deep, and some have many children.
    fn new(count: usize) -> Self {
        let mut random = Random::new();
        let parents = (1..count).map(|node| random.below(node) as u32).collect();
        let mut order: Vec<u32> = (0..count as u32).collect();
        random.shuffle(&mut order);
        Shape { parents, order }
    }
}

/// A container that does this work.
struct Scene<C: Links> {
    label: Label,
    container: C,
    root: C::Link,
    count: usize,
    walk: Walk<C>,
}

impl<C: Links> Scene<C> {
    fn new(label: Label, shape: &Shape) -> Self {
        let count = shape.order.len();
        let mut container = C::with_room(count);
        let mut links = vec![C::NONE; count];
        for &node in &shape.order {
            let payload = [node, !node];
            links[node as usize] =
                container.insert(Node { payload, parent: C::NONE, child: C::NONE, sibling: C::NONE });
        }
        for (node, &parent) in (1..).zip(&shape.parents) {
            let (node, parent) = (links[node], links[parent as usize]);
            let Some(above) = container.get_mut(parent) else { unreachable!("all nodes are there") };
            let sibling = std::mem::replace(&mut above.child, node);
            let Some(below) = container.get_mut(node) else { unreachable!("all nodes are there") };
            (below.parent, below.sibling) = (parent, sibling);
        }
        Scene { label, container, root: links[0], count, walk: by_stack::<C> }
    }
}

/// A way through all nodes, depth first.
type Walk<C> = fn(&C, <C as Links>::Link) -> u64;

impl<C: Links> Contender for Scene<C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    /// One walk before the clock starts, because the last contender left its own nodes in the caches.
    fn lap(&mut self) -> Lap {
        (self.walk)(&self.container, self.root);
        Lap::of(self.count, || (self.walk)(&self.container, self.root))
    }
}

/// Visits all nodes, with a stack for siblings that are visited later. The result depends on the order of nodes.
#[inline(never)]
fn by_stack<C: Links>(container: &C, root: C::Link) -> u64 {
    let mut sum = 0_u64;
    let mut waiting = vec![root];
    while let Some(link) = waiting.pop() {
        let node = follow(container, link);
        sum = visit(sum, node);
        // The child is the next one.
        for link in [node.sibling, node.child] {
            if link != C::NONE {
                waiting.push(link);
            }
        }
    }
    sum
}

/// Visits all nodes in the same order without memory of its own: it goes up by the links to parents.
#[inline(never)]
fn by_parents<C: Links>(container: &C, root: C::Link) -> u64 {
    let mut sum = 0_u64;
    let mut node = follow(container, root);
    loop {
        sum = visit(sum, node);
        if node.child != C::NONE {
            node = follow(container, node.child);
            continue;
        }
        // Go up until there is a sibling.
        while node.sibling == C::NONE {
            if node.parent == C::NONE {
                return sum;
            }
            node = follow(container, node.parent);
        }
        node = follow(container, node.sibling);
    }
}

#[inline]
fn visit<L>(sum: u64, node: &Node<L>) -> u64 {
    let [a, b] = node.payload.map(u64::from);
    sum.rotate_left(1).wrapping_add(a ^ (b << 32))
}

#[inline]
fn follow<C: Links>(container: &C, link: C::Link) -> &Node<C::Link> {
    container.get(link).expect("links are of live nodes")
}

/// A [`Scene`] of any container.
trait Walked: Contender {
    fn by_parents(&mut self);

    fn node_bytes(&self) -> usize;
}

impl<C: Links> Walked for Scene<C> {
    fn by_parents(&mut self) {
        self.walk = by_parents::<C>;
    }

    fn node_bytes(&self) -> usize {
        size_of::<Node<C::Link>>()
    }
}

/// Makes the contenders of a column.
struct Builder {
    shape: Shape,
    contenders: Vec<Box<dyn Walked>>,
}

impl Builder {
    fn push<C: Links>(&mut self, name: &str, role: Role) {
        self.contenders.push(Box::new(Scene::<C>::new(Label::new(name, role), &self.shape)));
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("A scene graph", ABOUT);
    let table = |name, title, unit| Table::new(name, title, unit, "nodes");
    let mut bytes = table("scene-bytes", "A node with its links", "bytes").plot(Plot::Bars);
    let mut stack = table("scene-stack", "Walking a scene graph by a stack", "ns per node").plot(Plot::Lines);
    let mut parents =
        table("scene-parents", "Walking a scene graph by parents", "ns per node").plot(Plot::Lines);
    let counts = if options.quick { &COUNTS[..1] } else { &COUNTS };
    for &(count, width) in counts {
        let mut builder = Builder { shape: Shape::new(count), contenders: Vec::new() };
        links::pools(count, &mut builder);
        links::peers(&mut builder);
        let mut contenders = builder.contenders;
        let column = format!("{} ({width})", grouped(count));
        let sizes = contenders.iter().map(|scene| (scene.label(), Spread::exact(scene.node_bytes() as f64)));
        bytes.column(&column, sizes);
        stack.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
        contenders.iter_mut().for_each(|scene| scene.by_parents());
        parents.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
        if count == GOAL_COUNT {
            let goals =
                [&stack, &parents].map(|table| table.goal(names::DEFAULT, &column, &["slotmap"], 0.65));
            section.goals.extend(goals.into_iter().flatten());
        }
    }
    section.tables.extend([bytes, stack, parents]);
    Ok(section)
}
