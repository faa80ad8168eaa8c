//! Owning boxes of 1 to 4 bytes: the box, the memory of its objects, boxes that share an object, boxes of objects that
//! stay in their slots, the modes of `sync`, which say who may make and drop boxes, and the tasks that wait for a slot.

pub(crate) mod object_box;
mod pointer;
pub(crate) mod pool_box;
pub(crate) mod shared_box;
pub(crate) mod spec;
pub(crate) mod sync;
pub(crate) mod waiting;
