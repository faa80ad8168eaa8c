//! Builds the page for WebAssembly, and serves it.

mod program;
mod serve;
mod site;

pub use serve::{Request, Response, serve};
pub use site::Site;
