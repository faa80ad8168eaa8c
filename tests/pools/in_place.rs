//! Objects that are made in their slot, and several objects that are made together.

#![expect(unsafe_code, reason = "items are written field by field")]

use crate::drops::{Drops, Token};
use crate::size::IS_SMALL;
use stackpool::layout::Tracked;
use stackpool::{Handle, Pool, PoolSpec, pool};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// An item with padding and a destructor, whose fields are written one by one.
struct Part {
    kind: u8,
    token: Token,
}

pool! {
    Generational: [Part; 5];
    Live: [Part; 5], guard = live;
    Listed: [Part; 5], bookkeeping = free_list;
    Retiring: [Part; 5], generation_bits = 14, on_wrap = retire;
    Marked: [Part; 5], marks;
    Plain: [[u32; 4]; 5], guard = none;
    Nothing: [(); 5];
    Large: [[[u8; 1024]; 1024]; 2];
}

fn by_fields(slot: &mut MaybeUninit<Part>, kind: u8, token: Token) -> &mut Part {
    let part = slot.as_mut_ptr();
    // SAFETY: the slot is memory for a part, and the field is within it.
    let place = unsafe { &raw mut (*part).kind };
    // SAFETY: the place is aligned, and nothing else uses it.
    unsafe { place.write(kind) };
    // SAFETY: the slot is memory for a part, and the field is within it.
    let place = unsafe { &raw mut (*part).token };
    // SAFETY: the place is aligned, and nothing else uses it.
    unsafe { place.write(token) };
    // SAFETY: both fields were written.
    unsafe { slot.assume_init_mut() }
}

/// Unwinds without printing the message of a panic.
fn give_up() -> ! {
    resume_unwind(Box::new("no item"))
}

/// The next `count` handles. Changes the generations of those slots.
fn order<P: PoolSpec<Item = Part>>(pool: &mut Pool<P>, drops: &Drops, count: u32) -> Vec<usize> {
    let handles: Vec<_> =
        (0..count).map(|id| pool.insert(Part { kind: 0, token: drops.token(id) }).unwrap()).collect();
    for &handle in handles.iter().rev() {
        pool.remove(handle);
    }
    handles.iter().map(|handle| handle.index()).collect()
}

fn is_made_in_its_slot<P: PoolSpec<Item = Part, Layout: Tracked>>() {
    let drops = Drops::default();
    let mut pool = Pool::<P>::new();
    let mut made = Vec::new();
    for id in 0..5 {
        let next = pool.next_handle();
        let mut shown = None;
        let handle = pool.insert_in_place(|handle, slot| {
            shown = Some(handle);
            by_fields(slot, id as u8, drops.token(id))
        });
        assert_eq!((handle.ok(), shown), (next, next));
        made.extend(next);
    }
    assert!(pool.insert_in_place(|_, _| unreachable!("the pool is full")).is_err());
    assert_eq!(pool.full_count(), 1);
    for (id, handle) in (0..).zip(made) {
        let part = pool.remove(handle).unwrap();
        assert_eq!((u32::from(part.kind), part.token.id), (id, id));
    }
    assert!(pool.is_empty() && drops.alive().is_empty());
}

#[test]
fn an_object_is_made_in_its_slot() {
    is_made_in_its_slot::<Generational>();
    is_made_in_its_slot::<Live>();
    is_made_in_its_slot::<Listed>();
    is_made_in_its_slot::<Retiring>();
    is_made_in_its_slot::<Marked>();
}

/// After the panic the free slots are in the same order, and the handles that were shown name nothing.
fn survives_a_panic<P: PoolSpec<Item = Part, Layout: Tracked>>() {
    let drops = Drops::default();
    let mut pool = Pool::<P>::new();
    let kept = pool.insert(Part { kind: 9, token: drops.token(9) }).unwrap();
    let expected = {
        let mut other = Pool::<P>::new();
        other.insert(Part { kind: 9, token: drops.token(9) }).ok().unwrap();
        order(&mut other, &drops, 4)
    };

    let mut shown: Vec<Handle<P>> = Vec::new();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        pool.insert_in_place(|handle, slot| {
            shown.push(handle);
            slot.write(Part { kind: 1, token: drops.token(1) });
            // SAFETY: the part was just written, and it is moved out before anything else uses the slot.
            drop(unsafe { slot.assume_init_read() });
            give_up()
        })
    }));
    assert!(panicked.is_err());
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        pool.insert_array_with(|handles: [_; 3]| {
            shown.extend(handles);
            let _partly = [Part { kind: 1, token: drops.token(2) }];
            give_up()
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(shown.len(), 4);
    assert!(shown.iter().all(|&handle| !pool.contains(handle)));
    assert_eq!((pool.len(), pool.remaining_capacity(), pool.iter().len()), (1, 4, 1));
    if Pool::<P>::GENERATIONS > 2 {
        let next = pool.next_handle().unwrap();
        assert!(!shown.contains(&next), "the handle was shown");
    }
    assert_eq!(order(&mut pool, &drops, 4), expected);
    assert_eq!(pool[kept].kind, 9);
    // The pool did not drop the part that `make` had written in the slot: `Drops` would have seen a second drop.
    pool.clear();
    assert!(drops.alive().is_empty());
}

#[test]
fn a_panic_gives_the_slots_back() {
    survives_a_panic::<Generational>();
    survives_a_panic::<Live>();
    survives_a_panic::<Listed>();
    survives_a_panic::<Retiring>();
    survives_a_panic::<Marked>();
}

/// A slot whose last generation ends with a panic retires.
#[test]
fn a_panic_can_retire_a_slot() {
    if IS_SMALL {
        return; // 16,383 generations
    }
    let mut pool = RetiringPool::new();
    let last = RetiringPool::GENERATIONS - 1;
    let first = pool.next_handle().unwrap();
    let mut tries = 0;
    while pool.remaining_capacity() == 5 {
        let panicked = catch_unwind(AssertUnwindSafe(|| pool.insert_in_place(|_, _| give_up())));
        assert!(panicked.is_err());
        tries += 1;
        assert!(tries <= 5 * (last + 1), "no slot retires");
    }
    assert_eq!((pool.len(), pool.remaining_capacity()), (0, 4));
    assert!(!pool.contains(first));
}

/// Without a guard every slot can be read at any time, so nothing uninitialised is left there.
#[test]
fn without_a_guard_a_panic_leaves_zeros() {
    let mut pool = PlainPool::new();
    let mut shown = None;
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        pool.insert_in_place(|handle, slot| {
            shown = Some(handle);
            *slot = MaybeUninit::uninit();
            give_up()
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(pool.get(shown.unwrap()), Some(&[0; 4]));
    let handle = pool.insert_in_place(|_, slot| slot.write([7; 4])).unwrap();
    assert_eq!((shown, pool[handle], pool.len()), (Some(handle), [7; 4], 1));
    let [a, b] = pool.insert_array_with(|_| [[1; 4], [2; 4]]).unwrap();
    assert_eq!((pool[a], pool[b]), ([1; 4], [2; 4]));
}

#[test]
fn another_object_is_refused() {
    let drops = Drops::default();
    let mut pool = GenerationalPool::new();
    let address = Box::into_raw(Box::new(Part { kind: 1, token: drops.token(1) }));
    // SAFETY: the part is not used otherwise until it is made a box again.
    let elsewhere: &'static mut Part = unsafe { &mut *address };
    let refused = catch_unwind(AssertUnwindSafe(|| pool.insert_in_place(move |_, _| elsewhere)));
    let message = *refused.unwrap_err().downcast::<&str>().unwrap();
    assert_eq!(message, "`insert_in_place` must return the object that it made in the slot");
    assert_eq!((pool.len(), pool.remaining_capacity()), (0, 5));
    // SAFETY: it was a box, and the reference to it is gone.
    drop(unsafe { Box::from_raw(address) });
}

#[test]
fn an_object_of_zeros() {
    let mut pool = PlainPool::new();
    let used = pool.insert([7; 4]).unwrap();
    pool.remove(used);
    let zeroed = pool.insert_zeroed().unwrap();
    assert_eq!(pool[zeroed], [0; 4]);

    let mut nothing = NothingPool::new();
    let handles: Vec<_> = std::iter::from_fn(|| nothing.insert_zeroed().ok()).collect();
    assert_eq!((handles.len(), nothing.len(), nothing.full_count()), (5, 5, 1));
}

/// A value of one megabyte would overflow this stack.
#[test]
#[cfg_attr(miri, ignore = "Miri has no limit of the stack")]
fn a_megabyte_does_not_pass_over_a_stack_of_half_a_megabyte() {
    fn work() -> (u8, u8) {
        let pool = Large::take_pool().unwrap();
        let zeroed = pool.insert_zeroed().unwrap();
        let filled = pool
            .insert_in_place(|_, slot| {
                // SAFETY: the slot is memory for an array of a megabyte.
                unsafe { slot.as_mut_ptr().write_bytes(7, 1) };
                // SAFETY: all bytes were written.
                unsafe { slot.assume_init_mut() }
            })
            .unwrap();
        (pool[zeroed][9][9], pool[filled][1023][1023])
    }
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(work).unwrap();
    assert_eq!(thread.join().unwrap(), (0, 7));
}

fn know_each_other<P: PoolSpec<Item = Part, Layout: Tracked>>() {
    let drops = Drops::default();
    let mut pool = Pool::<P>::new();
    let mut one_by_one = Pool::<P>::new();
    let part = |id: u32| Part { kind: id as u8, token: drops.token(id) };
    let handles =
        pool.insert_array_with(|shown: [Handle<P>; 3]| shown.map(|handle| part(handle.to_bits()))).unwrap();
    for handle in handles {
        assert_eq!(pool[handle].token.id, handle.to_bits());
        assert_eq!(one_by_one.insert(part(0)).ok(), Some(handle));
    }
    assert_eq!(pool.next_handle(), one_by_one.next_handle());
    assert!(pool.insert_array_with(|_: [_; 3]| unreachable!("two slots are free")).is_err());
    assert_eq!((pool.len(), pool.full_count()), (3, 1));
    assert!(pool.insert_array_with(|[]| []).is_ok());
    let [_, last] = pool.insert_array_with(|_| [part(3), part(4)]).unwrap();
    assert!(pool.is_full() && pool.contains(last));
    drop((pool, one_by_one));
    assert!(drops.alive().is_empty());
}

#[test]
fn objects_that_are_made_together() {
    know_each_other::<Generational>();
    know_each_other::<Live>();
    know_each_other::<Listed>();
    know_each_other::<Retiring>();
    know_each_other::<Marked>();
}

#[test]
fn a_mark_releases_what_was_made_since() {
    let drops = Drops::default();
    let mut pool = MarkedPool::new();
    let mark = pool.mark().unwrap();
    pool.insert_in_place(|_, slot| by_fields(slot, 1, drops.token(1))).unwrap();
    pool.insert_array_with(|_| [2, 3].map(|id| Part { kind: 1, token: drops.token(id) })).unwrap();
    assert_eq!(pool.release_since(mark), Ok(3));
    assert_eq!(drops.take_dropped(), [3, 2, 1]);
}
