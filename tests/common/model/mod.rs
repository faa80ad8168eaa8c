//! What pools should do, and a way to find out whether they do.
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
//! A [`Run`] plays the same steps on one reference and on any number of pools: with tables of every kind or a free list, with
//! marks or without, of items of any shape. A new operation of pools is a variant of [`Step`], a row of the table in
//! `record.rs` and an arm in each of `expected.rs` and `apply.rs`. What only some pools can do is one of their [`Abilities`].
//! What can be seen of a pool is compared in `check.rs`.
//!
//! The module is part of two crates, `tests/model` and `fuzz`, by its path. As a package it would be a dependency of the tests
//! of `stackpool` that depends on `stackpool`: cargo would then turn the features that it needs on for all of these tests.

mod abilities;
mod apply;
mod check;
mod expected;
pub(crate) mod item;
mod record;
mod reference;
pub(crate) mod run;
mod step;
mod tested;

pub(crate) use abilities::Abilities;
pub(crate) use record::Record;
pub(crate) use run::Run;
pub(crate) use tested::{Subject, Tested};
