//! Compares boxes of every mode with a plain `std` reference: contents, slots, counts, refusals and drops.

#![cfg(feature = "derive")]

use crate::boxes::{Caches, Operation, Pick, run};
use crate::drops::Token;
use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::pool;

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let pick = any::<Pick>;
    let operation = prop_oneof![
        8 => Just(Operation::New),
        4 => Just(Operation::NewWith),
        2 => (1..200_usize).prop_map(Operation::NewMany),
        8 => pick().prop_map(Operation::Drop),
        2 => (1..200_usize, pick()).prop_map(|(count, pick)| Operation::DropMany(count, pick)),
        2 => pick().prop_map(Operation::IntoInner),
        2 => pick().prop_map(Operation::Raw),
        2 => pick().prop_map(Operation::Leak),
        2 => pick().prop_map(Operation::Handle),
        1 => pick().prop_map(Operation::Pin),
        2 => pick().prop_map(Operation::Replace),
        2 => (pick(), pick()).prop_map(|(one, other)| Operation::Swap(one, other)),
        1 => Just(Operation::Flush),
    ];
    proptest::collection::vec(operation, 1..miri_or(20, 200))
}

/// Declares one test per definition. Each test runs in one thread, because tests must not share statics.
macro_rules! model_tests {
    ($($(#[$attribute:meta])* $test:ident: $name:ident [$capacity:expr] $caches:ident ($($key:tt)*))*) => {$(
        pool! { $name: [Token; $capacity], boxed, $($key)*; }

        #[test]
        $(#[$attribute])*
        fn $test() {
            proptest!(cases(1, 48), |(operations in operations())| run::<$name>(Caches::$caches, &operations));
        }
    )*};
}

model_tests! {
    threads_without_room_for_caches: Threads255[miri_or(40, 255)] None (sync = threads)
    threads: Threads300[miri_or(260, 300)] Some (sync = threads)
    #[cfg_attr(miri, ignore = "each borrow of 3,000 links takes as many steps")]
    threads_of_many: Threads3000[3_000] Some (sync = threads)
    exact: Exact300[miri_or(40, 300)] None (exact)
    local_of_bytes: Local200[miri_or(40, 200)] None (sync = local)
    local: Local300[miri_or(40, 300)] None (sync = local)
    local_packed: LocalPacked[miri_or(40, 500)] None (sync = local, layout = packed(9))
}

#[cfg(feature = "critical-section")]
model_tests! {
    critical_section: Critical300[miri_or(40, 300)] None (sync = critical_section)
}
