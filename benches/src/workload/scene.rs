//! A tree of objects that hold keys of each other is walked.

mod links;

use super::{Options, Workload};
use crate::Random;
use crate::contenders::names;
use crate::measure::{Contender, Lap, measure};
use crate::report::{Label, Plot, Role, Section, Table, grouped};
use links::Links;
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "scene", run };

const ABOUT: &str = "\
A scene graph: nodes of 8 bytes and three links, to the parent, the first child and the next sibling, each an `Option` of the \
container's key (`u32` where keys are plain numbers, as a program with care would have them). Nodes are inserted in an order \
that has nothing to do with the tree, as in a scene that was edited. A step is one node, reached depth first: down, to the \
side, or up again, and each link waits for the node that holds it.";

const ROUNDS: usize = 15;
const COUNTS: [(usize, &str); 3] = [(60_000, "u16"), (250_000, "packed 18"), (1_000_000, "split 24")];

/// A node: plain data of 8 bytes, and links of type `L`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<L> {
    payload: [u32; 2],
    parent: L,
    child: L,
    sibling: L,
}

/// Where each node of a tree hangs.
struct Shape {
    /// The parents of all nodes but the first, each before its children.
    parents: Vec<u32>,
    /// In which order the nodes are inserted.
    order: Vec<u32>,
}

impl Shape {
    /// Each node is a child of a random one of those before it: some are deep, some have many children.
    fn new(count: usize) -> Self {
        let mut random = Random::new();
        let parents = (1..count).map(|node| random.below(node) as u32).collect();
        let mut order: Vec<u32> = (0..count as u32).collect();
        random.shuffle(&mut order);
        Shape { parents, order }
    }
}

/// A container at this work.
struct Scene<C: Links> {
    label: Label,
    container: C,
    root: C::Link,
    count: usize,
}

impl<C: Links> Scene<C> {
    fn new(name: &str, role: Role, shape: &Shape) -> Self {
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
        let label = Label::new(name, role).fact(size_of::<C::Link>()).fact(size_of::<Node<C::Link>>());
        Scene { label, container, root: links[0], count }
    }
}

impl<C: Links> Contender for Scene<C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        Lap::of(self.count, || walk(&self.container, self.root))
    }
}

/// Visits all nodes depth first. The result depends on their order.
#[inline(never)]
fn walk<C: Links>(container: &C, root: C::Link) -> u64 {
    let mut sum = 0_u64;
    let mut node = follow(container, root);
    loop {
        let [a, b] = node.payload.map(u64::from);
        sum = sum.rotate_left(1).wrapping_add(a ^ (b << 32));
        if node.child != C::NONE {
            node = follow(container, node.child);
            continue;
        }
        // Up, until there is a sibling.
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
fn follow<C: Links>(container: &C, link: C::Link) -> &Node<C::Link> {
    container.get(link).expect("links are of live nodes")
}

/// Builds the contenders of a column.
struct Builder {
    shape: Shape,
    contenders: Vec<Box<dyn Contender>>,
}

impl Builder {
    fn push<C: Links>(&mut self, name: &str, role: Role) {
        self.contenders.push(Box::new(Scene::<C>::new(name, role, &self.shape)));
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("7. A scene graph", ABOUT);
    let mut table = Table::new("scene", "Walking a scene graph", "ns a node", "nodes")
        .facts(&["link, bytes", "node, bytes"])
        .plot(Plot::Lines);
    let counts = if options.quick { &COUNTS[..1] } else { &COUNTS };
    for &(count, width) in counts {
        let mut builder = Builder { shape: Shape::new(count), contenders: Vec::new() };
        links::pools(count, &mut builder);
        links::peers(&mut builder);
        let column = format!("{} ({width})", grouped(count));
        table.column(&column, measure(options.rounds(ROUNDS), &mut builder.contenders));
        if count == 1_000_000 {
            section.goals.extend(table.goal(names::DEFAULT, &column, &["slotmap"], 0.65));
        }
    }
    section.tables.push(table);
    Ok(section)
}
