//! Types of the user with names that a key would declare.

use stackpool::Pool;

mod types {
    pub struct NodeBox(pub u8);
    pub struct NodeArc(pub u8);
}

mod globbed {
    use super::types::*;
    use stackpool::Pool;

    #[derive(Pool)]
    #[pool(capacity = 16)]
    pub struct Node {
        pub next: Option<NodeBox>,
        pub shared: NodeArc,
    }
}

mod imported {
    use super::types::NodeBox;
    use stackpool::Pool;

    #[derive(Pool)]
    #[pool(capacity = 16, pool = NodeArc)]
    pub struct Node(pub NodeBox);

    pub fn is_full(nodes: &NodeArc) -> bool {
        nodes.is_full()
    }
}

struct LeafObject(u8);
type TwigBox = Box<TwigHandle>;

#[derive(Pool)]
#[pool(capacity = 16)]
struct Twig(Option<TwigBox>);

pub fn main() {
    // A name of an outer scope.
    #[derive(Pool)]
    #[pool(capacity = 16)]
    struct Leaf(LeafObject);

    let mut nodes = globbed::NodePool::new();
    let node = globbed::Node { next: Some(types::NodeBox(3)), shared: types::NodeArc(4) };
    let node = nodes.insert(node).ok().unwrap();
    assert_eq!(nodes[node].next.as_ref().unwrap().0 + nodes[node].shared.0, 7);
    let mut others = imported::NodeArc::new();
    others.insert(imported::Node(types::NodeBox(5))).ok().unwrap();
    assert!(!imported::is_full(&others));
    let mut leaves = LeafPool::new();
    assert_eq!(leaves.insert(Leaf(LeafObject(6))).map(|leaf| leaves[leaf].0.0).ok(), Some(6));
    let mut twigs = TwigPool::new();
    let twig = twigs.insert(Twig(None)).ok().unwrap();
    twigs[twig].0 = Some(Box::new(twig));
}
