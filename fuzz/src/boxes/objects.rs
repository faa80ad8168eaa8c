//! Objects that stay in their slots, beside a list of their values.

use crate::script::Script;
use stackpool::{ObjectBox, ObjectSpec};

/// Takes objects, changes them and gives them back. At the end each is as at the start of the program.
pub(super) fn run<P: ObjectSpec<Item = u32>>(mut script: Script<'_>) {
    let mut values = vec![7; ObjectBox::<P>::CAPACITY];
    let mut boxes: Vec<ObjectBox<P>> = Vec::new();
    let refused_before = ObjectBox::<P>::full_count();
    let mut refused = 0;
    while !script.is_empty() {
        let action = script.byte();
        let at = usize::from(script.byte());
        match action % 8 {
            0..3 => acquire(&mut boxes, &values, &mut refused),
            3 => (0..at).for_each(|_| acquire(&mut boxes, &values, &mut refused)),
            _ if boxes.is_empty() => ObjectBox::<P>::flush_thread_cache(),
            4 => drop(boxes.swap_remove(at % boxes.len())),
            5 => boxes.truncate(at),
            6 => {
                let at = at % boxes.len();
                *boxes[at] = action.into();
                values[ObjectBox::handle(&boxes[at]).index()] = action.into();
            }
            _ => {
                let at = at % boxes.len();
                let boxed = boxes.swap_remove(at);
                let address = ObjectBox::as_ptr(&boxed);
                let boxed = match action / 8 % 3 {
                    0 => {
                        let raw = ObjectBox::into_raw(boxed);
                        // SAFETY: 1. to 7. `raw` is of a box of this thread that was just taken apart, and is used
                        // once.
                        unsafe { ObjectBox::from_raw(raw) }
                    }
                    1 => {
                        let leaked = ObjectBox::leak(boxed);
                        // SAFETY: 1. to 7. `leaked` is of a box of this thread, and is not used again.
                        unsafe { ObjectBox::from_raw(leaked) }
                    }
                    _ => {
                        let handle = ObjectBox::into_handle(boxed);
                        // SAFETY: 1. to 7. `handle` is of a box of this thread that was just taken apart, and is used
                        // once.
                        unsafe { ObjectBox::from_handle(handle) }
                    }
                };
                assert_eq!(ObjectBox::as_ptr(&boxed), address);
                boxes.push(boxed);
            }
        }
        assert!(boxes.iter().all(|boxed| **boxed == values[ObjectBox::handle(boxed).index()]));
        // The slots that this thread keeps count too.
        assert!((boxes.len()..=boxes.len() + ObjectBox::<P>::CACHE).contains(&ObjectBox::<P>::len()));
        assert_eq!(ObjectBox::<P>::full_count() - refused_before, refused);
    }
    drop(boxes);
    let mut all: Vec<_> = std::iter::from_fn(|| ObjectBox::<P>::acquire().ok()).collect();
    assert_eq!(all.len(), ObjectBox::<P>::CAPACITY, "an object was lost");
    for object in &mut all {
        assert_eq!(**object, values[ObjectBox::handle(object).index()], "an object changed without a box");
        **object = 7;
    }
}

fn acquire<P: ObjectSpec<Item = u32>>(boxes: &mut Vec<ObjectBox<P>>, values: &[u32], refused: &mut u64) {
    match ObjectBox::<P>::acquire() {
        Ok(boxed) => {
            let index = ObjectBox::handle(&boxed).index();
            assert!(
                boxes.iter().all(|other| ObjectBox::handle(other).index() != index),
                "an object has two boxes"
            );
            boxes.push(boxed);
        }
        Err(_) => {
            assert_eq!(boxes.len(), values.len(), "refused with objects left");
            *refused += 1;
        }
    }
}
