//! The lowest floor: small pieces that know nothing about pools. Nothing here imports another floor.

// First, because later modules use its macros.
#[macro_use]
mod impls;
#[macro_use]
mod invariant;

pub(crate) mod alignment;
pub(crate) mod already_taken;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
pub(crate) mod atomic;
pub(crate) mod bit_pattern;
pub(crate) mod bit_words;
pub(crate) mod class;
#[cfg(test)]
pub(crate) mod complaint;
pub(crate) mod count_in_bytes;
pub(crate) mod counts;
pub(crate) mod cut;
pub(crate) mod element;
pub(crate) mod figure;
pub(crate) mod flag;
pub(crate) mod full;
#[cfg(feature = "alloc")]
pub(crate) mod heap;
pub(crate) mod instance;
pub(crate) mod integer;
pub(crate) mod item_field;
pub(crate) mod link_bytes;
pub(crate) mod message;
pub(crate) mod ones;
pub(crate) mod prefetch;
#[cfg(feature = "serde")]
pub(crate) mod record;
pub(crate) mod runs;
pub(crate) mod shape;
pub(crate) mod site;
#[cfg(test)]
pub(crate) mod size;
pub(crate) mod stats;
pub(crate) mod tally;
pub(crate) mod unaligned;
#[cfg(not(all(feature = "alloc", feature = "rayon", feature = "report")))]
pub(crate) mod without;
pub(crate) mod word;
pub(crate) mod zeroed;
