//! Closures that can fail: what is free again afterwards, and what they allocated themselves.

use crate::tokens::{Log, Token, unwind, unwinds};
use stackpool::region::{DoubleStack, DropLinear, Inline, Linear, NoDrop, Stack, Undropped};
use std::mem::size_of_val;

type Failed = Result<(), &'static str>;

#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(8))]
struct Long(u64);

/// Runs with a scope at each kind of end, after an allocation of one byte, so that there is padding.
macro_rules! at_every_end {
    (|$scope:ident| $body:block) => {
        let mut linear = Linear::<Inline<128, 16>>::new();
        {
            let $scope = linear.enter();
            $scope.alloc(1_u8).unwrap();
            $body
        }
        let mut stack = Stack::<Inline<128, 16>>::new();
        {
            let $scope = stack.enter();
            $scope.alloc(1_u8).unwrap();
            $body
        }
        let mut double = DoubleStack::<Inline<128, 16>>::new();
        let (mut lower, mut upper) = double.split();
        {
            let $scope = lower.enter();
            $scope.alloc(1_u8).unwrap();
            $body
        }
        lower.reset();
        {
            let $scope = upper.enter();
            $scope.alloc(1_u8).unwrap();
            $body
        }
    };
}

#[test]
fn a_value_or_an_error() {
    at_every_end!(|scope| {
        let before = (scope.used(), scope.padding());
        let failed = scope.alloc_try_with(|| Err::<Long, _>("no")).unwrap();
        assert_eq!((failed, scope.used(), scope.padding()), (Err("no"), before.0, before.1));
        let made = scope.alloc_try_with(|| Ok::<_, ()>(Long(7))).unwrap().unwrap();
        assert_eq!((&*made, scope.used()), (&Long(7), 16));

        let used = scope.used();
        let third = |index: usize| if index == 2 { Err("third") } else { Ok(Long(index as u64)) };
        assert_eq!(scope.alloc_slice_try_fill_with(4, third).unwrap(), Err("third"));
        assert_eq!(scope.used(), used);
        let two = scope.alloc_slice_try_fill_with(2, third).unwrap().unwrap();
        assert_eq!((&*two, scope.used()), (&[Long(0), Long(1)][..], used + 16));
        assert_eq!(*made, Long(7));
        assert!(scope.alloc_slice_try_fill_with(0, third).unwrap().unwrap().is_empty());
    });
}

#[test]
fn what_a_closure_allocated_stays() {
    at_every_end!(|scope| {
        let mut kept = None;
        let failed: Failed = scope
            .alloc_try_with(|| {
                kept = scope.alloc(Long(3)).ok();
                Err::<u32, _>("after an allocation")
            })
            .unwrap()
            .map(drop);
        assert_eq!(failed, Err("after an allocation"));
        let next = scope.alloc(Long(4)).unwrap();
        assert_eq!((kept.unwrap(), next), (&mut Long(3), &mut Long(4)));

        let mut kept = Vec::new();
        let failed = scope.alloc_slice_try_fill_with(3, |index| {
            kept.push(scope.alloc(Long(index as u64)).unwrap());
            if index == 1 { Err(()) } else { Ok(0_u8) }
        });
        assert_eq!(failed.unwrap(), Err(()));
        scope.alloc(Long(9)).unwrap();
        assert_eq!(kept, [&mut Long(0), &mut Long(1)]);
    });
}

/// The closure uses an inner slice that it gives up: nothing stays.
#[test]
fn what_a_closure_gave_back_does_not_stay() {
    at_every_end!(|scope| {
        let used = scope.used();
        let failed = scope.alloc_try_with(|| {
            assert!(scope.alloc_slice_copy(&[0_u8; 200]).is_err());
            assert!(scope.alloc_fmt(format_args!("{:200}", 7)).is_err());
            Err::<Long, _>(())
        });
        assert_eq!((failed.unwrap(), scope.used()), (Err(()), used));
    });
}

#[test]
fn without_room_nothing_is_called() {
    at_every_end!(|scope| {
        let used = scope.used();
        assert!(scope.alloc_try_with(|| -> Result<[u8; 128], ()> { panic!("called without room") }).is_err());
        let uncalled = |_| -> Result<Long, ()> { panic!("called without room") };
        for len in [16, usize::MAX / 8, usize::MAX] {
            assert!(scope.alloc_slice_try_fill_with(len, uncalled).is_err());
        }
        assert!(scope.alloc_slice_clone(&[const { Undropped::new(0_u8) }; 128].map(Uncloned)).is_err());
        assert_eq!(scope.used(), used);
    });
}

/// Panics when it is cloned.
struct Uncloned(#[expect(dead_code, reason = "it takes memory")] Undropped<u8>);

impl NoDrop for Uncloned {}

impl Clone for Uncloned {
    fn clone(&self) -> Self {
        panic!("cloned without room")
    }
}

#[test]
fn values_of_no_size() {
    at_every_end!(|scope| {
        let used = scope.used();
        assert_eq!(scope.alloc_try_with(|| Err::<(), _>(7)).unwrap(), Err(7));
        assert_eq!(scope.alloc_try_with(|| Ok::<_, ()>(())).unwrap(), Ok(&mut ()));
        let many = scope.alloc_slice_try_fill_with(1_000, |_| Ok::<_, ()>(()));
        assert_eq!(many.unwrap().unwrap().len(), 1_000);
        assert_eq!(scope.used(), used);

        // What the closure allocates is not freed with a value that has no memory.
        let mut kept = None;
        let failed = scope.alloc_try_with(|| {
            kept = scope.alloc(Long(3)).ok();
            Err::<(), _>(())
        });
        assert_eq!(failed.unwrap(), Err(()));
        scope.alloc(Long(4)).unwrap();
        assert_eq!(kept, Some(&mut Long(3)));
    });
}

/// The bytes that a failed closure had count as used at once.
#[test]
fn bytes_that_were_given_back_are_in_the_high_water_mark() {
    let mut linear = Linear::<Inline<128>>::new();
    linear.enter().alloc_try_with(|| Err::<[u8; 100], _>(())).unwrap().unwrap_err();
    assert_eq!((linear.used(), linear.high_water_mark()), (0, 100));
    let mut stack = Stack::<Inline<128>>::new();
    stack.enter().alloc_try_with(|| Err::<[u8; 100], _>(())).unwrap().unwrap_err();
    assert_eq!((stack.used(), stack.high_water_mark()), (0, 100));
}

#[test]
fn slices_are_cloned() {
    #[derive(Clone, PartialEq, Debug)]
    struct Name(u16);

    impl NoDrop for Name {}

    at_every_end!(|scope| {
        let names = [Name(1), Name(2), Name(3)];
        let clones = scope.alloc_slice_clone(&names).unwrap();
        assert_eq!((&*clones, scope.used()), (&names[..], 2 + size_of_val(&names)));
    });
}

#[test]
fn a_panic_loses_the_place_and_nothing_else() {
    at_every_end!(|scope| {
        let before = scope.alloc(Long(1)).unwrap();
        unwinds(|| scope.alloc_try_with(|| -> Result<Long, ()> { unwind() }).is_ok());
        unwinds(|| scope.alloc_slice_try_fill_with(2, |_| -> Result<Long, ()> { unwind() }).is_ok());
        assert_eq!((&*before, scope.used()), (&Long(1), 16 + 8 + 16));
        assert_eq!(scope.alloc(Long(2)).unwrap(), &Long(2));
    });
}

mod with_destructors {
    use super::{DropLinear, Inline, Log, Token, unwind, unwinds};

    type Memory = DropLinear<Inline<1024>>;

    const TOKEN: usize = size_of::<Token>() + Memory::RECORD_BYTES;

    #[test]
    fn values_or_errors() {
        let (log, mut memory) = (Log::default(), Memory::new());
        let scope = memory.enter();
        let made = scope.alloc_try_with(|| Ok::<_, ()>(log.token(1))).unwrap().unwrap();
        assert!(made.is(1) && scope.used() == TOKEN);
        assert!(scope.alloc_try_with(|| Err::<Token, _>(())).unwrap().is_err());
        assert_eq!(scope.used(), TOKEN);

        let third = |index: usize| if index == 2 { Err(()) } else { Ok(log.token(10 + index as u32)) };
        assert!(scope.alloc_slice_try_fill_with(4, third).unwrap().is_err());
        assert_eq!((log.taken(), scope.used()), (vec![10, 11], TOKEN));
        let two = scope.alloc_slice_try_fill_with(2, third).unwrap().unwrap();
        assert!(two[0].is(10) && two[1].is(11));
        assert!(scope.alloc_slice_try_fill_with(100, third).is_err());
        unwinds(|| {
            scope
                .alloc_slice_try_fill_with(4, |index| if index == 2 { unwind() } else { third(index) })
                .is_ok()
        });
        assert_eq!(log.taken(), [10, 11]);
        drop(scope);
        memory.reset();
        assert_eq!(log.taken(), [10, 11, 1]);
    }

    /// The records of values are in a chain. What the closure allocated is dropped once, and found again.
    #[test]
    fn what_a_closure_allocated_stays() {
        let (log, mut memory) = (Log::default(), Memory::new());
        let scope = memory.enter();
        let failed = scope.alloc_try_with(|| {
            scope.alloc(log.token(1)).unwrap();
            Err::<Token, _>(())
        });
        assert!(failed.unwrap().is_err());
        scope.alloc(log.token(2)).unwrap();
        let failed = scope.alloc_slice_try_fill_with(2, |index| {
            scope.alloc(log.token(3)).unwrap();
            if index == 1 { Err(()) } else { Ok(log.token(4)) }
        });
        assert!(failed.unwrap().is_err());
        assert_eq!(log.taken(), [4]);
        scope.alloc(log.token(5)).unwrap();
        drop(scope);
        memory.reset();
        assert_eq!(log.taken(), [5, 3, 3, 2, 1]);
    }

    #[test]
    fn slices_are_cloned() {
        let mut memory = Memory::new();
        let names = ["wolf", "bear"].map(String::from);
        let scope = memory.enter();
        assert_eq!(scope.alloc_slice_clone(&names).unwrap(), names);
        assert!(scope.alloc_slice_clone(&[const { String::new() }; 100]).is_err());
    }
}
