//! Dense pools, and the same pools in place.

use super::visit;
use crate::Item;
use crate::container::{Adjacent, Container, Payload, Sliced, Swapped};
use crate::contenders::{IterableVisitor, names};
use crate::figures::Role;
use stackpool::{Heap, Pool, pool};

/// Receives contenders whose objects are one slice.
pub trait SlicedVisitor<T: Payload> {
    /// Receives one contender.
    fn visit<C: Container<T> + Sliced<T>>(&mut self, name: &'static str, role: Role);
}

/// The payloads for which there are dense pools of 60,000 and 262,144.
pub trait Dense: Payload {
    /// Passes the dense pools of this capacity, one of them by its slice too, and the one in place to the visitor.
    ///
    /// # Panics
    ///
    /// Panics if there is no pool of this capacity.
    fn dense(capacity: usize, visitor: &mut impl IterableVisitor<Self>);

    /// Passes the dense pool and the vector that is written by hand to the visitor, by their slices.
    ///
    /// # Panics
    ///
    /// Panics if there is no pool of this capacity.
    fn sliced(capacity: usize, visitor: &mut impl SlicedVisitor<Self>);
}

macro_rules! dense_pools {
    ($($module:ident: $payload:ty;)*) => {$(
        mod $module {
            stackpool::pool! {
                pub(super) Medium: [$payload; 60_000], dense;
                pub(super) MediumInPlace: [$payload; 60_000];
                pub(super) Large: [$payload; 262_144], dense;
                pub(super) LargeWide: [$payload; 262_144], dense, generation_bits = 7;
                pub(super) LargeInPlace: [$payload; 262_144];
            }
        }

        impl Dense for $payload {
            fn dense(capacity: usize, visitor: &mut impl IterableVisitor<Self>) {
                match capacity {
                    60_000 => {
                        visit!(visitor; DENSE: $module::Medium, DEFAULT: $module::MediumInPlace);
                        visitor.visit::<Adjacent<$module::Medium>>(names::DENSE_SLICE, Role::Ours);
                    }
                    262_144 => {
                        visit!(visitor; DENSE: $module::Large, DENSE_WIDE: $module::LargeWide);
                        visit!(visitor; DEFAULT: $module::LargeInPlace);
                        visitor.visit::<Adjacent<$module::Large>>(names::DENSE_SLICE, Role::Ours);
                    }
                    _ => panic!("there is no pool of {capacity}"),
                }
            }

            fn sliced(capacity: usize, visitor: &mut impl SlicedVisitor<Self>) {
                match capacity {
                    60_000 => visitor.visit::<Adjacent<$module::Medium>>(names::DENSE, Role::Ours),
                    262_144 => visitor.visit::<Adjacent<$module::Large>>(names::DENSE, Role::Ours),
                    _ => panic!("there is no pool of {capacity}"),
                }
                visitor.visit::<Swapped<Self>>(names::SWAPPED, Role::Floor);
            }
        }
    )*};
}

dense_pools! {
    words4: [u64; 4];
    words6: crate::container::Six;
    words8: [u64; 8];
    words32: [u64; 32];
}

pool! {
    Traced: [Item; 20_000], dense;
    TracedInPlace: [Item; 20_000];
}

/// Passes the dense pool with room for 20,000 objects and the one in place to the visitor.
pub fn traced_dense(visitor: &mut impl IterableVisitor<Item>) {
    visit!(visitor; DENSE: Traced, DEFAULT: TracedInPlace);
}
