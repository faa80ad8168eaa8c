//! From a plan to code. This stage cannot fail, and prints no `unsafe`.

pub(crate) mod barred;
mod boxes;
pub(crate) mod columns;
mod constants;
mod definition;
pub(crate) mod expand;
mod layout;
mod list;
pub(crate) mod missing_keys;
pub(crate) mod side_tables;
pub(crate) mod snapshot;
mod statics;
pub(crate) mod trial;
mod value_pool;
