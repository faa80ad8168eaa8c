//! Boxes that only `main` uses, under `sync = local`: a search tree with links of one byte, and a list.

use crate::checks::Checks;
use crate::model::Numbers;
use crate::shared::Count;
use stackpool::{Full, Pool, PoolBox};

const NODES: usize = 200;
const LINKS: usize = 300;

/// A node of a tree, in 4 bytes.
#[derive(Pool)]
#[pool(capacity = NODES, boxed, sync = local)]
pub struct Node {
    key: u16,
    left: Tree,
    right: Tree,
}

type Tree = Option<NodeBox>;

/// A link of a list. Its free slots are in a table of 9 bits per slot.
#[derive(Pool)]
#[pool(capacity = LINKS, boxed, sync = local, layout = packed(9))]
pub struct Link {
    value: u16,
    next: Option<LinkBox>,
}

static DROPPED_LINKS: Count = Count::new();

impl Drop for Link {
    fn drop(&mut self) {
        DROPPED_LINKS.add();
    }
}

/// A list that is taken apart in a loop. Dropping only its first link would recurse once per link.
struct List(Option<LinkBox>);

impl List {
    fn push(&mut self, value: u16) -> Result<(), Full<Link>> {
        let mut link = LinkBox::new(Link { value, next: None })?;
        link.next = self.0.take();
        self.0 = Some(link);
        Ok(())
    }

    fn values(&self) -> impl Iterator<Item = u16> {
        core::iter::successors(self.0.as_ref(), |link| link.next.as_ref()).map(|link| link.value)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        while let Some(mut link) = self.0.take() {
            self.0 = link.next.take();
        }
    }
}

/// Fills both pools, and empties them again.

pub fn run(checks: &mut Checks) {
    tree(checks);
    list(checks);
}

/// The place where `key` is, or would be inserted.
fn place(mut tree: &mut Tree, key: u16) -> &mut Tree {
    while tree.as_ref().is_some_and(|node| node.key != key) {
        let Some(node) = tree else { break };
        tree = if key < node.key { &mut node.left } else { &mut node.right };
    }
    tree
}

/// The keys in ascending order, one call of `visit` for each.
fn visit(tree: &Tree, f: &mut impl FnMut(u16)) {
    if let Some(node) = tree {
        visit(&node.left, f);
        f(node.key);
        visit(&node.right, f);
    }
}

fn tree(checks: &mut Checks) {
    checks.equal((size_of::<NodeBox>(), size_of::<Tree>(), size_of::<Node>()), (1, 1, 4));

    let mut numbers = Numbers::new();
    let mut root = None;
    let mut sum = 0;
    while NodeBox::len() < NODES {
        let key = numbers.next() as u16;
        let place = place(&mut root, key);
        if place.is_none() {
            *place = NodeBox::new(Node { key, left: None, right: None }).ok();
            checks.that(place.is_some());
            sum += u32::from(key);
        }
    }
    let (mut count, mut visited, mut last) = (0, 0, None);
    visit(&root, &mut |key| {
        checks.that(last < Some(key));
        last = Some(key);
        count += 1;
        visited += u32::from(key);
    });
    checks.equal((count, visited), (NODES, sum));

    // The value that does not fit comes back, and a constructor is not even called.
    let refused = NodeBox::new(Node { key: 7, left: None, right: None });
    checks.equal(refused.map_err(|full| full.into_inner().key).err(), Some(7));
    let mut is_made = false;
    let refused = NodeBox::new_with(|slot| {
        is_made = true;
        slot.write(Node { key: 7, left: None, right: None })
    });
    checks.that(refused.is_err() && !is_made);
    checks.equal((NodeBox::high_water_mark(), NodeBox::full_count()), (NODES, 2));

    // Only the root leaves its slot; its branches stay in their slots.
    let Some(node) = root.take() else {
        return checks.that(false);
    };
    let slot = PoolBox::handle(&node);
    let node = PoolBox::into_inner(node);
    checks.equal(NodeBox::len(), NODES - 1);
    let again = NodeBox::new_with(|slot| slot.write(Node { key: 9, left: None, right: None }));
    checks.equal(again.as_ref().map(|node| (PoolBox::handle(node), node.key)).ok(), Some((slot, 9)));
    let (mut left, mut right) = (0, 0);
    visit(&node.left, &mut |_| left += 1);
    visit(&node.right, &mut |_| right += 1);
    checks.equal(left + right, NODES - 1);
    drop(node.left);
    checks.equal(NodeBox::len(), NODES - left);
    drop((node.right, again));
    checks.equal((NodeBox::len(), NodeBox::high_water_mark()), (0, NODES));
}

fn list(checks: &mut Checks) {
    checks.equal((size_of::<LinkBox>(), size_of::<Option<LinkBox>>(), size_of::<Link>()), (2, 2, 4));

    // Twice, because the free slots are in another order the second time.
    for round in 1..=2 {
        let mut list = List(None);
        for value in 0..LINKS as u16 {
            checks.that(list.push(value).is_ok());
        }
        checks.that(list.values().eq((0..LINKS as u16).rev()));
        let refused = list.push(1_000).map_err(Full::into_inner);
        checks.equal(refused.map_err(|link| link.value), Err(1_000));
        checks.equal((LinkBox::len(), LinkBox::full_count()), (LINKS, u64::from(round)));
        drop(list);
        checks.equal((LinkBox::len(), LinkBox::high_water_mark()), (0, LINKS));
        // The links that did not fit were dropped too.
        checks.equal(DROPPED_LINKS.get(), (LINKS as u32 + 1) * round);
    }
}
