//! Compares pools with the containers that a program could use instead.
//!
//! ```text
//! cargo run --release --manifest-path benches/Cargo.toml
//! ```
//!
//! - [`container`] is the common interface of pools and their peers, and [`contenders`] is the list of them;
//! - [`workload`] has one module per workload, and the list of them;
//! - [`measure`] runs contenders in interleaved rounds;
//! - [`figures`] has the times of the rounds, [`report`] makes tables, goals, plots and the page of them;
//! - [`child`], [`generated`], [`valgrind`] run programs, generate and compile programs, and count their
//!   instructions;
//! - [`counts`] has the numbers of instructions.
//!
//! Without feature `page` there are only the contenders and the rounds, for the program `inlined`, and what the
//! programs `unoptimized` and `cold` need.

pub mod child;
pub mod container;
pub mod contenders;
pub mod counts;
pub mod figures;
#[cfg(feature = "page")]
pub mod generated;
pub mod measure;
pub mod random;
#[cfg(feature = "page")]
pub mod report;
pub mod valgrind;
#[cfg(feature = "page")]
pub mod workload;

/// The same code that the example uses to read traces.
#[cfg(feature = "page")]
#[path = "../../examples/replay/src/trace.rs"]
pub(crate) mod trace;

pub use random::Random;

/// The payload of containers unless another is named: 32 bytes.
pub type Item = [u64; 4];
