//! Side tables: maps from handles to values, and packed arrays of handles.

#[path = "../common/drops.rs"]
mod drops;
#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

mod arrays;
mod ended;
mod forget;
mod lists;
mod live;
mod maps;
mod queue;
mod sparse;
mod tree;

/// The values have destructors: one that is lost or dropped twice is found.
#[test]
fn an_occupied_entry_lends_its_value_and_gives_it_back() {
    stackpool::pool! { Units: [u32; 5]; }
    macro_rules! check {
        ($map:ty, $module:ident) => {{
            let mut map = <$map>::new();
            let handle = stackpool::Handle::<Units>::from_bits(3).unwrap();
            let _ = map.insert(handle, "a".to_owned());
            let stackpool::$module::Entry::Occupied(mut entry) = map.entry(handle) else {
                panic!("no value")
            };
            entry.get_mut().push('b');
            assert_eq!(entry.insert("c".to_owned()), "ab");
            entry.into_mut().push('d');
            let stackpool::$module::Entry::Occupied(entry) = map.entry(handle) else { panic!("no value") };
            assert_eq!((entry.remove().as_str(), map.len()), ("cd", 0));
        }};
    }
    check!(stackpool::HandleMap::<Units, String>, handle_map);
    check!(stackpool::SparseHandleMap::<Units, String, 4>, sparse_handle_map);
}
