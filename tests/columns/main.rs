//! What the macros generate for pools of columns.

#[cfg(feature = "alloc")]
mod by_hand;
#[cfg(feature = "alloc")]
mod bytes;
mod changes;
mod checked;
mod definitions;
mod groups;
mod hidden;
mod hostile;
mod kept;
mod keys;
#[cfg(feature = "alloc")]
mod many;
mod methods;
mod packets;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod pools;
mod references;
mod saved;
