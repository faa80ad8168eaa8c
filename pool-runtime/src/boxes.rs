//! Owning boxes of 1 to 4 bytes: the box, the memory of its objects, and the modes of `sync`, which say who may make
//! and drop boxes.

pub(crate) mod pool_box;
pub(crate) mod sync;
