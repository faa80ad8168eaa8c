use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed, objects = Node(0))]
struct Node(u32);

#[derive(Pool)]
#[pool(capacity = 64, shared, objects = Leaf(0))]
struct Leaf(u32);

#[derive(Pool, Clone)]
#[pool(capacity = 64, objects = Twig(0), clone, guard = live, quarantine = 4, marks, pool = Twigs)]
struct Twig(u32);

#[derive(Pool)]
#[pool(capacity = 64, boxed, clear)]
struct Fruit(u32);

#[derive(Pool)]
#[pool(capacity = 64, clear = reset, sync = local)]
struct Seed(u32);

pool! {
    #[unsafe(link_section = ".dma")]
    Buffers: [[u8; 64]; 4], objects;
    Numbers: [u32; 64], objects, objects = 7, layout = u16;
}

fn main() {
    let node = NodeObject::acquire().unwrap();
    let leaf = LeafArc::new(Leaf(7)).ok().unwrap();
    let twig = TwigObject::acquire().unwrap();
    assert_eq!(node.0 + leaf.0 + twig.0, 7);
}
