//! Boxes of objects that stay in their slots: what is handed out, what `clear` sees, and that nothing is dropped.

#![expect(unsafe_code, reason = "boxes are taken apart and put together again")]

use crate::size::{IS_SMALL, miri_or};
use crate::sizes;
use stackpool::{Full, ObjectBox, ObjectSpec, Pool, pool};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;

// Each test runs in its own thread. Each has a definition of its own, so that its counts are its own.

#[test]
fn pointers_and_options_are_as_small_as_the_capacity_allows() {
    pool! {
        O255: [u32; 255], objects;
        O65535: [u32; 65_535], objects, sync = local;
        O70000: [u8; 70_000], objects, sync = local;
    }
    assert_eq!(sizes::<O255Object>(), (1, 1));
    assert_eq!(sizes::<O65535Object>(), (2, 2));
    assert_eq!(sizes::<O70000Object>(), (3, 3));
    assert_eq!((O255Object::CAPACITY, O255Object::BOX_BYTES), (255, 1));
    assert_eq!(O255Object::TOTAL_BYTES, O255Object::BOOKKEEPING_BYTES + 4 * 255);
}

/// In one mode: the first value, what stays, refusals and counts.
macro_rules! lends_its_objects {
    ($test:ident $(, $key:ident $(= $value:ident)?)*) => {
        #[test]
        fn $test() {
            #[derive(Debug, PartialEq, Eq)]
            struct Buffer {
                used: u16,
                text: String,
            }

            pool! {
                Buffers: [Buffer; 3], objects = Buffer { used: 7, text: String::new() } $(, $key $(= $value)?)*;
            }
            let mut first = BuffersObject::acquire().unwrap();
            let second = BuffersObject::acquire().unwrap();
            let third = BuffersObject::acquire().unwrap();
            for object in [&first, &second, &third] {
                assert_eq!(**object, Buffer { used: 7, text: String::new() });
            }
            let full = BuffersObject::acquire().unwrap_err();
            assert_eq!(full.to_string(), "the pool of `Buffers` has no room: its capacity is 3");
            assert_eq!((BuffersObject::len(), BuffersObject::high_water_mark()), (3, 3));
            assert_eq!(BuffersObject::full_count(), 1);

            first.used = 8;
            first.text.push_str("a text that needs the heap");
            let (address, text) = (ObjectBox::as_ptr(&first), first.text.as_ptr());
            let handle = ObjectBox::handle(&first);
            drop(first);
            assert_eq!(BuffersObject::len(), 2);
            // The other two have boxes, so this is the same object, with the memory that it had on the heap.
            let mut again = BuffersObject::acquire().unwrap();
            assert_eq!((again.used, &*again.text), (8, "a text that needs the heap"));
            assert_eq!((ObjectBox::as_ptr(&again), again.text.as_ptr()), (address, text));
            assert_eq!(ObjectBox::handle(&again), handle);
            // Nothing drops it, so the test does, for those who look for leaks.
            again.text = String::new();
        }
    };
}

lends_its_objects!(objects_stay_under_threads, sync = threads);
lends_its_objects!(objects_stay_under_exact_threads, sync = threads, exact);
lends_its_objects!(objects_stay_under_local, sync = local);
#[cfg(feature = "critical-section")]
lends_its_objects!(objects_stay_under_critical_sections, sync = critical_section);

#[test]
fn every_slot_has_the_first_value_at_every_capacity() {
    /// Takes all objects, and compares them with the first value.
    fn take_all<P: ObjectSpec<Item = [u8; 3]>>(first: u8) {
        let objects: Vec<_> = std::iter::from_fn(|| ObjectBox::<P>::acquire().ok()).collect();
        assert_eq!(objects.len(), ObjectBox::<P>::CAPACITY);
        assert!(objects.iter().all(|object| **object == [first, 2, 3]));
        let mut indices: Vec<_> = objects.iter().map(|object| ObjectBox::handle(object).index()).collect();
        indices.sort_unstable();
        assert!(indices.into_iter().eq(0..objects.len()));
    }

    pool! {
        One: [[u8; 3]; 1], objects = [1, 2, 3];
        Two: [[u8; 3]; 2], objects = [2, 2, 3], sync = local;
        Five: [[u8; 3]; 5], objects = [3, 2, 3], align = 64;
        Many: [[u8; 3]; 1_000], objects = [4, 2, 3];
    }
    take_all::<One>(1);
    take_all::<Two>(2);
    take_all::<Five>(3);
    if !IS_SMALL {
        take_all::<Many>(4);
    }
}

#[test]
fn a_method_of_the_item_clears_the_object_before_it_is_lent_again() {
    #[derive(Pool)]
    #[pool(capacity = 1, objects = Log::NEW, clear)]
    struct Log {
        lines: Vec<u32>,
        cleared: u32,
    }

    impl Log {
        const NEW: Log = Log { lines: Vec::new(), cleared: 0 };

        #[must_use]
        fn clear(&mut self) -> usize {
            self.lines.clear();
            self.cleared += 1;
            self.cleared as usize
        }
    }

    for turn in 0..3 {
        let mut log = LogObject::acquire().unwrap();
        assert_eq!((log.cleared, log.lines.len()), (turn, 0));
        assert_eq!(log.lines.capacity() != 0, turn != 0, "the memory stays");
        log.lines.extend([1, 2, 3]);
        assert!(LogObject::acquire().is_err());
    }
    LogObject::acquire().unwrap().lines = Vec::new();
}

/// A method of all types, which is in scope too, is not called in place of the item's own.
#[test]
fn the_method_of_the_item_comes_before_one_of_all_types() {
    trait Reset {
        fn reset(&mut self);
    }

    impl<T> Reset for T {
        fn reset(&mut self) {}
    }

    #[derive(Pool, Clone, Copy)]
    #[pool(capacity = 1, objects = Copied { bytes: 0 }, clear = reset)]
    struct Copied {
        bytes: u8,
    }

    #[derive(Pool)]
    #[pool(capacity = 1, objects = Moved { bytes: 0 }, clear = reset)]
    struct Moved {
        bytes: u8,
    }

    impl Copied {
        fn reset(&mut self) {
            self.bytes = 0;
        }
    }

    impl Moved {
        fn reset(&mut self) {
            self.bytes = 0;
        }
    }

    ().reset();
    for _ in 0..2 {
        let (mut copied, mut moved) = (CopiedObject::acquire().unwrap(), MovedObject::acquire().unwrap());
        assert_eq!((copied.bytes, moved.bytes), (0, 0));
        (copied.bytes, moved.bytes) = (5, 5);
    }
}

#[test]
fn the_method_may_have_another_name_and_be_that_of_a_trait() {
    trait Reset {
        fn reset(&mut self);
    }

    impl Reset for [u8; 2] {
        fn reset(&mut self) {
            self[0] = 9;
        }
    }

    pool! {
        Pairs: [[u8; 2]; 1], objects, clear = reset, sync = local;
        Lists: [Vec<u8>; 1], objects = Vec::new(), clear, box = List;
    }
    let mut pair = PairsObject::acquire().unwrap();
    assert_eq!(*pair, [0, 0]);
    *pair = [1, 2];
    drop(pair);
    assert_eq!(*PairsObject::acquire().unwrap(), [9, 2]);
    drop(List::acquire());
}

#[test]
fn a_panic_of_the_method_gives_the_slot_back() {
    #[derive(Pool)]
    #[pool(capacity = 1, objects = Fuse { lit: false, seen: 0 }, clear = burn)]
    struct Fuse {
        lit: bool,
        seen: u32,
    }

    impl Fuse {
        fn burn(&mut self) {
            self.seen += 1;
            assert!(!std::mem::take(&mut self.lit), "it burns");
            self.seen += 100;
        }
    }

    let mut fuse = FuseObject::acquire().unwrap();
    fuse.lit = true;
    assert!(catch_unwind(AssertUnwindSafe(|| drop(fuse))).is_err());
    assert_eq!(FuseObject::len(), 0);
    let fuse = FuseObject::acquire().expect("the slot is free again");
    assert_eq!((fuse.lit, fuse.seen), (false, 1), "as `burn` left it");
    drop(fuse);
    assert_eq!(FuseObject::acquire().unwrap().seen, 102);
}

/// The method gets another object of the same pool, and gives it back.
#[test]
fn the_method_may_use_the_pool() {
    #[derive(Pool)]
    #[pool(capacity = 2, objects = Nested { is_outer: false }, clear = visit, sync = local)]
    struct Nested {
        is_outer: bool,
    }

    impl Nested {
        fn visit(&mut self) {
            if std::mem::take(&mut self.is_outer) {
                let other = NestedObject::acquire().unwrap();
                assert!(NestedObject::acquire().is_err(), "the object that is cleared still has its slot");
                drop(other);
            }
        }
    }

    let mut outer = NestedObject::acquire().unwrap();
    outer.is_outer = true;
    drop(outer);
    assert_eq!((NestedObject::len(), NestedObject::high_water_mark()), (0, 2));
}

#[test]
fn objects_are_never_dropped() {
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    pool! {
        Bombs: [Bomb; 2], objects = Bomb, sync = local;
    }
    for _ in 0..5 {
        let bombs = [BombsObject::acquire().unwrap(), BombsObject::acquire().unwrap()];
        // Objects of zero size have addresses of their own, too.
        assert_ne!(ObjectBox::as_ptr(&bombs[0]), ObjectBox::as_ptr(&bombs[1]));
    }
}

/// Arrays of every length are zero bytes at first, and so are structs with such arrays.
#[test]
fn arrays_of_any_length_need_no_first_value() {
    #[derive(Pool, bytemuck::Zeroable)]
    #[pool(capacity = 2, objects)]
    struct Frame {
        len: u16,
        data: [u8; 1_514],
    }

    pool! {
        Packets: [[u8; 251]; 2], objects;
        Blocks: [[[u32; 33]; 5]; 2], objects, sync = local;
    }
    let packets = [PacketsObject::acquire().unwrap(), PacketsObject::acquire().unwrap()];
    assert!(packets.iter().all(|packet| **packet == [0; 251]));
    let mut block = BlocksObject::acquire().unwrap();
    assert_eq!(*block, [[0; 33]; 5]);
    block[4][32] = 7;
    drop(block);
    assert_eq!(BlocksObject::acquire().unwrap()[4][32], 7);
    let frame = FrameObject::acquire().unwrap();
    assert_eq!((frame.len, frame.data), (0, [0; 1_514]));
}

/// As an interrupt handler and a task would do it: a queue of handles, without locks around the objects.
#[test]
fn handles_of_boxes_go_to_another_thread_and_become_boxes_there() {
    pool! { Packets: [[u8; 64]; 4], objects; }
    let (sender, receiver) = std::sync::mpsc::sync_channel(4);
    let task = std::thread::spawn(move || {
        receiver.iter().fold(0_u32, |sum, handle| {
            // SAFETY: 1. to 4. each handle is of a box that was taken apart, and comes once. The sender does nothing
            // else with the object. 5. the channel synchronises. 6. the mode is `threads`. 7. nothing is pinned.
            let mut packet = unsafe { PacketsObject::from_handle(handle) };
            packet[1] += 1;
            sum + u32::from(packet[0])
        })
    });
    let mut sent = 0;
    while sent < 50 {
        let Ok(mut packet) = PacketsObject::acquire() else {
            std::thread::yield_now();
            continue;
        };
        sent += 1;
        packet[0] = sent;
        sender.send(PacketsObject::into_handle(packet)).expect("the task is there");
    }
    drop(sender);
    assert_eq!(task.join().expect("the task ends"), (1..=50).sum());
    assert_eq!(PacketsObject::len(), 0);
    let packets: Vec<_> = (0..4).map(|_| PacketsObject::acquire().expect("all were released")).collect();
    assert_eq!(packets.iter().map(|packet| u32::from(packet[1])).sum::<u32>(), 50);
}

#[test]
fn a_box_that_is_forgotten_or_taken_apart_keeps_its_object() -> Result<(), Full> {
    pool! {
        Words: [u32; 3], objects;
    }
    let mut word = WordsObject::acquire()?;
    *word = 5;
    let raw = ObjectBox::into_raw(word);
    std::mem::forget(WordsObject::acquire()?);
    let leaked: &'static mut u32 = ObjectBox::leak(WordsObject::acquire()?);
    assert!(WordsObject::acquire().is_err());
    *leaked = 6;
    let leaked: *mut u32 = leaked;
    // SAFETY: 1. and 2. it was taken apart above, and is made again once. 3. to 6. one thread, which does nothing else
    // with the object.
    let mut word = unsafe { WordsObject::from_raw(raw) };
    assert_eq!(*word, 5);
    *word += 1;
    drop(word);
    // SAFETY: as above.
    drop(unsafe { WordsObject::from_raw(leaked) });
    let words = [WordsObject::acquire()?, WordsObject::acquire()?];
    assert_eq!(words.map(|word| *word), [6, 6]);
    assert!(WordsObject::acquire().is_ok(), "two were released by `map`, one stays forgotten");
    assert_eq!(WordsObject::len(), 1);
    Ok(())
}

/// Each thread writes what it alone knows into its object, and finds it there; and finds what another thread left.
#[test]
fn other_threads_get_objects_as_they_were_left() {
    const THREADS: usize = miri_or(3, 8);
    const ROUNDS: usize = miri_or(20, 2_000);

    pool! {
        Cells: [[usize; 4]; 6], objects, sync = threads, exact;
    }
    let start = Barrier::new(THREADS);
    let refused = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..=THREADS)
            .map(|thread| {
                let start = &start;
                scope.spawn(move || {
                    start.wait();
                    let mut refused = 0;
                    for round in 0..ROUNDS {
                        let Ok(mut cell) = CellsObject::acquire() else {
                            refused += 1;
                            continue;
                        };
                        let [writer, turn, sum, uses] = *cell;
                        assert_eq!(writer.wrapping_mul(31) + turn, sum, "torn");
                        *cell = [thread, round, thread.wrapping_mul(31) + round, uses + 1];
                    }
                    refused
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
    });
    let uses: usize = std::iter::from_fn(|| CellsObject::acquire().ok())
        .map(std::mem::ManuallyDrop::new)
        .map(|cell| cell[3])
        .sum();
    assert_eq!(uses + refused, THREADS * ROUNDS);
}

#[test]
fn boxes_have_the_traits_of_their_objects() {
    pool! {
        Names: [String; 4], objects = String::new(), sync = local;
    }
    let [mut ada, mut bob] = [NamesObject::acquire().unwrap(), NamesObject::acquire().unwrap()];
    ada.push_str("Ada");
    AsMut::<String>::as_mut(&mut bob).push_str("Bob");
    assert!(ada < bob && ada != bob && ada == ada);
    assert_eq!(format!("{ada} {bob:?} {}", ada.len()), "Ada \"Bob\" 3");
    assert_eq!(std::borrow::Borrow::<String>::borrow(&ada), "Ada");
    assert_eq!(format!("{ada:p}"), format!("{:p}", ObjectBox::as_ptr(&ada)));
    assert!(NamesObject::stats().to_string().starts_with("2 of 4 live, 2 at most, 2 free, full 0 times; "));
    (*ada, *bob) = (String::new(), String::new());
}
