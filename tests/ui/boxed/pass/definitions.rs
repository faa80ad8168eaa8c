#![deny(missing_docs)]
//! Wherever a boxed definition can stand.

use stackpool::{BoxSpec, PoolBox, pool};

mod inner {
    #[derive(stackpool::Pool, Debug, PartialEq)]
    #[pool(capacity = 64, boxed, box = NodePtr, handle = NodeId)]
    pub(super) struct Node {
        pub(super) key: u32,
        pub(super) next: Option<NodePtr>,
    }

    #[derive(stackpool::Pool)]
    #[pool(capacity = 3, boxed)]
    pub(in crate::inner) enum Tree {
        Leaf,
        Branch(Option<TreeBox>, Option<TreeBox>),
    }

    impl Tree {
        pub(in crate::inner) fn leaves(&self) -> usize {
            match self {
                Tree::Leaf => 1,
                Tree::Branch(left, right) => {
                    [left, right].into_iter().flatten().map(|tree| tree.leaves()).sum()
                }
            }
        }
    }

    pub(super) fn leaves() -> usize {
        let leaf = || TreeBox::new(Tree::Leaf).ok();
        TreeBox::new(Tree::Branch(leaf(), leaf())).map_or(0, |tree| tree.leaves())
    }
}

/// A value in a list of its own kind.
#[derive(Debug)]
pub struct Link<T> {
    /// The value.
    pub value: T,
    /// The rest of the list.
    pub next: Option<LinksBox>,
}

/// A value that owns the next one of its kind, in whichever pool.
pub struct Own<P: BoxSpec> {
    /// The value.
    pub value: u8,
    /// The rest of the list.
    pub next: Option<PoolBox<P>>,
}

const ARROWS: u8 = 9;

pool! {
    /// Links of numbers.
    pub Links: [Link<f32>; 300], boxed;
    /// Owners of each other.
    pub Few: [Own<Few>; 8], boxed;
    Many: [Own<Many>; 300], boxed, sync = local;
    Letters: [Link<char>; ARROWS], boxed, sync = local, box = LetterPtr;
    #[derive(Clone)]
    pub(crate) Strings: [String; 4], boxed, exact;
    Pairs: [(u8, std::rc::Rc<u8>); 4], boxed;
    Functions: [for<'a> fn(&'a str, &str) -> &'a str; 3], boxed, sync = local;
    Boxes: [Box<dyn Fn(u8) -> u8>; 3], boxed;
    #[cfg(any())]
    Absent: [NoSuchType; 3], boxed;
    #[cfg(not(any()))]
    Absent: [u16; 3], boxed;
    /// Names of two pools of one type.
    pub Names: [String; 4], boxed;
    Pooled: [String; 4], guard = live;
    #[deprecated]
    pub Old: [String; 4], boxed;
}

mod raw {
    #[derive(stackpool::Pool)]
    #[pool(capacity = 64, boxed)]
    #[expect(non_camel_case_types, reason = "raw names are keywords")]
    pub(super) struct r#type(pub(super) u8);

    pub(super) fn seven() -> Option<typeBox> {
        typeBox::new(r#type(7)).ok()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    #[derive(stackpool::Pool)]
    #[pool(capacity = 2, boxed)]
    struct Local(u8);
    pool!(Bytes: [u8; 3], boxed);

    let last = inner::NodePtr::new(inner::Node { key: 1, next: None })?;
    let first = inner::NodePtr::new(inner::Node { key: 2, next: Some(last) })?;
    assert_eq!(first.next.as_ref().map(|node| node.key), Some(1));
    assert_eq!((size_of::<inner::Node>(), size_of::<inner::NodeId>()), (8, 1));
    assert_eq!(inner::leaves(), 2);

    let end = LinksBox::new(Link { value: 1.0, next: None })?;
    let letter = LetterPtr::new(Link { value: 'a', next: Some(end) })?;
    assert_eq!((letter.value, letter.next.as_ref().map(|link| link.value)), ('a', Some(1.0)));
    let few = FewBox::new(Own { value: 1, next: FewBox::new(Own { value: 2, next: None }).ok() })?;
    let many = ManyBox::new(Own { value: 3, next: ManyBox::new(Own { value: 4, next: None }).ok() })?;
    let next = (few.next.as_ref().map(|own| own.value), many.next.as_ref().map(|own| own.value));
    assert_eq!((few.value, many.value, next), (1, 3, (Some(2), Some(4))));
    let (string, name) = (StringsBox::new("one".to_owned())?, NamesBox::new("two".to_owned())?);
    assert_eq!((string.as_str(), name.len()), ("one", 3));
    assert_eq!(PairsBox::new((1, 2.into())).map(|pair| pair.0 + *pair.1).ok(), Some(3));
    assert_eq!(FunctionsBox::new(|first, _| first).map(|function| function("a", "b")).ok(), Some("a"));
    assert_eq!(BoxesBox::new(Box::new(|x| x + 1)).map(|add| add(1)).ok(), Some(2));
    assert_eq!((*AbsentBox::new(3)?, *BytesBox::new(4)?, LocalBox::CAPACITY), (3, 4, 2));
    assert_eq!((LocalBox::new(Local(5)).map_or(0, |local| local.0), PooledPool::CAPACITY), (5, 4));
    assert_eq!(raw::seven().map(|boxed| boxed.0), Some(7));
    Ok(())
}
