//! Images: a pool saved to bytes, and a pool restored from bytes.
//!
//! ```text
//!  +----------+---------------+---------------------+-------------------+------------------------+-------------------+
//!  | header   | guard         | links               | positions         | items                  | tail              |
//!  +----------+---------------+---------------------+-------------------+------------------------+-------------------+
//!   72 bytes   its array:      1 to 4 bytes per      of dense pools:     size_of::<Item>() per    if it is shorter:
//!              bytes or bits   slot: the free order  1 to 4 bytes per    live slot, in slot       generations of the
//!                              (and with marks that  slot, the order of  order                    last free slots
//!                              of insertion)         the objects
//! ```
//!
//! An image has the first slots of the pool only, its *extent*. It leaves out the slots at the end that are as in a new
//! pool: not live, of generation 0, not waiting, and taken after all others, in ascending order. So the image of a
//! large pool is as short as its use allows. Free slots have no item in it. Those that differ from a new pool by their
//! generations alone are in the [tail](tail).
//!
//! A state has exactly one image. It does not depend on what happened before, nor on the width of the table. `restore`
//! accepts the images of all consistent states, some of which no sequence of operations reaches. Anything else is an
//! error.

mod bookkeeping;
mod changed_delta;
pub(crate) mod checksum;
mod delta;
pub(crate) mod diff;
mod error;
pub(crate) mod field_bytes;
mod field_error;
pub(crate) mod fingerprint;
mod generation;
pub(crate) mod header;
pub(crate) mod item_form;
pub(crate) mod known_item;
mod live;
pub(crate) mod moved;
pub(crate) mod packet;
pub(crate) mod plain_data;
mod positions;
mod resized;
mod saved_name;
pub(crate) mod slot_order;
mod tail;
pub(crate) mod version;

pub(crate) use bookkeeping::Bookkeeping;
pub(crate) use changed_delta::{Extents, is_empty as is_empty_changed_delta};
pub(crate) use delta::{Delta, WHOLE};
pub use error::{BufferTooSmall, DeltaError, ResizeError, RestoreError};
pub use field_error::{FieldPath, SnapshotError, Then};
pub use known_item::ItemDifference;
pub use saved_name::SavedName;
pub(crate) use tail::Extent;
