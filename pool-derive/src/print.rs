//! From a plan to code. This cannot fail, and prints nothing that is trusted: no `unsafe`.

pub(crate) mod barred;
mod boxes;
mod constants;
mod definition;
pub(crate) mod expand;
mod list;
mod statics;
pub(crate) mod trial;
mod value_pool;
