//! Definitions of column pools: the other keys, statics, functions, macros.

use stackpool::{ColumnPool, Columns, HandleMap, Pool, pool};

mod engine {
    pub(crate) mod pools {
        pub(crate) use ::stackpool as base;
    }
}

/// An item of its own definition, and of others.
#[derive(Pool, Clone, Copy, Debug, Default, PartialEq)]
#[pool(capacity = 300, columns, guard = live, quarantine = 0, marks, max_bytes = 64 * 1024)]
#[pool(crate = engine::pools::base, handle = NodeId)]
struct Node {
    next: Option<NodeId>,
    same: Option<stackpool::Handle<Self>>,
    weight: f32,
}

#[test]
fn fields_can_be_handles_of_the_pool() {
    let mut nodes = NodePool::new();
    let last = nodes.insert(Node { weight: 1.0, ..Node::default() }).unwrap();
    let first = nodes.insert_with(|me| Node { next: Some(last), same: Some(me), weight: 2.0 }).unwrap();
    let mut total = 0.0;
    let mut at = Some(first);
    while let Some(node) = at.and_then(|at| nodes.get(at)) {
        total += node.weight;
        at = *node.next;
    }
    assert_eq!((total, nodes.slot_same()[1]), (3.0, Some(first)));
    let mark = nodes.mark().unwrap();
    nodes.insert(Node::default()).unwrap();
    assert_eq!(nodes.release_since(mark), Ok(1));
    let mut names: HandleMap<Node, String> = HandleMap::new();
    names.insert(first, "first".to_owned());
    let joined: Vec<_> = nodes.join(&names).map(|(_, node, name)| (*node.weight, name.as_str())).collect();
    assert_eq!(joined, [(2.0, "first")]);
}

#[test]
fn the_static_of_a_derive_is_a_column_pool() {
    let nodes: &'static mut ColumnPool<Node> = Node::take_pool().unwrap();
    assert!(nodes.insert(Node::default()).is_ok());
    let error = Node::take_pool().err().unwrap();
    let remedy = if cfg!(feature = "alloc") { "on_heap()" } else { "new()" };
    assert!(error.to_string().ends_with(&format!("`ColumnPool::<Node>::{remedy}`")), "{error}");
}

/// A type can have a pool of objects by the derive and column pools by `pool!`.
#[derive(Pool, Columns, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 5)]
struct Both {
    x: u8,
}

#[test]
fn one_struct_has_pools_of_both_kinds() {
    pool! {
        Several: [Both; 6], columns;
    }
    let mut objects = BothPool::new();
    let object = objects.insert(Both { x: 1 }).unwrap();
    let several = SeveralPool::from_iter([objects[object]]);
    assert_eq!(several.slot_x(), [1]);
    assert_eq!((BothPool::CAPACITY, SeveralPool::CAPACITY), (5, 6));
}

/// Fields whose types are fragments of a macro.
macro_rules! component {
    ($vis:vis struct $name:ident { $($(#[$attribute:meta])* $field:ident: $ty:ty),* $(,)? } in $pool:ident) => {
        #[derive(Columns, Clone, Copy, Debug)]
        $vis struct $name {
            $($(#[$attribute])* $field: $ty),*,
            own: [u8; 2],
        }

        pool! { $vis $pool: [$name; 10], columns; }
    };
}

component! {
    struct Component {
        /// The first.
        first: [f32; 3],
        #[pool(skip)] second: Option<&'static str>,
        #[pool(group = pair, align = 32)] third: (u8, u16),
        #[pool(group = pair)] fourth: fn(u8) -> u8,
    } in Components
}

#[test]
fn a_struct_can_come_from_a_macro() {
    let component = Component {
        first: [1.0; 3],
        second: Some("a"),
        third: (1, 2),
        fourth: u8::reverse_bits,
        own: [3; 2],
    };
    let mut components = ComponentsPool::from_iter([component]);
    components.slot_pair_mut()[0].third.0 = 9;
    components.slot_own_mut()[0][1] = 4;
    let changed = components.get(components.handle_at(0).unwrap()).unwrap();
    assert_eq!((changed.third, changed.own, changed.second), (&(9, 2), &[3, 4], &Some("a")));
    assert_eq!((changed.fourth)(1), 128);
}

/// Functions without a result: their types end where a `->` could follow.
macro_rules! timers {
    ($argument:ty) => {
        #[derive(Pool, Clone, Copy, Debug)]
        #[pool(capacity = 9, columns)]
        struct Timer {
            due: u32,
            run: fn($argument),
            #[pool(group = others)]
            cancel: fn(&mut u32),
            #[pool(group = others)]
            forget: &'static fn(),
        }
    };
}

timers! { &mut u32 }

#[test]
fn fields_can_be_functions_without_a_result() {
    const FORGET: fn() = || {};
    let timer = Timer { due: 1, run: |count| *count += 1, cancel: |count| *count -= 1, forget: &FORGET };
    let timers = TimerPool::from_iter([timer; 2]);
    let mut count = 4;
    timers.slot_run()[0](&mut count);
    (timers.slot_others()[1].cancel)(&mut count);
    timers.slot_run()[1](&mut count);
    assert_eq!(count, 5);
    let first = timers.get(timers.handle_at(0).unwrap()).unwrap();
    assert!(format!("{first:?} {:?}", timers.slot_others()).contains("cancel: 0x"));
    assert_eq!(timers.slot_others()[0], timers.slot_others()[1]);
}

/// Fields that are configured away are no columns: rustc evaluates conditions before it calls a derive.
#[derive(Pool, Clone, Copy, Debug, Default)]
#[pool(capacity = 10, columns)]
struct Conditional {
    here: u8,
    #[cfg(any())]
    absent: String,
    #[cfg(not(any()))]
    #[cfg_attr(all(), pool(skip))]
    skipped: char,
    #[cfg_attr(any(), pool(group = nowhere))]
    last: u16,
}

#[derive(Columns, Clone, Copy)]
struct Unconditional {
    here: u8,
    last: u16,
}

#[test]
fn conditions_of_fields_are_honoured() {
    let pool = ConditionalPool::from_iter([Conditional::default()]);
    let ConditionalColumns { here, skipped, last } = pool.slot_columns();
    assert_eq!((here, skipped, last), (&[0][..], &['\0'][..], &[0][..]));
    // A field that is skipped takes no bytes.
    pool! { Small: [Unconditional; 10], columns; }
    assert_eq!(ConditionalPool::SAVED_BYTES, SmallPool::SAVED_BYTES);
}

#[test]
fn a_definition_can_be_in_a_function() {
    const N: usize = 7;
    #[derive(Clone, Copy)]
    struct Local([u8; N]);

    #[derive(Pool)]
    #[pool(capacity = N, columns)]
    struct Inner {
        local: Local,
        array: [u16; N],
    }

    let pool = InnerPool::from_iter([Inner { local: Local([1; N]), array: [2; N] }]);
    assert_eq!((pool.slot_array().as_flattened(), pool.slot_local()[0].0), (&[2; N][..], [1; N]));
}
