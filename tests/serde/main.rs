//! Handles, pools, boxes and side tables through `serde`, in a text format and in a binary one.
#![cfg(feature = "serde")]

#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

mod arrays;
mod boxes;
mod columns;
mod grown;
mod handles;
mod lists;
mod maps;
mod pools;
mod refused;
mod sparse;
mod tagged;
mod values;

use crate::size::{IS_SMALL, cases, miri_or};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use stackpool::{Handle, PoolSpec, pool};
use std::fmt::Debug;

/// Writes and reads a value in both formats. The result must be equal.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
    let bytes = postcard::to_allocvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value, "{bytes:x?}");
}
