//! Regions that never move: in statics, which are taken once, and on the heap, without crossing the call stack.
#![expect(unsafe_code, reason = "`link_section` is an unsafe attribute")]

use crate::size::miri_or;
use stackpool::region::{DropLinear, Inline, Linear, Static};
use std::sync::Barrier;

type Level = Linear<Inline<4_096, 64>>;

static LEVEL: Static<Level> = Static::new();
/// Two statics of one type are two regions.
static LEVELS: [Static<Level>; 2] = [const { Static::new() }; 2];
static NAMES: Static<DropLinear<Inline<4_096>>> = Static::new();
static RACED: Static<Level> = Static::new();
/// 256 MB, which take no space in the program file and no time to compile.
static LARGE: Static<Linear<Inline<{ 256 << 20 }>>> = Static::new();

#[cfg_attr(target_os = "linux", unsafe(link_section = ".noinit.stackpool_test"))]
static PLACED: Static<Level> = Static::new();

#[test]
fn a_static_is_taken_once() {
    let level = LEVEL.take().unwrap();
    assert_eq!((level.used(), level.capacity(), level.high_water_mark()), (0, 4_096, 0));
    let first: &'static mut [u8; 4_096] = level.enter().alloc([7; 4_096]).unwrap();
    assert_eq!(first.as_ptr().addr() % 64, 0);
    let error = LEVEL.take().map(|_| ()).unwrap_err();
    assert!(error.name().contains("Linear") && error.to_string().contains(error.name()), "{error}");
    assert!(error.to_string().contains("make a region per test"), "{error}");

    let [one, other] = &LEVELS;
    let (one, other) = (one.take().unwrap(), other.take().unwrap());
    one.enter().alloc(1_u8).unwrap();
    assert_eq!((one.used(), other.used()), (1, 0));
    assert!(LEVELS.iter().all(|level| level.take().is_err()));
    assert_eq!(PLACED.take().unwrap().stats(), Level::new().stats());
}

#[test]
fn values_of_a_static_live_for_ever_or_until_a_reset() {
    let names = NAMES.take().unwrap();
    let name = names.scope(|scope| scope.alloc(String::from("wolf")).unwrap().len());
    assert_eq!((name, names.used()), (4, 0));
    let name: &'static mut String = names.enter().alloc(String::from("bear")).unwrap();
    std::thread::spawn(move || name.push('s')).join().unwrap();
}

#[test]
fn one_of_many_threads_takes_it() {
    let threads = miri_or(3, 8);
    let start = Barrier::new(threads);
    let taken = std::thread::scope(|scope| {
        let takers = (0..threads).map(|_| {
            scope.spawn(|| {
                start.wait();
                RACED.take().map(|level| level.enter().alloc(1_u8).is_ok()).is_ok()
            })
        });
        let takers: Vec<_> = takers.collect();
        takers.into_iter().map(|taker| taker.join().unwrap()).filter(|taken| *taken).count()
    });
    assert_eq!(taken, 1);
}

#[test]
#[cfg_attr(miri, ignore = "256 MB")]
fn a_large_static_is_not_in_the_program() {
    let program = std::env::current_exe().unwrap().metadata().unwrap().len();
    assert!(program < 128 << 20, "{program} bytes");
    let large = LARGE.take().unwrap();
    let scope = large.enter();
    scope.alloc_layout(std::alloc::Layout::from_size_align(255 << 20, 1).unwrap()).unwrap();
    assert_eq!(scope.alloc([1_u8; 1_000]).unwrap()[999], 1);
}

#[cfg(feature = "alloc")]
#[test]
#[cfg_attr(miri, ignore = "a gigabyte")]
fn regions_on_the_heap_do_not_cross_the_call_stack() {
    type Large = Linear<Inline<{ 1 << 30 }>>;

    let small_stack = std::thread::Builder::new().stack_size(64 << 10);
    let work = || {
        let mut large = Large::on_heap();
        large.enter().alloc(7_u8).unwrap();
        assert_eq!((large.used(), large.capacity()), (1, 1 << 30));
        let mut names = DropLinear::<Inline<{ 1 << 30 }>>::on_heap();
        names.enter().alloc(String::from("wolf")).unwrap();
    };
    small_stack.spawn(work).unwrap().join().unwrap();
}

#[cfg(feature = "alloc")]
#[test]
fn regions_of_a_size_that_is_known_at_run_time() {
    use stackpool::region::Boxed;

    for bytes in [0, 1, 100, 4_097] {
        let mut memory = Linear::<Boxed<256>>::with_capacity(bytes);
        assert_eq!((memory.capacity(), memory.remaining_capacity()), (bytes, bytes));
        let scope = memory.enter();
        let all = scope.alloc_slice_fill_with(bytes, |index| index as u8).unwrap();
        assert_eq!((all.len(), bytes == 0 || all.as_ptr().addr() % 256 == 0), (bytes, true));
        scope.alloc(1_u8).unwrap_err();
    }
    let result = std::panic::catch_unwind(|| Linear::<Boxed>::with_capacity(usize::MAX));
    let message = *result.unwrap_err().downcast::<String>().unwrap();
    assert!(
        message.starts_with("a region of 18446744073709551615 bytes") || cfg!(target_pointer_width = "32")
    );
}
