use stackpool::pool;

mod inner {
    #[derive(Debug, PartialEq)]
    pub struct Node<T> {
        pub value: T,
        pub next: Option<super::NodesHandle>,
    }
}

const ARROWS: u8 = 9;

pool! {
    /// Bullets fired by the player.
    pub Bullets: [u32; 4096];
    pub(crate) EnemyBullets: [u32; ARROWS], guard = live, layout = u32;
    Nodes: [inner::Node<f32>; 300];
    #[derive(Clone, Copy, Debug)]
    Words: [&'static str; 1 << 5], pool = Dictionary, handle = WordId;
    Arrays: [[u8; 4]; { 2 + 2 }], align = 16;
    Functions: [for<'a> fn(&'a str, &str) -> &'a str; 3];
    #[cfg(any())]
    Absent: [NoSuchType; 3];
    #[cfg(not(any()))]
    Absent: [(u8, u16); 3]
}

pool! {}

pub fn main() {
    pool!(Local: [u8; 3]);

    let mut bullets = BulletsPool::new();
    let bullet: BulletsHandle = bullets.insert(7).expect("room");
    assert_eq!(bullets[bullet], 7);
    let nodes = Nodes::take_pool().expect("the first call");
    let first = nodes.insert(inner::Node { value: 1.0, next: None }).expect("room");
    let second = nodes.insert(inner::Node { value: 2.0, next: Some(first) }).expect("room");
    assert_eq!(nodes[second].next, Some(first));
    let word: WordId = Dictionary::new().insert("word").expect("room");
    assert_eq!(format!("{word:?}").split('#').next(), Some("Words"));
    assert_eq!((EnemyBulletsPool::CAPACITY, ArraysPool::CAPACITY, AbsentPool::CAPACITY), (9, 4, 3));
    assert_eq!((FunctionsPool::CAPACITY, LocalPool::CAPACITY), (3, 3));
}
