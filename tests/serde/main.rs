//! Handles, pools, boxes and side tables through `serde`, in formats of [all kinds](Format).
#![cfg(feature = "serde")]

#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

mod arrays;
mod boxes;
mod columns;
mod formats;
mod grown;
mod handles;
#[cfg(feature = "alloc")]
mod heaps;
mod lists;
mod maps;
mod pools;
mod refused;
mod sparse;
mod structures;
mod tagged;
mod values;

use crate::size::{IS_SMALL, cases, miri_or};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use stackpool::{Handle, PoolSpec, pool};
use std::fmt::Debug;

/// A kind of format.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Format {
    /// Text with the names of fields.
    Json,
    /// Fields without names and tags, one after the other: the reader has to know what comes next.
    Postcard,
    /// Tagged values; a struct is an array of its fields.
    Arrays,
    /// Tagged values; a struct is a map.
    Maps,
    /// A struct is an array, and the writer counts as text.
    TextArrays,
}

impl Format {
    const ALL: [Self; 5] = [Self::Json, Self::Postcard, Self::Arrays, Self::Maps, Self::TextArrays];

    fn write<T: Serialize>(self, value: &T) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut packed = rmp_serde::Serializer::new(&mut bytes);
        match self {
            Self::Json => return serde_json::to_vec(value).unwrap(),
            Self::Postcard => return postcard::to_allocvec(value).unwrap(),
            Self::Arrays => value.serialize(&mut packed),
            Self::Maps => value.serialize(&mut packed.with_struct_map()),
            Self::TextArrays => value.serialize(&mut packed.with_human_readable()),
        }
        .unwrap();
        bytes
    }

    fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, String> {
        let mut packed = rmp_serde::Deserializer::from_read_ref(bytes);
        match self {
            Self::Json => serde_json::from_slice(bytes).map_err(|error| error.to_string()),
            Self::Postcard => postcard::from_bytes(bytes).map_err(|error| error.to_string()),
            Self::Arrays | Self::Maps => T::deserialize(&mut packed).map_err(|error| error.to_string()),
            Self::TextArrays => {
                T::deserialize(&mut packed.with_human_readable()).map_err(|error| error.to_string())
            }
        }
    }
}

/// Writes and reads a value in all formats. The result must be equal.
#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    for format in Format::ALL {
        let bytes = format.write(value);
        assert_eq!(format.read::<T>(&bytes).as_ref(), Ok(value), "{format:?}: {bytes:x?}");
    }
}
