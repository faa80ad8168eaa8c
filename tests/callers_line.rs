//! A panic for a mistake of the caller reports the line of the caller.
//!
//! The tests listen to every panic of the process, so tests with other panics do not belong in this file.

use stackpool::{Handle, HandleMap, Pool, SparseHandleMap, handle_array, pool};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;

pool! {
    /// Has one slot.
    Seat: [u32; 1], generation_bits = 2;
}

/// The message of a panic, and the line of this file that the panic names.
fn panic_of<R>(action: impl FnOnce() -> R) -> (String, u32) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    static PANIC: Mutex<Option<(String, u32)>> = Mutex::new(None);

    let alone = ONE_AT_A_TIME.lock().unwrap();
    let hook = take_hook();
    set_hook(Box::new(|panic| {
        let message = panic.payload().downcast_ref::<String>().cloned();
        let place = panic.location().filter(|place| place.file() == file!());
        *PANIC.lock().unwrap() = message.zip(place.map(std::panic::Location::line));
    }));
    let returned = catch_unwind(AssertUnwindSafe(action)).is_ok();
    set_hook(hook);
    let panic = PANIC.lock().unwrap().take();
    drop(alone);
    assert!(!returned, "the action panics");
    panic.expect("a message and a line of this file")
}

#[test]
fn indexing_a_pool_with_a_stale_handle() {
    let mut pool = Pool::<Seat>::new();
    let stale = pool.insert(1).unwrap();
    pool.remove(stale);
    let line = line!() + 1;
    let free = panic_of(|| pool[stale]);
    assert_eq!(free, (format!("{stale:?} names no live object: its slot is free"), line));
    pool.insert(2).unwrap();
    let line = line!() + 1;
    let reused = panic_of(|| pool[stale] = 1);
    assert_eq!(reused, ("Seat#0v0 names no live object: its slot holds Seat#0v1".to_owned(), line));
}

#[test]
fn extending_a_pool_beyond_its_capacity() {
    let mut pool = Pool::<Seat>::new();
    let ((message, at), line) = (panic_of(|| pool.extend([1, 2])), line!());
    assert!(message.contains("`Seat`"), "{message}");
    assert_eq!((at, pool.len()), (line, 1));
    let ((message, at), line) = (panic_of(|| Pool::<Seat>::from_iter([1, 2])), line!());
    assert!(message.contains("`Seat`"), "{message}");
    assert_eq!(at, line);
}

#[test]
fn indexing_a_side_table_without_a_value() {
    let mut pool = Pool::<Seat>::new();
    let seat = pool.insert(1).unwrap();
    let mut names = HandleMap::<Seat, u8>::new();
    let (panic, line) = (panic_of(|| names[seat]), line!());
    assert_eq!(panic, ("the map has no value under Seat#0v0".to_owned(), line));
    let (panic, line) = (panic_of(|| names[seat] = 1), line!());
    assert_eq!(panic, ("the map has no value under Seat#0v0".to_owned(), line));
}

#[test]
fn a_sparse_side_table_without_a_value_or_without_room() {
    pool! { Bench: [u32; 2]; }
    let mut pool = Pool::<Bench>::new();
    let entries = [1, 2].map(|number| (pool.insert(number).unwrap(), number));
    let mut names = SparseHandleMap::<Bench, u32, 1>::new();
    let (panic, line) = (panic_of(|| names[entries[0].0]), line!());
    assert_eq!(panic, ("the table has no value under Bench#0v0".to_owned(), line));
    let (panic, line) = (panic_of(|| names[entries[0].0] = 1), line!());
    assert_eq!(panic, ("the table has no value under Bench#0v0".to_owned(), line));

    let no_room = "the side table of `Bench` has no room: its capacity is 1; `try_extend` returns an entry that has no \
                   room";
    let (panic, line) = (panic_of(|| names.extend(entries)), line!());
    assert_eq!((panic, names.len()), ((no_room.to_owned(), line), 1));
    let (panic, line) = (panic_of(|| names.extend(entries.iter().map(|(key, name)| (*key, name)))), line!());
    assert_eq!(panic, (no_room.to_owned(), line));
    let (panic, line) = (panic_of(|| SparseHandleMap::<Bench, u32, 1>::from_iter(entries)), line!());
    assert_eq!(panic, (no_room.to_owned(), line));
    let (panic, line) = (panic_of(|| SparseHandleMap::<Bench, u32, 1>::from(entries)), line!());
    assert_eq!(panic, (no_room.to_owned(), line));
}

#[test]
fn writing_beyond_the_end_of_an_array_of_handles() {
    let mut seats = <handle_array![Option<Handle<Seat>>; 4]>::new();
    let end = seats.len();
    let expected = format!("the index is {end}, the array of handles has {end} elements");
    let (panic, line) = (panic_of(|| seats.set(end, None)), line!());
    assert_eq!(panic, (expected.clone(), line));
    let (panic, line) = (panic_of(|| seats.swap(0, end)), line!());
    assert_eq!(panic, (expected, line));
}

#[test]
fn cloning_a_box_of_a_full_pool() {
    pool! { Chair: [u32; 1], boxed, clone, exact; }
    let mine = ChairBox::new(1).unwrap();
    let ((message, at), line) = (panic_of(|| mine.clone()), line!());
    assert!(message.contains("`Chair` has no room"), "{message}");
    assert_eq!(at, line);
}

/// Builds without debug assertions do not record the line.
#[cfg(all(feature = "std", debug_assertions))]
#[test]
fn making_a_local_box_on_another_thread() {
    pool! { Desk: [u32; 4], boxed, sync = local; }
    let mine = DeskBox::new(1).unwrap();
    let (visit, line) = (|| drop(DeskBox::new(2)), line!());
    let (message, at) = panic_of(|| {
        std::thread::scope(|scope| {
            scope.spawn(visit).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        });
    });
    assert!(message.contains("the boxes of `Desk` belong to another thread"), "{message}");
    assert!(message.contains("a definition per test"), "{message}");
    assert_eq!((at, *mine), (line, 1));
}
