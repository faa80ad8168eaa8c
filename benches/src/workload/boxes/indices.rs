//! Nodes in a slice that are linked by index, without owners and without checks. A box that is an index cannot be
//! better than this.

use crate::Random;

/// An integer type for links.
pub(super) trait Index: Copy + 'static {
    fn new(index: usize) -> Self;

    fn get(self) -> usize;
}

macro_rules! indices {
    ($($integer:ident),*) => {$(
        impl Index for $integer {
            fn new(index: usize) -> Self {
                index.try_into().expect("links are wide enough for all nodes")
            }

            #[inline]
            fn get(self) -> usize {
                self as usize
            }
        }
    )*};
}

indices!(u16, u32);

#[derive(Clone, Copy)]
struct Node<I, const WORDS: usize> {
    next: I,
    words: [u32; WORDS],
}

/// The nodes in memory order. Each is linked to a random other node, and all of them form a ring.
pub(super) struct Indexed<I, const WORDS: usize> {
    nodes: Vec<Node<I, WORDS>>,
    /// The nodes in the order of the ring.
    order: Vec<I>,
}

impl<I: Index, const WORDS: usize> Indexed<I, WORDS> {
    pub(super) fn new(count: usize) -> Self {
        let mut order: Vec<I> = (0..count).map(I::new).collect();
        Random::new().shuffle(&mut order);
        let mut nodes: Vec<_> =
            (0..count).map(|i| Node { next: order[0], words: [i as u32; WORDS] }).collect();
        for pair in order.windows(2) {
            nodes[pair[0].get()].next = pair[1];
        }
        Indexed { nodes, order }
    }

    /// The node of a link. The link must come from the construction of this ring.
    #[inline]
    fn node(&self, link: I) -> &Node<I, WORDS> {
        debug_assert!(link.get() < self.nodes.len(), "a link to no node");
        // SAFETY: all links are numbers in `order`, and those are below the number of nodes.
        unsafe { self.nodes.get_unchecked(link.get()) }
    }

    #[inline(never)]
    pub(super) fn walk(&self) -> u64 {
        let mut node = self.node(self.order[0]);
        let mut sum = 0;
        for _ in 0..self.order.len() {
            sum += u64::from(node.words[0]);
            node = self.node(node.next);
        }
        sum
    }

    #[inline(never)]
    pub(super) fn visit(&self) -> u64 {
        self.order.iter().map(|&link| u64::from(self.node(link).words[0])).sum()
    }
}
