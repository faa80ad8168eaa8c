//! Stability: what a later version of this crate may change, and what it may not.
//!
//! Versions follow [Semantic Versioning](https://semver.org/spec/v2.0.0.html). Before 1.0, a minor release (0.1 to 0.2)
//! may break your build, and a patch release (0.1.0 to 0.1.1) may not.
//!
//! # What stays
//!
//! The compiler cannot check these. A change to one of them is a breaking change all the same:
//!
//! - **Handles in numbers.** [`to_bits`](crate::Handle::to_bits) has the index in its low
//!   [`INDEX_BITS`](crate::Pool::INDEX_BITS) bits, and the generation above. This, the width of a handle at a capacity,
//!   and the bytes of a handle in memory stay.
//! - **Which handle comes next.** The same operations give the same handles, on every machine and with every feature.
//!   So two players with different patch releases stay in step.
//! - **Saves.** The bytes of `save`, `save_into` and `delta` have the number of their format. Each release reads the
//!   saves of all earlier releases. If one ever stops, it is a major release, and the release before it converts them.
//!   Bytes of a format that is not known are an error. Deltas are read by the release that wrote them, and by others of
//!   the same format.
//! - **Sizes that a page states**: of handles, boxes, tables, and of an empty pool in `.bss`.
//! - **The oldest compiler.** Rust 1.85. It rises in a minor release only, and to a version that is at least six months
//!   old.
//!
//! # What may change
//!
//! In any release:
//!
//! - the text of errors and panics, and of `Debug`; match on the types of errors;
//! - sizes and alignments that no page states;
//! - time, and the size of code;
//! - `stackpool::__private`, and the packages `stackpool-runtime` and `stackpool-derive` if they are used directly.
//!
//! Before 1.0, in a minor release: names, signatures, and keys of the macros. CHANGELOG.md of the repository says for
//! each of these what to write instead.
