//! The layout of a pool as two numbers, so that `restore` refuses an image of another layout.

use crate::free::FreeSlots;
use crate::guard::Guard;
use crate::layout::spec::PoolSpec;

/// The items of a pool, as far as an image depends on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Items {
    /// The number of bytes of an item.
    pub(crate) bytes: usize,
    /// Size and shape as the fingerprint has them, the same on machines of all word widths.
    parts: [u64; 2],
}

impl Items {
    /// No items, for a pool of values.
    pub(crate) const NONE: Self = Items { bytes: 0, parts: [u64::MAX, 0] };

    /// The items of a pool of objects.
    pub(crate) const fn of<P: PoolSpec>() -> Self {
        let bytes = size_of::<P::Item>();
        Items { bytes, parts: [bytes as u64, P::SHAPE] }
    }

    /// Rows of columns: `bytes` of each are saved.
    pub(crate) const fn of_columns(bytes: usize, shape: u64) -> Self {
        // No object has this many bytes.
        Items { bytes, parts: [u64::MAX - 1 - bytes as u64, shape] }
    }
}

/// Everything that the length and the meaning of an image depend on. The width of the table does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fingerprint {
    /// The number of slots, for a list the number of values. It is by itself so that an error can name it.
    pub(crate) capacity: u32,
    /// A hash of the rest.
    pub(crate) rest: u32,
}

/// Returns the fingerprint of pools with this guard, this quarantine and these items.
pub(crate) const fn of<G: Guard, S: FreeSlots>(items: Items) -> Fingerprint {
    let [bytes, shape] = items.parts;
    let rest = hash(&[G::KIND as u64, G::GENERATIONS as u64, S::QUARANTINE as u64, bytes, shape]);
    Fingerprint { capacity: G::CAPACITY as u32, rest }
}

/// Returns the fingerprint of a list of `values` values of `value_bytes` bytes each. No guard has this kind.
pub(crate) const fn of_list(values: usize, value_bytes: usize) -> Fingerprint {
    Fingerprint { capacity: values as u32, rest: hash(&[u64::MAX, 1, value_bytes as u64]) }
}

const fn hash(parts: &[u64]) -> u32 {
    let mut hash = FNV_OFFSET;
    let mut part = 0;
    while part < parts.len() {
        let bytes = parts[part].to_le_bytes();
        let mut byte = 0;
        while byte < bytes.len() {
            // FNV-1a (Fowler, Noll, Vo).
            hash = (hash ^ bytes[byte] as u64).wrapping_mul(FNV_PRIME);
            byte += 1;
        }
        part += 1;
    }
    // Both halves: the high bits of this hash depend on more bits of the input than the low ones.
    (hash ^ (hash >> 32)) as u32
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
