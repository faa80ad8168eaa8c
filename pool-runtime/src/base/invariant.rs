//! The checks of what this crate promises itself: preconditions of private functions, and invariants.
//!
//! They are for the crate's own tests, Miri and the fuzz targets. A debug build of a user does not have them: it would
//! pay for them at each operation, and they find no mistake of the user's. (For a mistake of the user's there is
//! `debug_assert!`.)

/// Panics if the condition does not hold, in builds with checks.
macro_rules! invariant {
    ($($condition:tt)*) => {
        if cfg!(any(test, miri, feature = "__checks")) {
            debug_assert!($($condition)*);
        }
    };
}

/// Panics if the two values differ, in builds with checks.
macro_rules! invariant_eq {
    ($($values:tt)*) => {
        if cfg!(any(test, miri, feature = "__checks")) {
            debug_assert_eq!($($values)*);
        }
    };
}
