//! Other attributes in the same `cfg_attr` as attributes of a static, for every kind of entry.
#![forbid(unsafe_code)]

use attribute_macros::nothing as r#unsafe;
use stackpool::pool;

#[derive(Clone, Copy)]
struct Tile {
    _x: u8,
}

pool! {
    #[cfg_attr(all(), used, attribute_macros::nothing)] //~ `attribute_macros::nothing` cannot share
    Pooled: [String; 8];
    #[cfg_attr(all(), attribute_macros::remove, used)] //~ cannot share a `cfg_attr` with `used`
    Boxed: [String; 8], boxed;
    #[cfg_attr(all(), used, attribute_macros::instead(static MEMORY: u8 = 3;))] //~ cannot share
    Values: [Tile { _x: 0..4 }];
    #[cfg_attr(all(), used, attribute_macros::nothing)] //~ `attribute_macros::nothing` cannot share
    Ports: [u16; 0..64];
    #[cfg_attr(all(), used, attribute_macros::nothing)] //~ `attribute_macros::nothing` cannot share
    List: [u16 = [80, 443]];
    #[cfg_attr(all(), cfg_attr(all(), used, attribute_macros::nothing))] //~ `attribute_macros::nothing` cannot share
    Nested: [u8; 8];
    #[cfg_attr(all(), used, cfg_attr(all(), attribute_macros::nothing))] //~ `attribute_macros::nothing` cannot share
    NestedOther: [u8; 8];
    #[cfg_attr(all(), cfg_attr(all(), used), attribute_macros::nothing)] //~ `attribute_macros::nothing` cannot share
    NestedStatic: [u8; 8];
    #[cfg_attr(all(), used, doc = "Documented.")] //~ `doc = ..` cannot share
    Documented: [u8; 8];
    #[cfg_attr(all(), used, derive(Debug), cfg(all()))] //~ `derive(..)` cannot share //~ `cfg(..)` cannot share
    Derived: [u8; 8];
    #[cfg_attr(true, used, attribute_macros::nothing)] //~ `attribute_macros::nothing` cannot share
    Literal: [u8; 8];
    #[cfg_attr(all(), used, unsafe(attribute_macros::nothing))] //~ `unsafe(attribute_macros::nothing)` cannot share
    Unsafe: [u8; 8];
    #[cfg_attr(all(), used, r#unsafe(used))] //~ `r#unsafe(..)` cannot share
    MacroNamedUnsafe: [u8; 8];
    #[cfg_attr(all(), r#used, attribute_macros::nothing)] //~ `attribute_macros::nothing` cannot share
    Raw: [u8; 8];
    #[cfg_attr(all(), used, no_mangle)] //~ `#[unsafe(export_name = "..")]` gives it one
    Mangled: [u8; 8];
}

macro_rules! entry {
    ($(#[$meta:meta])* $name:ident) => {
        pool! { $(#[$meta])* $name: [u8; 8]; }
    };
}

entry! {
    #[cfg_attr(all(), used, attribute_macros::nothing)] //~ `attribute_macros::nothing` cannot share
    Captured
}

macro_rules! fragments {
    ($name:ident: $($meta:meta),*) => {
        pool! { #[cfg_attr(all(), $($meta),*)] $name: [u8; 8]; }
    };
}

fragments! { Fragments: used, attribute_macros::nothing } //~ `attribute_macros::nothing` cannot share
fragments! { NestedFragment: cfg_attr(all(), used, attribute_macros::nothing) } //~ cannot share

fn main() {}
