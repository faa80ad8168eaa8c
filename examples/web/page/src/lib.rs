//! The program of the page: it is compiled for WebAssembly, and its tests run on the host.
//!
//! `exports` has the functions that JavaScript calls. `fireworks` plays the show in a `sky`, whose sparks are in one of
//! the `pools` of the `definitions`; `slots` draws the memory of that pool. `planner` answers what a pool of given
//! items costs, with the widths and bytes of `keys`. `wood` is the scene of which only what changed is uploaded.

mod definitions;
mod exports;
mod fireworks;
mod json;
mod keys;
mod page;
mod planner;
mod pools;
mod sky;
mod slots;
mod spark;
mod wood;
