//! A model of pools, and a comparison of pools with the model.
//!
//! ```text
//!  random bytes          Record      8 bytes, from proptest or from a fuzzer
//!       | Record::read               which depends on what the reference knows: what is live, what was handed out
//!       v
//!     Step ------------------------------------------.
//!       | Reference::apply                           | Subject::play
//!       v                                            v
//!     Outcome (handles, items, refusals)  must be  the outcome of every pool under test
//!     Reference                           must be  what can be seen of every pool under test
//! ```
//!
//! A [`Run`] plays the same steps on one reference and on any number of pools: with tables of every kind or a free
//! list, with or without marks, and with items of any type. A new operation of pools is a variant of [`Step`], a row
//! of the table in `record.rs`, a line in `every_step.rs`, and an arm in each of `expected.rs` and `apply.rs`. An
//! operation that only some pools have is one of the [`Abilities`]. The observable state of a pool is compared in
//! `check.rs`.
//!
//! Steps come from random bytes (`record.rs`), or are all that a state allows (`every_step.rs`), for a search.
//!
//! This module is included by path in two crates, `tests/model` and `fuzz`. It is not a package: the tests of
//! `stackpool` would then depend on a package that depends on `stackpool`, and cargo would enable the features of
//! that package for all of these tests.

mod abilities;
mod apply;
mod changed;
mod check;
pub(crate) mod columns;
mod every_step;
mod expected;
pub(crate) mod item;
mod record;
mod reference;
pub(crate) mod row;
pub(crate) mod run;
pub(crate) mod step;
mod tested;

pub(crate) use abilities::Abilities;
pub(crate) use record::Record;
pub(crate) use run::Run;
pub(crate) use tested::{Subject, Tested};
