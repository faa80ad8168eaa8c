//! What the macros generate for pools of columns.

mod definitions;
mod groups;
mod hidden;
mod hostile;
mod methods;
mod references;
mod saved;
