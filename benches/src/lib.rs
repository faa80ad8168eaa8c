//! Pools beside the containers that a program might use in their place.
//!
//! ```text
//! cargo run --release --manifest-path benches/Cargo.toml
//! ```
//!
//! - [`container`] is what pools and their peers have in common, [`contenders`] the list of them;
//! - [`workload`] has what is measured, a module each, and the list of them;
//! - [`measure`] runs contenders in interleaved rounds;
//! - [`report`] makes tables, goals, plots and the page of the figures;
//! - [`child`], [`generated`], [`valgrind`]: programs that are run, written to be compiled, and counted;
//! - [`counts`]: numbers of instructions.

pub mod child;
pub mod container;
pub mod contenders;
pub mod counts;
pub mod generated;
pub mod measure;
pub mod random;
pub mod report;
pub mod valgrind;
pub mod workload;

/// Read as the example does.
#[path = "../../examples/replay/src/trace.rs"]
pub(crate) mod trace;

pub use random::Random;

/// What containers hold, unless said: 32 bytes.
pub type Item = [u64; 4];
