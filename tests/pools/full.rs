//! The error of a full pool names the pool.

#[cfg(feature = "regions")]
use stackpool::region::{Inline, Linear};
use stackpool::{Full, Handle, PoolBox, PoolSpec, pool};
use std::ops::Range;
use std::ptr;

pool! {
    Bullets: [u64; 3];
    EnemyBullets: [u64; 1_000];
    Crates: [u64; 2], boxed;
    Words: [[u32; 4]; 1_000];
    Bytes: [[u8; 5]; 100_000];
    Colours: [&'static str = ["red", "green"]];
}

const BULLETS: &str = "the pool of `Bullets` has no room: its capacity is 3";

/// The words of both `Display` and `Debug`: `unwrap` and `main` show only the latter.
fn words<T>(full: &Full<T>) -> String {
    let words = full.to_string();
    assert_eq!(format!("{full:?}"), format!("Full({words})"));
    words
}

#[test]
fn the_pool_is_named_and_not_its_item_type() {
    let (mut bullets, mut enemy_bullets) = (BulletsPool::new(), EnemyBulletsPool::new());
    bullets.extend(0..3);
    enemy_bullets.extend(0..1_000);
    assert_eq!(words(&bullets.insert(7).unwrap_err()), BULLETS);
    let of_enemies = enemy_bullets.insert(7).unwrap_err();
    assert_eq!(words(&of_enemies), "the pool of `EnemyBullets` has no room: its capacity is 1,000");

    assert_eq!(words(&bullets.insert_with(|_| 7).unwrap_err()), BULLETS);
    assert_eq!(words(&bullets.vacant_entry().err().unwrap()), BULLETS);
    assert_eq!(words(&bullets.insert_many([1, 2]).err().unwrap()), BULLETS);
    assert_eq!(words(&bullets.try_extend([1, 2]).unwrap_err()), BULLETS);
    assert_eq!(words(&bullets.insert(7).unwrap_err().without_value()), BULLETS);
}

#[test]
fn boxes_and_lists_are_named_too() {
    let _boxes = [1, 2].map(|number| CratesBox::new(number).unwrap());
    let of_crates = "the pool of `Crates` has no room: its capacity is 2";
    assert_eq!(words(&CratesBox::new(3).unwrap_err()), of_crates);
    assert_eq!(words(&PoolBox::<Crates>::new_zeroed().unwrap_err()), of_crates);

    let mut colours = Colours::new_pool();
    assert_eq!(words(&colours.release("blue").unwrap_err()), "the list has all of its 2 values");
    assert_eq!(words(&colours.release_many(&["blue"]).unwrap_err()), "the list has all of its 2 values");
}

#[cfg(feature = "regions")]
#[test]
fn a_region_is_named_too() {
    let mut region = Linear::<Inline<16>>::new();
    region.scope(|scope| assert_eq!(words(&scope.alloc([0; 17]).unwrap_err()), "the region has no room"));
}

#[test]
fn errors_of_ones_own_equal_those_of_pools() {
    let mut bullets = BulletsPool::new();
    bullets.extend(0..3);
    assert_eq!(bullets.insert(7), Err(Full::new(7)));
    assert_ne!(bullets.insert(7), Err(Full::new(8)));
    assert_eq!(words(&Full::new(7)), "there is no room");
    assert_eq!(words(&Full::<()>::default()), "there is no room");
}

#[test]
fn the_name_takes_a_pointer() {
    assert_eq!(size_of::<Full>(), size_of::<usize>());
    assert_eq!(size_of::<Full<usize>>(), 2 * size_of::<usize>());
}

/// The bytes of `part` in `whole`.
fn place<W, P>(whole: &W, part: &P) -> Range<usize> {
    let start = ptr::from_ref(part).addr() - ptr::from_ref(whole).addr();
    start..start + size_of::<P>()
}

/// If they had bytes in common, the compiler would move the value in pieces of the size of the handle.
#[test]
fn in_a_result_the_handle_is_beside_the_value() {
    fn check<P: PoolSpec<Item: Copy>>(handle: Handle<P>, item: P::Item) {
        let inserted: Result<_, Full<P::Item>> = Ok(handle);
        let Ok(handle) = &inserted else { unreachable!("it was inserted") };
        let handle = place(&inserted, handle);
        let refused: Result<Handle<P>, _> = Err(Full::new(item));
        let Err(full) = &refused else { unreachable!("it was refused") };
        let value = place(&refused, full);
        assert!(handle.end <= value.start || value.end <= handle.start, "{handle:?} and {value:?}");
    }
    check(Handle::<Bullets>::from_bits(0).unwrap(), 1);
    check(Handle::<Words>::from_bits(0).unwrap(), [1; 4]);
    check(Handle::<Bytes>::from_bits(0).unwrap(), [1; 5]);
}
