//! What the macros generate for pools of columns.

mod bytes;
mod definitions;
mod groups;
mod hidden;
mod hostile;
mod methods;
mod pools;
mod references;
mod saved;
