//! What a caller reads who asks for memory on the heap without feature `alloc`.
//!
//! The methods of that feature are there by their names, in `without_alloc` beside each type. What they would return is a type that
//! nothing decides, so that the missing feature is all that rustc reports. They are written out for each type: for methods
//! that a macro prints rustc shows the macro as well, ten more lines in each message.

/// Never implemented: its message is what it is for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` on the heap needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `take_pool()` on the item or the marker gives the static pool, and `new()` makes a value"
)]
pub trait OnHeap<B> {}

/// Never implemented: its message is what it is for.
#[diagnostic::on_unimplemented(
    message = "`save` and `delta` make a `Vec`, which needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `save_into` and `save_delta` write to a buffer, of `SAVED_BYTES` and `MAX_DELTA_BYTES` bytes"
)]
pub trait SavedOnHeap<B> {}
