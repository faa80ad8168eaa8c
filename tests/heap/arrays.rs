//! Lists of values and arrays of handles on the heap: several times the stack that they are made on.

use crate::on_a_small_stack;
#[cfg(feature = "serde")]
use stackpool::Heap;
use stackpool::{ListPool, handle_array, pool};
use std::panic::catch_unwind;

/// A megabyte of values.
const COUNT: usize = 1 << 18;
static OFFSETS: [u32; COUNT] = {
    let mut offsets = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        offsets[index] = 4096 * index as u32;
        index += 1;
    }
    offsets
};

pool! { Voxels: [u64; 262_144], guard = live; }

type Voxel = stackpool::Handle<Voxels>;
/// A megabyte and a bit.
type World = handle_array![Option<Voxel>; 1 << 19];

#[test]
#[cfg_attr(miri, ignore = "a megabyte, byte by byte")]
fn a_list_is_made_and_cloned_where_it_stays() {
    on_a_small_stack(|| {
        let mut pool = ListPool::<u32, COUNT>::on_heap(|index| OFFSETS[index]);
        assert_eq!((pool.acquire(), pool.acquire(), pool.len()), (Some(0), Some(4096), 2));
        let mut clone = pool.clone();
        assert_eq!((&clone, clone.high_water_mark()), (&pool, 2));
        pool.release(0).unwrap();
        assert_eq!((pool.acquire(), clone.acquire()), (Some(0), Some(2 * 4096)));
        clone.clone_from(&pool);
        assert_eq!(clone.available(), &OFFSETS[2..]);
        let other = ListPool::<u32, COUNT>::on_heap(|index| 4096 * index as u32);
        assert_eq!(other.available(), OFFSETS);
    });
}

#[test]
fn a_list_that_is_not_finished_is_given_back() {
    let unfinished = || ListPool::<u64, 9>::on_heap(|index| if index < 5 { 7 } else { panic!("enough") });
    assert!(catch_unwind(unfinished).is_err());
    assert_eq!(ListPool::<u64, 9>::on_heap(|_| 7).available(), [7; 9]);
    assert!(ListPool::<u64, 0>::on_heap(|_| 7).clone().acquire().is_none());
}

#[test]
#[cfg_attr(miri, ignore = "a megabyte, handle by handle")]
fn an_array_is_made_filled_and_cloned_where_it_stays() {
    on_a_small_stack(|| {
        let voxel = Voxel::from_bits(262_143).unwrap();
        let mut world = World::on_heap();
        assert_eq!((world.len(), world.get((1 << 19) - 1)), (1 << 19, Some(None)));
        let empty = world.clone();
        world.fill(Some(voxel));
        assert!(world.iter().all(|element| element == Some(voxel)) && (&world).into_iter().len() == 1 << 19);
        assert!(world != empty && world.clone() == world);
        world.clone_from(&empty);
        assert_eq!(world, empty);
    });
}

#[cfg(feature = "serde")]
#[test]
#[cfg_attr(miri, ignore = "megabytes of text")]
fn lists_and_arrays_are_deserialized_where_they_stay() {
    on_a_small_stack(|| {
        let mut pool = ListPool::<u32, COUNT>::on_heap(|index| OFFSETS[index]);
        pool.acquire_many(5).unwrap();
        let text = serde_json::to_string(&pool).unwrap();
        let mut read: Heap<ListPool<u32, COUNT>> = serde_json::from_str(&text).unwrap();
        assert_eq!((read.len(), &read), (5, &pool));
        read.release_many(&[7; 5]).unwrap();
        assert_eq!(read.available()[..6], [7, 7, 7, 7, 7, 5 * 4096]);
        assert!(serde_json::from_str::<Heap<ListPool<u32, 7>>>(&text).is_err());

        let mut world = World::on_heap();
        world.set(1 << 18, Voxel::from_bits(9));
        let text = serde_json::to_string(&world).unwrap();
        assert!(serde_json::from_str::<Heap<World>>(&text).unwrap() == world);
        assert!(serde_json::from_str::<Heap<World>>(&text.replacen("null,", "", 1)).is_err());
        assert!(serde_json::from_str::<Heap<World>>(&text.replacen("null", "null,null", 1)).is_err());
    });
}

/// In places that were never used, a list has the default instead of a value that was read.
#[cfg(feature = "serde")]
#[test]
fn a_list_that_is_read_has_its_free_values_at_the_end() {
    let read: Heap<ListPool<u8, 5>> = serde_json::from_str(r#"{"free":[1,2],"capacity":5}"#).unwrap();
    assert_eq!((read.len(), read.available()), (3, &[1, 2][..]));
    let full: Heap<ListPool<u8, 2>> = serde_json::from_str(r#"{"free":[],"capacity":2}"#).unwrap();
    assert!(full.is_full() && full.available().is_empty());
}
