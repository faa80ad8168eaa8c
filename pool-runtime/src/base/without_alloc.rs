//! The error messages for methods that need feature `alloc`, in builds without it.
//!
//! Without the feature, methods of the same names are in `crate::without_alloc`. Their return type cannot be inferred,
//! so the missing feature is all that rustc reports. The methods are written out for each type: for methods that a
//! macro writes, rustc would show the macro too, ten more lines per message.

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` on the heap needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `take_pool()` on the item or the marker gives the static pool, and `new()` makes a value"
)]
pub trait NeedsAlloc<B> {}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "this method makes a `Vec`, which needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `save_into`, `delta_into` and `changed_delta_into` write to a buffer of `SAVED_BYTES` or \
            `MAX_DELTA_BYTES` bytes, `patch_into` and `resize_saved` to one of `SAVED_BYTES`"
)]
pub trait SavedOnHeap<B> {}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "a `History` with memory of its own needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `History::in_memory` takes a buffer, of `FIXED_BYTES` bytes and more for deltas"
)]
pub trait HistoryOnHeap<B> {}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "this sort keeps its keys in a `Vec`, which needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `sort_by_key` computes the keys at each comparison"
)]
pub trait KeysOnHeap<K> {}
