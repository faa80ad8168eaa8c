//! Definitions with `shared`.

use stackpool::{Pool, PoolBox, pool};

/// A node that several others point to, and that knows its parent.
#[derive(Pool, Debug)]
#[pool(capacity = 300, shared, sync = local, max_bytes = 16 * 1024)]
pub struct Node {
    key: u32,
    parent: Option<NodeWeak>,
    next: Option<NodeRc>,
}

pool! {
    /// With names of the user.
    pub Packets: [[u8; 64]; 16], shared, exact, box = Packet, handle = PacketName, align = 64;
    Words: [&'static str; 4], shared;
}

fn accepts<T: Send + Sync>(_: &T) {}

/// Makes all of them.
pub fn main() {
    let root = NodeRc::new(Node { key: 1, parent: None, next: None }).unwrap();
    let leaf = Node { key: 2, parent: Some(NodeRc::downgrade(&root)), next: Some(root.clone()) };
    let leaf = NodeRc::new(leaf).unwrap();
    assert_eq!(leaf.parent.and_then(|parent| parent.upgrade()).map(|parent| parent.key), Some(1));
    assert_eq!((NodeRc::strong_count(&root), leaf.next.as_ref().map(|next| next.key)), (2, Some(1)));
    let packet: Packet = PoolBox::<Packets>::new([7; 64]).unwrap().into();
    let name: PacketName = Packet::downgrade(&packet);
    accepts(&packet);
    accepts(&name);
    assert_eq!(name.upgrade().as_deref(), Some(&[7; 64]));
    let word = WordsArc::new("word").unwrap();
    accepts(&word);
    let weak: WordsWeak = WordsArc::downgrade(&word);
    assert!(weak.upgrade().is_some());
}
