//! Pools of growing capacity.

use super::{Visitor, names, visit};
use crate::Item;
use crate::figures::Role;
use stackpool::{Heap, Pool};

macro_rules! growing {
    ($($module:ident: $capacity:literal),*) => {
        $(mod $module {
            use crate::Item;

            stackpool::pool! {
                pub(super) Narrow: [Item; $capacity];
                pub(super) Words: [Item; $capacity], layout = u32;
            }
        })*

        /// Passes the pools of one capacity to the visitor. The capacity is a power of 4 from 256 on.
        ///
        /// # Panics
        ///
        /// Panics if there is no pool of this capacity.
        pub fn growing(capacity: usize, visitor: &mut impl Visitor<Item>) {
            match capacity {
                $($capacity => visit!(visitor; DEFAULT: $module::Narrow, U32: $module::Words),)*
                _ => panic!("there is no pool of {capacity}"),
            }
        }
    };
}

growing! {
    pow8: 256, pow10: 1_024, pow12: 4_096, pow14: 16_384, pow16: 65_536, pow18: 262_144, pow20: 1_048_576,
    pow22: 4_194_304, pow24: 16_777_216
}
