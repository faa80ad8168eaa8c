//! Programs that the macros accept, as modules of this test program: the compiler starts once for all of them. Programs
//! whose lints, names or paths are those of a crate are not listed here: each is built by itself (`run.rs`).
//!
//! A program `<topic>/pass/<name>.rs` has a `pub fn main`.

use std::process::{ExitCode, Termination};

/// Runs a program, which must succeed.
#[track_caller]
fn run<T: Termination>(program: fn() -> T) {
    assert_eq!(program().report(), ExitCode::SUCCESS);
}

macro_rules! programs {
    ($($topic:ident: $($name:ident)+;)*) => {
        /// The programs that are listed, as `<topic>/pass/<name>.rs`.
        pub(super) const LISTED: &[&str] = &[$($(concat!(stringify!($topic), "/pass/", stringify!($name), ".rs")),+),*];

        $(
            #[allow(warnings, unsafe_code, clippy::all, reason = "users write as they like")]
            mod $topic {
                mod pass {
                    $(pub(super) mod $name;)+
                }

                $(
                    #[test]
                    fn $name() {
                        super::run(pass::$name::main);
                    }
                )+
            }
        )*
    };
}

programs! {
    align: aligned;
    bookkeeping: lists;
    boxed: attributes modes;
    capacity: expressions macros;
    changes: definitions;
    crate_path: lies;
    forget: tables;
    generic: constants;
    guard: generations guards handle_bytes;
    items: kinds;
    keys: several_attributes;
    layout: widest;
    max_bytes: exact;
    names: own_types;
    names_from_elsewhere: own_trait;
    objects: clear_methods definitions;
    pool_macro: entries export_name marker_as_parameter;
    quarantine: quarantines;
    regions: drop_aligned frame_ids stacks;
    saved: links;
    shared: definitions;
    side_tables: side_tables;
    snapshot: worlds;
    spec: list_of_bytes right_by_hand;
    statics: attributes by_hand;
    types: handles_in_items;
    variance: borrows;
}
