use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 8)]
pub struct Entry<'a, K: Ord + Copy, V: ?Sized = str>
where
    V: ToString,
{
    key: K,
    value: &'a V,
    next: Option<EntryHandle<'a, K, V>>,
}

pub struct Map<'a, K: Ord + Copy> {
    entries: EntryPool<'a, K, str>,
    first: Option<EntryHandle<'a, K>>,
}

mod elsewhere {
    pub(crate) fn longest(map: &super::Map<'_, u8>) -> usize {
        map.entries.values().map(|entry| entry.value.len()).max().unwrap_or(0)
    }
}

fn main() {
    let mut map = Map { entries: EntryPool::new(), first: None };
    map.first = map.entries.insert(Entry { key: 3_u8, value: "three", next: None }).ok();
    assert_eq!(elsewhere::longest(&map), 5);
}
