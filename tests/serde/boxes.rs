//! Boxes: a tree is written and read as one of `Box` is.

use serde::{Deserialize, Serialize};
use stackpool::Pool;

#[derive(Pool, Serialize, Deserialize, Debug, PartialEq)]
#[pool(capacity = 8, boxed)]
struct Node {
    key: u32,
    children: [Option<NodeBox>; 2],
}

/// The same with `Box`.
#[derive(Serialize, Deserialize)]
struct Plain {
    key: u32,
    children: [Option<Box<Plain>>; 2],
}

/// A tree of `2^levels - 1` nodes.
fn tree(levels: u32) -> Plain {
    let child = |_| (levels > 1).then(|| Box::new(tree(levels - 1)));
    Plain { key: levels, children: [0, 1].map(child) }
}

#[test]
fn trees_are_read_and_written_and_a_full_pool_is_an_error() {
    let json = serde_json::to_string(&tree(3)).unwrap();
    let nodes: NodeBox = serde_json::from_str(&json).unwrap();
    assert_eq!(NodeBox::len(), 7);
    assert_eq!(serde_json::to_string(&nodes).unwrap(), json);
    let bytes = postcard::to_allocvec(&nodes).unwrap();
    drop(nodes);

    let nodes: NodeBox = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(serde_json::to_string(&nodes).unwrap(), json);
    // There is room for one node more. Those that were made are dropped.
    let error = serde_json::from_str::<NodeBox>(&json).unwrap_err().to_string();
    assert!(error.starts_with("the pool of `Node` has no room: its capacity is 8 at line 1"), "{error}");
    assert_eq!(NodeBox::len(), 7);
    drop(nodes);
    assert_eq!(NodeBox::len(), 0);
}

/// A box has its slot before what is in it is read, so nothing is read that has no room.
#[test]
fn boxes_are_nested_as_deep_as_there_is_room() {
    #[derive(Pool, Serialize, Deserialize)]
    #[pool(capacity = 4, boxed)]
    struct Nested {
        next: Option<NestedBox>,
    }

    let start = r#"{"next":"#;
    let four = format!("{}null{}", start.repeat(4), "}".repeat(4));
    drop(serde_json::from_str::<NestedBox>(&four).unwrap());
    assert_eq!(NestedBox::len(), 0);
    // What follows is no JSON, and nobody looks at it.
    let error = serde_json::from_str::<NestedBox>(&format!("{}?", start.repeat(3))).err().unwrap();
    assert!(error.to_string().contains("expected value"), "{error}");
    let error = serde_json::from_str::<NestedBox>(&format!("{}?", start.repeat(4))).err().unwrap();
    assert!(error.to_string().contains("has no room: its capacity is 4"), "{error}");
    assert!(postcard::from_bytes::<NestedBox>(&vec![1; 1_000_000]).is_err());
    assert_eq!(NestedBox::len(), 0);
}
