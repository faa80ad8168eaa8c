//! Handles and links through `serde`: slot and generation in text, the number from [`to_bits`](Handle::to_bits) in
//! other formats. Both are checked when they come back.

mod run;

pub(crate) use run::{HandleRun, serialize_runs};

use super::{Handle, Link, WideLink};
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

/// In text formats such as JSON: `"3v1"`, the slot and the generation; `"3"` where handles carry no generation. So it
/// can be read, and can be a key of a map. In other formats: the [bits](Handle#bits) as a `u32`.
impl<P: PoolSpec> Serialize for Handle<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u32(self.to_bits())
        }
    }
}

/// Refuses what is not a handle of this pool definition. Bits do not say which definition they came from, nor its
/// capacity: after a change of the capacity they can name another slot, unless the definition has `grows_to`. See
/// [`from_bits`](Handle::from_bits). A [pool](crate::Pool) says its capacity, and refuses handles of another meaning:
/// keep handles in the same file as their pool.
impl<'de, P: PoolSpec> Deserialize<'de> for Handle<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Text(PhantomData))
        } else {
            deserializer.deserialize_u32(Bits(PhantomData))
        }
    }
}

struct Text<P>(PhantomData<P>);

impl<P: PoolSpec> Visitor<'_> for Text<P> {
    type Value = Handle<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the slot and the generation of a handle of `{}`, such as \"3v1\"", P::NAME)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Handle<P>, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// Reads the bits of a handle.
struct Bits<P>(PhantomData<P>);

impl<P: PoolSpec> Visitor<'_> for Bits<P> {
    type Value = Handle<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bits of a handle of `{}`", P::NAME)
    }

    fn visit_u64<E: Error>(self, bits: u64) -> Result<Handle<P>, E> {
        Handle::try_from(bits).map_err(|_| E::invalid_value(Unexpected::Unsigned(bits), &self))
    }

    fn visit_i64<E: Error>(self, bits: i64) -> Result<Handle<P>, E> {
        match u64::try_from(bits) {
            Ok(bits) => self.visit_u64(bits),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(bits), &self)),
        }
    }
}

macro_rules! links {
    ($($link:ident)*) => {$(
        /// Serializes an `Option` of the handle.
        impl<P: PoolSpec> Serialize for $link<P> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.get().serialize(serializer)
            }
        }

        /// Deserializes an `Option` of the handle, which is checked.
        impl<'de, P: PoolSpec> Deserialize<'de> for $link<P> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Option::deserialize(deserializer).map($link::new)
            }
        }
    )*};
}

links! { Link WideLink }
