//! The error messages for methods of features that are off.
//!
//! Without its feature, a method exists with a bound that nothing meets (`crate::without`), so a call is an error with
//! the message of the bound. Its return type cannot be inferred, so rustc reports no error about the result. It is no
//! code.

/// Nothing implements this trait. It exists for its message.
#[cfg(not(feature = "alloc"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` on the heap needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `take_pool()` on the item or the marker gives the static pool, and `new()` makes a value"
)]
pub trait OnHeap<B> {}

/// Nothing implements this trait. It exists for its message.
#[cfg(not(feature = "alloc"))]
#[diagnostic::on_unimplemented(
    message = "this method makes a `Vec`, which needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `save_into`, `delta_into` and `changed_delta_into` write to a buffer of `SAVED_BYTES` or \
            `MAX_DELTA_BYTES` bytes, `patch_into` and `resize_saved` to one of `SAVED_BYTES`"
)]
pub trait SavedOnHeap<B> {}

/// Nothing implements this trait. It exists for its message.
#[cfg(not(feature = "alloc"))]
#[diagnostic::on_unimplemented(
    message = "a `History` with memory of its own needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `History::in_memory` takes a buffer, of `FIXED_BYTES` bytes and more for deltas"
)]
pub trait HistoryOnHeap<B> {}

/// Nothing implements this trait. It exists for its message.
#[cfg(not(feature = "alloc"))]
#[diagnostic::on_unimplemented(
    message = "this sort keeps its keys in a `Vec`, which needs feature `alloc` of `stackpool`",
    label = "feature `alloc` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"alloc\"] }}`",
    note = "without a heap: `sort_by_key` computes the keys at each comparison"
)]
pub trait KeysOnHeap<K> {}

/// Nothing implements this trait. It exists for its message.
#[cfg(not(feature = "rayon"))]
#[diagnostic::on_unimplemented(
    message = "walks in the threads of `rayon` need feature `rayon` of `stackpool`",
    label = "feature `rayon` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"rayon\"] }}`",
    note = "without `rayon`: `parts` and `parts_mut` split a pool for threads of your own"
)]
pub trait InThreadsOfRayon<B> {}

/// Nothing implements this trait. It exists for its message.
#[cfg(not(feature = "report"))]
#[diagnostic::on_unimplemented(
    message = "the report of all pools needs feature `report` of `stackpool`",
    label = "feature `report` is off",
    note = "in Cargo.toml: `stackpool = {{ version = \"..\", features = [\"report\"] }}`",
    note = "without the report: `stats()` has the figures of this pool"
)]
pub trait InReport {}
