//! Methods that pools of several kinds have, with their documentation. Those with bounds of their own are written out
//! for each kind: for a method that a macro writes, an error of rustc shows the macro too.

pub(crate) mod usage;
