use stackpool::{Pool, PoolBox};

#[derive(Pool)]
#[pool(capacity = 64, boxed, sync = local)]
struct Node<T> {
    value: T,
    next: Option<NodeBox<T>>,
}

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Name<'a> {
    text: &'a str,
    next: Option<NameBox>,
}

#[derive(Pool)]
#[pool(capacity = 64, boxed, exact)]
struct Block<const N: usize>([u8; N], Option<BlockBox<N>>);

fn second(node: &Node<u8>) -> Option<&NodeBox<u8>> {
    node.next.as_ref()
}

fn by_hand(node: PoolBox<Node<u8>>, block: PoolBox<Block<3>>) -> u8 {
    node.value + block.0[0]
}

fn main() {
    let first = NodeBox::new(Node { value: 7, next: None }).unwrap();
    let node = NodeBox::new(Node { value: 8, next: Some(first) }).unwrap();
    assert!(second(&node).is_some_and(|node| node.value == 7));
    let name = NameBox::new(Name { text: "first", next: None }).unwrap();
    std::thread::spawn(move || assert_eq!((name.text, name.next.is_none()), ("first", true)));
    let block = BlockBox::<3>::new(Block([1; 3], None)).unwrap();
    assert_eq!(by_hand(node, block), 9);
}
