//! Packages that are built as a user would build them, and what is published.

#![cfg(feature = "derive")]
#![cfg(not(miri))] // They start cargo.

#[path = "../common/package.rs"]
mod package;

mod hygiene;
mod public_api;
mod published;
mod statics;
