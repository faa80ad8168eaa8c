use stackpool::layout::Tabled;
use stackpool::{Pool, pool};

const MAX: u32 = 65_536;

#[derive(Pool)]
#[pool(bookkeeping = free_list, capacity = MAX)]
struct Smallest(u16);

#[derive(Pool)]
#[pool(capacity = 10, bookkeeping = free_list, guard = live, align = 64, max_bytes = 10 * 64 + 64)]
struct Node {
    next: Option<NodeHandle>,
}

#[derive(Pool)]
#[pool(capacity = 10, bookkeeping = index_stack)]
struct Nothing;

pool! {
    pub Words: [&'static str; 300], bookkeeping = free_list, generation_bits = 16, on_wrap = retire;
    Names: [String; 300], bookkeeping = index_stack, layout = u32;
}

fn burst<P: stackpool::PoolSpec<Item = String, Layout: Tabled>>(pool: &mut Pool<P>) -> usize {
    pool.insert_many(["a", "b"].map(String::from)).map_or(0, |handles| handles.len())
}

pub fn main() {
    assert_eq!((SmallestPool::TABLE_BYTES, SmallestPool::BOOKKEEPING_BYTES), (0, 65_536 + 24 + 12 + 2 * 4_096));
    let mut nodes = NodePool::new();
    let me = nodes.insert_with(|me| Node { next: Some(me) }).ok();
    assert_eq!(me.and_then(|me| nodes[me].next), me);
    assert_eq!(NothingPool::TABLE_BYTES, 10);
    let words: Option<&'static mut WordsPool> = Words::take_pool().ok();
    assert!(words.is_some_and(|words| words.insert("a").is_ok()));
    assert_eq!(burst(&mut NamesPool::new()), 2);
    let _ = SmallestPool::on_heap().insert(Smallest(1)).map(|_| Smallest(2).0);
}
