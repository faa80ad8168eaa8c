//! The linear allocator: full regions, panics, forgotten scopes and counts.

use stackpool::Full;
use stackpool::region::{DoubleStack, DropLinear, Frame, Inline, Linear, Scope, Undropped};
use std::alloc::Layout;
use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

#[test]
fn sizes_that_overflow_are_full() {
    let mut region = Linear::<Inline<100>>::new();
    let scope = region.enter();
    scope.alloc(7_u8).unwrap();
    let uncalled = |_| -> u64 { panic!("called without room") };
    for len in [13, isize::MAX as usize / 8, usize::MAX / 8, usize::MAX / 8 + 1, usize::MAX] {
        scope.alloc_slice_fill_with(len, uncalled).unwrap_err();
    }
    for align in [1, 2, 4096, 1 << (usize::BITS - 2)] {
        let largest = isize::MAX as usize - (align - 1);
        scope.alloc_layout(Layout::from_size_align(largest, align).unwrap()).unwrap_err();
    }
    assert_eq!((scope.used(), scope.padding()), (1, 0));
    drop(scope);
    assert_eq!(region.stats().full_count, 9);
}

/// A number that is aligned to 8 on every machine.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(8))]
struct Long(u64);

#[test]
fn full_to_the_byte() {
    let mut region = Linear::<Inline<40, 8>>::new();
    let scope = region.enter();
    scope.alloc(1_u8).unwrap();
    let words = scope.alloc_slice_copy(&[2, 3, 4].map(Long)).unwrap();
    scope.alloc_str("5678").unwrap();
    assert_eq!((scope.used(), scope.remaining_capacity(), scope.padding()), (36, 4, 7));
    assert_eq!(scope.alloc(Long(9)).unwrap_err().into_inner(), Long(9));
    scope.alloc(9_u32).unwrap();
    assert_eq!((scope.used(), scope.remaining_capacity()), (40, 0));

    let full: Full<u8> = scope.alloc(10).unwrap_err();
    assert_eq!(full.into_inner(), 10);
    scope.alloc_with(|| -> u8 { panic!("called without room") }).unwrap_err();
    scope.alloc_slice_copy(&[10_u8]).unwrap_err();
    scope.alloc_str("a").unwrap_err();
    let (fitted, first) = scope.alloc_iter([10_u8]).unwrap_err().into_inner();
    assert_eq!((&*fitted, first), (&[][..], 10));
    // A value of no size still fits.
    scope.alloc(()).unwrap();
    assert_eq!(scope.alloc_slice_copy(&[(); 1_000]).unwrap().len(), 1_000);
    assert_eq!(scope.alloc_iter(std::iter::repeat_n((), 1_000)).unwrap().len(), 1_000);
    assert_eq!(scope.alloc_str("").unwrap(), "");
    assert_eq!(words, [2, 3, 4].map(Long));
    drop(scope);
    assert_eq!(region.stats().full_count, 6);
}

#[test]
fn values_of_no_size_are_aligned() {
    #[derive(Clone, Copy)]
    #[repr(align(4096))]
    struct Page;

    let mut region = Linear::<Inline<0, 1>>::new();
    let scope = region.enter();
    let page: *const Page = scope.alloc(Page).unwrap();
    let pages: *const [Page] = scope.alloc_slice_fill_with(3, |_| Page).unwrap();
    assert_eq!((page.addr() % 4096, pages.cast::<Page>().addr() % 4096, pages.len()), (0, 0, 3));
    assert_eq!(scope.alloc_iter([Page; 2]).unwrap().len(), 2);
    assert_eq!((scope.used(), scope.padding()), (0, 0));
}

/// The bytes in use after an action that panics.
fn used_after_unwinding(action: impl FnOnce(&Scope<'_>)) -> usize {
    let mut region = Linear::<Inline<64>>::new();
    let scope = region.enter();
    scope.alloc(1_u8).unwrap();
    let result = catch_unwind(AssertUnwindSafe(|| action(&scope)));
    assert!(result.is_err(), "the action panics");
    let used = scope.used();
    // The region is usable up to the last byte.
    scope.alloc_slice_fill_with(64 - used, |index| index as u8).unwrap();
    used
}

fn unwind<T>() -> T {
    resume_unwind(Box::new("a test"))
}

#[test]
fn closures_and_iterators_that_panic() {
    assert_eq!(used_after_unwinding(|scope| drop(scope.alloc_with(unwind::<u8>))), 2);
    let third = |index| if index == 2 { unwind() } else { index as u16 };
    assert_eq!(used_after_unwinding(|scope| drop(scope.alloc_slice_fill_with(4, third))), 10);
    assert_eq!(used_after_unwinding(|scope| drop(scope.alloc_iter((0..4).map(third)))), 1);
}

#[test]
fn closures_that_allocate() {
    let mut region = Linear::<Inline<256>>::new();
    let scope = region.enter();
    let mut inner = None;
    let outer = scope.alloc_with(|| {
        inner = scope.alloc([7_u8; 3]).ok();
        9_u32
    });
    assert_eq!((outer.unwrap(), inner.unwrap()), (&mut 9, &mut [7; 3]));

    let row = |row| scope.alloc_slice_fill_with(2, |column| row * 10 + column).unwrap();
    let rows = scope.alloc_slice_fill_with(3, |index| Undropped::new(row(index))).unwrap();
    rows[1][0] = 7;
    let cells: Vec<usize> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    assert_eq!(cells, [0, 1, 7, 11, 20, 21]);
}

#[test]
fn an_iterator_that_allocates_finds_no_room() {
    let mut region = Linear::<Inline<64>>::new();
    let scope = region.enter();
    let mut refused = 0;
    let odd = (0..3_u8).map(|number| {
        refused += usize::from(scope.alloc(number).is_err());
        // A value of no size and an empty slice need no room.
        scope.alloc(()).unwrap();
        assert_eq!(scope.alloc_iter([0_u8; 0]).unwrap(), []);
        number * 2 + 1
    });
    assert_eq!(scope.alloc_iter(odd).unwrap(), [1, 3, 5]);
    assert_eq!((refused, scope.used()), (3, 3));
}

/// The message of the error.
fn message<T, U>(result: Result<T, Full<U>>) -> String {
    result.err().unwrap().to_string()
}

const NO_ROOM: &str = "the region has no room";
const IN_USE: &str =
    "the region is in use: an iterator or a text that is being written holds all of its free bytes";

#[test]
fn while_the_free_bytes_are_lent_the_error_says_so() {
    let mut region = Linear::<Inline<64>>::new();
    let scope = region.enter();
    let every_method = || {
        let layout = Layout::new::<u8>();
        let errors = [
            message(scope.alloc(1_u8)),
            message(scope.alloc_with(|| 1_u8)),
            message(scope.alloc_try_with(|| Ok::<_, ()>(1_u8))),
            message(scope.alloc_slice_copy(&[1_u8])),
            message(scope.alloc_str("a")),
            message(scope.alloc_fmt(format_args!("{}", 1))),
            message(scope.alloc_slice_fill_copy(1, 1_u8)),
            message(scope.alloc_slice_try_fill_with(1, |_| Ok::<_, ()>(1_u8))),
            message(scope.alloc_iter([1_u8])),
            message(scope.alloc_layout(layout)),
        ];
        assert_eq!(scope.alloc_iter([0_u8; 0]).unwrap(), []);
        errors
    };
    let mut errors = Vec::new();
    scope.alloc_iter((0..2_u8).inspect(|_| errors.extend(every_method()))).unwrap();
    let in_text = Cell::new(None);
    let text = shown(|f| {
        in_text.set(Some(every_method()));
        f.write_str("a")
    });
    scope.alloc_fmt(format_args!("{text}")).unwrap();
    errors.extend(in_text.take().unwrap());
    assert!(errors.len() == 30 && errors.iter().all(|error| error == IN_USE), "{errors:?}");

    // Afterwards there is room again, also after a panic, and a region that is full says so: to its iterators, too.
    scope.alloc_slice_fill_copy(50, 1_u8).unwrap();
    catch_unwind(AssertUnwindSafe(|| {
        scope.alloc_iter(std::iter::from_fn(|| -> Option<u8> { unwind() })).is_ok()
    }))
    .unwrap_err();
    assert_eq!(
        [message(scope.alloc_iter([0_u8; 12])), message(scope.alloc_str("too long text"))],
        [NO_ROOM; 2]
    );
    assert_eq!(message(scope.alloc_fmt(format_args!("{:12}", 1))), NO_ROOM);
    scope.alloc_slice_fill_copy(scope.remaining_capacity(), 1_u8).unwrap();
    let mut full = Vec::new();
    scope.alloc_iter((0..1).inspect(|_| full.extend(every_method())).filter(|_| false)).unwrap();
    assert!(full.len() == 10 && full.iter().all(|error| error == NO_ROOM), "{full:?}");
    drop(scope);
    // Only what found the region full is counted.
    assert_eq!(region.stats().full_count, 3 + 10);
}

#[test]
fn every_kind_of_region_says_that_it_is_in_use() {
    let mut region = DropLinear::<Inline<256>>::new();
    let scope = region.enter();
    let texts = scope.alloc_iter((0..2).map(|_| message(scope.alloc(String::new()))));
    assert_eq!(*texts.unwrap(), [IN_USE; 2]);

    let mut region = Frame::<Inline<256>>::new();
    let scope = region.enter();
    let mut errors = Vec::new();
    let values = (0..1).inspect(|_| {
        errors.push(message(scope.store(1)));
        errors.push(message(scope.store_slice_copy(&[1])));
        errors.push(message(scope.store_iter([1])));
        errors.push(message(scope.alloc(1)));
    });
    scope.store_iter(values).unwrap();
    assert_eq!(errors, [IN_USE; 4]);

    let mut region = DoubleStack::<Inline<256>>::new();
    let (mut lower, mut upper) = region.split();
    let scope = lower.enter();
    let values = (0..2_u8).inspect(|_| {
        let errors = [message(scope.alloc(1)), message(upper.marker()), message(upper.alloc_marked(1))];
        assert_eq!(errors, [IN_USE; 3]);
        assert_eq!(message(upper.enter().alloc_iter([1])), IN_USE);
    });
    scope.alloc_iter(values).unwrap();
    let scope = upper.enter();
    scope.alloc_iter((0..2_u8).inspect(|_| assert_eq!(message(lower.enter().alloc(1)), IN_USE))).unwrap();
    lower.enter().alloc(1).unwrap();
    assert_eq!(message(scope.alloc([0_u8; 256])), NO_ROOM);
}

/// A `Display` whose output a closure writes.
struct Shown<F>(F);

fn shown<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(write: F) -> Shown<F> {
    Shown(write)
}

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Shown<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

#[test]
fn text_is_formatted_to_the_last_byte_or_not_at_all() {
    for room in 0..=12 {
        let mut region = Linear::<Inline<12>>::new();
        let scope = region.enter();
        scope.alloc_slice_fill_copy(12 - room, 1_u8).unwrap();
        // Five pieces of 8 bytes.
        let text = scope.alloc_fmt(format_args!("é{}{:>3}, {}", 7, 12, "")).ok();
        assert_eq!(text.as_deref(), (room >= 8).then_some("é7 12, "), "{room}");
        let left = if room >= 8 { room - 8 } else { room };
        assert_eq!((scope.remaining_capacity(), scope.padding()), (left, 0));
        // The rest can be allocated, and the text is unchanged.
        let rest = scope.alloc_slice_fill_copy(left, b'.').unwrap();
        assert!(rest.iter().all(|byte| *byte == b'.'));
        assert!(text.is_none_or(|text| *text == *"é7 12, "));
        assert_eq!(scope.alloc_fmt(format_args!("{}", "")).unwrap(), "");
        drop(scope);
        assert_eq!(region.stats().full_count, u64::from(room < 8));
    }
}

#[test]
fn text_that_found_no_room_is_not_continued() {
    let mut region = Linear::<Inline<8>>::new();
    let scope = region.enter();
    // The error is ignored, and a shorter text that would fit is written.
    let careless = shown(|f| {
        let _: fmt::Result = f.write_str("too long a word");
        let _: fmt::Result = f.write_str("short");
        Ok(())
    });
    scope.alloc_fmt(format_args!("{careless}")).unwrap_err();
    assert_eq!(scope.used(), 0);
    scope.alloc_fmt(format_args!("{careless}")).unwrap_err();
    drop(scope);
    assert_eq!(region.stats().full_count, 2);
}

#[test]
fn a_display_that_fails_by_itself_leaves_nothing() {
    let mut region = Linear::<Inline<64>>::new();
    let scope = region.enter();
    scope.alloc(1_u8).unwrap();
    let failing = shown(|f| f.write_str("half").and(Err(fmt::Error)));
    let error = message(scope.alloc_fmt(format_args!("{failing}")));
    assert_eq!(error, "the text was not written: a `Display` returned an error");
    assert_eq!((scope.used(), scope.remaining_capacity()), (1, 63));
    drop(scope);
    // There was room, so no refusal is counted.
    assert_eq!(region.stats().full_count, 0);

    let panicking = shown(|f| f.write_str("half").and_then(|()| unwind()));
    assert_eq!(used_after_unwinding(|scope| drop(scope.alloc_fmt(format_args!("{panicking}")))), 1);
}

#[test]
fn a_display_that_allocates_finds_no_room() {
    let mut region = Linear::<Inline<64>>::new();
    let scope = region.enter();
    let refused = Cell::new(0);
    let greedy = shown(|f| {
        refused.set(refused.get() + usize::from(scope.alloc(7_u8).is_err()));
        refused.set(refused.get() + usize::from(scope.alloc_str("seven").is_err()));
        refused.set(refused.get() + usize::from(scope.alloc_fmt(format_args!("{}", 7)).is_err()));
        // Empty text needs no room.
        assert_eq!(scope.alloc_fmt(format_args!("")).unwrap(), "");
        f.write_str("seven")
    });
    assert_eq!(scope.alloc_fmt(format_args!("{greedy}, {greedy}")).unwrap(), "seven, seven");
    assert_eq!((refused.get(), scope.used()), (6, 12));
    assert_eq!(scope.alloc_fmt(format_args!("{}", 7)).unwrap(), "7");
}

#[test]
fn a_slice_of_copies_is_full_to_the_byte() {
    let mut region = Linear::<Inline<32, 8>>::new();
    let scope = region.enter();
    scope.alloc(1_u8).unwrap();
    scope.alloc_slice_fill_copy(4, Long(7)).unwrap_err();
    assert_eq!((scope.used(), scope.padding()), (1, 0));
    let longs = scope.alloc_slice_fill_copy(3, Long(7)).unwrap();
    longs[1] = Long(8);
    assert_eq!(*longs, [7, 8, 7].map(Long));
    assert_eq!((scope.used(), scope.padding()), (32, 7));
    assert_eq!(scope.alloc_slice_fill_copy(1_000, ()).unwrap().len(), 1_000);
    assert_eq!(scope.alloc_slice_fill_copy(0, 1_u8).unwrap(), []);
    scope.alloc_slice_fill_copy(usize::MAX, 1_u64).unwrap_err();
}

#[test]
fn a_slice_of_the_same_region_is_copied() {
    let mut region = Linear::<Inline<64>>::new();
    let scope = region.enter();
    let first = scope.alloc_slice_copy(&[1_u16, 2, 3]).unwrap();
    let second = scope.alloc_slice_copy(first).unwrap();
    first[0] = 9;
    assert_eq!((&*first, &*second), (&[9, 2, 3][..], &[1, 2, 3][..]));
}

#[test]
fn values_that_are_not_copy() {
    let mut region = Linear::<Inline<64>>::new();
    let scope = region.enter();
    let hits = scope.alloc(Undropped::new(Cell::new(0))).unwrap();
    let names = scope.alloc_iter(["a", "b"].map(|name| Undropped::new((name, &*hits)))).unwrap();
    for name in names.iter() {
        name.1.set(name.1.get() + 1);
    }
    assert_eq!((hits.get(), names[1].0), (2, "b"));
}

#[test]
fn a_forgotten_borrowing_gives_its_memory_back() {
    let mut region = Linear::<Inline<64>>::new();
    region.enter().alloc(1_u32).unwrap();
    let mut scope = region.enter();
    scope.scope(|inner| inner.alloc([1_u64; 5]).map(drop)).unwrap();
    scope.alloc([2_u64; 4]).unwrap();
    std::mem::forget(scope);
    // Five numbers after the first, from the next address for a `u64`.
    let most = 4_usize.next_multiple_of(align_of::<u64>()) + 40;
    assert_eq!((region.used(), region.padding(), region.high_water_mark()), (4, 0, most));
    region.enter().alloc([3_u8; 60]).unwrap();
    assert_eq!(region.remaining_capacity(), 0);
}

#[test]
fn a_region_moves_between_borrowings() {
    let mut region = Linear::<Inline<64, 1>>::new();
    region.enter().alloc(1_u32).unwrap();
    let mut other = Box::new(Linear::<Inline<64, 1>>::new());
    std::mem::swap(&mut region, &mut *other);
    let mut moved = *other;
    assert_eq!((region.used(), moved.used() - moved.padding()), (0, 4));
    let room = moved.remaining_capacity();
    moved.enter().alloc_slice_fill_with(room, |index| index as u8).unwrap();
    assert_eq!(moved.remaining_capacity(), 0);
}

#[test]
fn resets_keep_what_was_counted() {
    let mut region = Linear::<Inline<64, 8>>::new();
    let scope = region.enter();
    scope.alloc(1_u8).unwrap();
    scope.alloc(2_u32).unwrap();
    scope.alloc([0_u8; 100]).unwrap_err();
    drop(scope);
    region.scope(|scope| scope.alloc([3_u8; 40]).is_ok());
    assert_eq!((region.used(), region.padding(), region.high_water_mark()), (8, 3, 48));
    region.reset();
    let stats = region.stats();
    assert_eq!((stats.capacity, stats.used, stats.padding), (64, 0, 0));
    assert_eq!((stats.high_water_mark, stats.full_count), (48, 1));
}

#[test]
fn a_region_that_was_full_once_says_so() {
    let mut memory = Linear::<Inline<8>>::new();
    memory.scope(|scope| assert!(scope.alloc([0_u8; 9]).is_err()));
    assert_eq!(memory.stats().to_string(), "0 of 8 bytes in use, 0 of them padding, 0 at most, full once");
}

#[test]
fn what_was_not_dropped_can_be_taken_out() {
    struct Counted<'a>(&'a Cell<u32>);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let drops = Cell::new(0);
    let undropped = Undropped::new(Counted(&drops));
    assert_eq!(drops.get(), 0);
    drop(undropped.into_inner());
    assert_eq!(drops.get(), 1);
    drop(Undropped::new(Counted(&drops)));
    assert_eq!(drops.get(), 1);
}

#[test]
fn memory_shows_its_size() {
    assert_eq!(format!("{:?}", Inline::<64, 8>::default()), "Inline<64, 8>");
    #[cfg(feature = "alloc")]
    assert_eq!(format!("{:?}", stackpool::region::Boxed::<16>::new(100)), "Boxed<16>(100 bytes)");
    assert_eq!(Linear::<Inline<64>>::default().capacity(), 64);
}
