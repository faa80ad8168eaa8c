//! Handles as ids outside of the process: numbers and text, which are checked when they come back.

use super::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// Why a number or a text is not a handle: from [`TryFrom`] and [`FromStr`] of [`Handle`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum HandleError {
    /// The slot is beyond the capacity.
    Index {
        /// The slot.
        index: u64,
        /// The capacity.
        capacity: u64,
    },
    /// The handles of the pool do not have this generation.
    Generation {
        /// The generation.
        generation: u64,
        /// The number of generations.
        generations: u64,
    },
    /// The text is not a slot and a generation, such as `3v1`.
    Text,
}

impl fmt::Display for HandleError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HandleError::Index { index, capacity } => {
                write!(f, "slot {index} of a pool with {capacity} slots")
            }
            HandleError::Generation { generation, generations } => {
                write!(f, "generation {generation} of handles with {generations} generations")
            }
            HandleError::Text => {
                f.write_str("the text of a handle is its slot and generation, such as `3v1`")
            }
        }
    }
}

impl Error for HandleError {}

impl<P: PoolSpec> Handle<P> {
    /// The handle of a slot and a generation.
    fn checked(index: u64, generation: u64) -> Result<Self, HandleError> {
        let [capacity, generations] =
            [<P::Layout as Layout>::CAPACITY, <P::Layout as Layout>::GENERATIONS].map(u64::from);
        if index >= capacity {
            return Err(HandleError::Index { index, capacity });
        }
        Handle::from_parts(index as usize, u32::try_from(generation).unwrap_or(u32::MAX))
            .ok_or(HandleError::Generation { generation, generations })
    }
}

/// Writes `3v1`, the slot and the generation; `3` if handles carry no generation.
///
/// [`FromStr`] reads it. `serde` writes the same in text formats.
impl<P: PoolSpec> fmt::Display for Handle<P> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, generation) = (self.index(), self.generation());
        match <P::Layout as Layout>::GENERATIONS {
            1 => write!(f, "{index}"),
            _ => write!(f, "{index}v{generation}"),
        }
    }
}

/// Reads what [`Display`](fmt::Display) writes. Without `v`, the generation is 0.
impl<P: PoolSpec> FromStr for Handle<P> {
    type Err = HandleError;

    fn from_str(text: &str) -> Result<Self, HandleError> {
        let (index, generation) = text.split_once('v').unwrap_or((text, "0"));
        // `parse` accepts a sign.
        let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
        match (number(index), number(generation)) {
            (Some(index), Some(generation)) => Self::checked(index, generation),
            _ => Err(HandleError::Text),
        }
    }
}

/// Checks the [bits](Handle#bits), as [`from_bits`](Handle::from_bits) does. No bit is lost: a number with more than 32
/// bits is an error.
///
/// ```
/// # use stackpool::{Handle, HandleError, Pool};
/// # #[derive(Pool)] #[pool(capacity = 1_000, generations = 50)] struct Order { amount: u32 }
/// let mut orders = OrderPool::new();
/// let order = orders.insert(Order { amount: 3 })?;
/// let (id, text) = (u64::from(order), order.to_string());
///
/// // A client sends them back.
/// assert_eq!((Handle::try_from(id), text.parse()), (Ok(order), Ok(order)));
/// let wrong = Handle::<Order>::try_from(id + (1 << 32));
/// assert!(matches!(wrong, Err(HandleError::Generation { .. })));
/// let wrong = "2000v1".parse::<OrderHandle>().unwrap_err();
/// assert_eq!(wrong.to_string(), "slot 2000 of a pool with 1000 slots");
/// # Ok::<(), stackpool::Full<Order>>(())
/// ```
impl<P: PoolSpec> TryFrom<u64> for Handle<P> {
    type Error = HandleError;

    fn try_from(bits: u64) -> Result<Self, HandleError> {
        Self::checked(bits & u64::from(Self::INDEX_MASK), bits >> Self::INDEX_BITS)
    }
}

/// The [bits](Handle::to_bits).
impl<P: PoolSpec> From<Handle<P>> for u64 {
    #[inline]
    fn from(handle: Handle<P>) -> u64 {
        handle.to_bits().into()
    }
}
