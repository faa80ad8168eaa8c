//! Lists, trees and queues of handles: sequences of their members, in order.

use stackpool::{Handle, HandleList, HandleLists, HandleQueue, HandleTree, PoolSpec, pool};

pool! {
    Cells: [u8; 3], generation_bits = 2;
    Units: [u32; 3], generation_bits = 2;
    Live: [u32; 3], guard = live;
}

fn handles<P: PoolSpec>() -> [Handle<P>; 3] {
    [0, 1, 2].map(|slot| Handle::from_parts(slot, 0).unwrap())
}

/// In the order of the lists; a slot that occurs twice is refused, and leaves them empty.
#[test]
fn serde_has_the_lists_in_order() {
    let mut lists = HandleLists::<Cells, Live>::new();
    let [a, b] = [0, 1].map(|slot| Handle::<Cells>::from_parts(slot, 0).unwrap());
    for (owner, member) in [a, b, b].into_iter().zip(handles()) {
        lists.push_front(owner, member);
    }
    let text = serde_json::to_string(&lists).unwrap();
    assert_eq!(text, r#"[["0v0","0"],["1v0","2"],["1v0","1"]]"#);
    let mut read: HandleLists<Cells, Live> = serde_json::from_str(&text).unwrap();
    assert_eq!(read, lists);
    for (text, number) in [
        (r#"[["0v0","0"],["1v0","0"]]"#, 1),
        (r#"[["1v0","0"],["1v1","1"]]"#, 1),
        (r#"[["1v0","0"],["1v0","2"],["1v1","1"]]"#, 2),
    ] {
        let error = read.deserialize_from(&mut serde_json::Deserializer::from_str(text)).unwrap_err();
        assert!(
            error.to_string().contains(&format!("entry {number} is of a slot that occurs twice")),
            "{error}"
        );
        assert!(read.is_empty());
    }

    let mut list = HandleList::<Units>::new();
    for member in handles() {
        list.push_front(member);
    }
    assert_eq!(serde_json::to_string(&list).unwrap(), r#"["2v0","1v0","0v0"]"#);
    let bytes = postcard::to_allocvec(&list).unwrap();
    assert_eq!(postcard::from_bytes::<HandleList<Units>>(&bytes).unwrap(), list);
    assert!(serde_json::from_str::<HandleList<Units>>(r#"["2v0","1v0","2v1"]"#).is_err());
}

/// Each node with its parent, which comes first. What has another parent, or none, is refused.
#[test]
fn serde_has_a_tree_from_the_roots_down() {
    let [a, b, c] = handles::<Live>();
    let mut tree = HandleTree::<Live>::new();
    tree.append_root(c);
    tree.append_root(a);
    tree.append(c, b).unwrap();
    let text = serde_json::to_string(&tree).unwrap();
    assert_eq!(text, r#"[["2",null],["1","2"],["0",null]]"#);
    let mut read: HandleTree<Live> = serde_json::from_str(&text).unwrap();
    assert_eq!(read, tree);
    let bytes = postcard::to_allocvec(&tree).unwrap();
    assert_eq!(postcard::from_bytes::<HandleTree<Live>>(&bytes).unwrap(), tree);
    for text in [
        r#"[["2",null],["2",null]]"#,
        r#"[["2","1"],["1",null]]"#,
        r#"[["2",null],["1","2"],["2","1"]]"#,
        r#"[["2",null],["1","2"],["1","2"]]"#,
        r#"[["2",null],["2","2"]]"#,
    ] {
        assert!(read.deserialize_from(&mut serde_json::Deserializer::from_str(text)).is_err());
        assert!(read.is_empty());
    }
}

/// Each member with its key, in order. What is not in order is put in order; a slot that occurs twice is refused.
#[test]
fn serde_has_a_queue_in_order() {
    let [a, b, c] = handles::<Live>();
    let mut queue = HandleQueue::<Live, String>::new();
    for (member, key) in [(c, "y"), (a, "x"), (b, "x")] {
        queue.push(member, key.to_owned());
    }
    let text = serde_json::to_string(&queue).unwrap();
    assert_eq!(text, r#"[["0","x"],["1","x"],["2","y"]]"#);
    let mut read: HandleQueue<Live, String> = serde_json::from_str(&text).unwrap();
    assert_eq!(read, queue);
    let bytes = postcard::to_allocvec(&queue).unwrap();
    assert_eq!(postcard::from_bytes::<HandleQueue<Live, String>>(&bytes).unwrap(), queue);
    queue.push(a, "z".to_owned());
    let text = r#"[["0","z"],["1","x"],["2","y"]]"#;
    read.deserialize_from(&mut serde_json::Deserializer::from_str(text)).unwrap();
    assert_eq!(read, queue);
    let text = r#"[["0","z"],["1","x"],["0","y"]]"#;
    let error = read.deserialize_from(&mut serde_json::Deserializer::from_str(text)).unwrap_err();
    assert!(error.to_string().contains("entry 2 is of a slot that occurs twice"), "{error}");
    assert!(read.is_empty());
}
