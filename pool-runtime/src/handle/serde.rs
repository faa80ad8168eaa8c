//! Handles and links through `serde`: the number from [`to_bits`](Handle::to_bits), which is checked when it comes
//! back.

use super::{Handle, Link};
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

/// Serializes the [bits](Handle#bits) as a `u32`.
impl<P: PoolSpec> Serialize for Handle<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.to_bits())
    }
}

/// Refuses a number that is not a handle of this pool definition. The number does not say which definition it came
/// from, nor of which capacity that was: after a change of the capacity it can name another slot, see
/// [`from_bits`](Handle::from_bits). A [pool](crate::Pool) says its capacity, and refuses another one: keep handles in
/// the same file as their pool.
impl<'de, P: PoolSpec> Deserialize<'de> for Handle<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u32(Bits(PhantomData))
    }
}

struct Bits<P>(PhantomData<P>);

impl<P: PoolSpec> Visitor<'_> for Bits<P> {
    type Value = Handle<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bits of a handle of `{}`", P::NAME)
    }

    fn visit_u64<E: Error>(self, bits: u64) -> Result<Handle<P>, E> {
        let handle = u32::try_from(bits).ok().and_then(Handle::from_bits);
        handle.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(bits), &self))
    }

    fn visit_i64<E: Error>(self, bits: i64) -> Result<Handle<P>, E> {
        match u64::try_from(bits) {
            Ok(bits) => self.visit_u64(bits),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(bits), &self)),
        }
    }
}

/// Serializes an `Option` of the handle.
impl<P: PoolSpec> Serialize for Link<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

/// Deserializes an `Option` of the handle, which is checked.
impl<'de, P: PoolSpec> Deserialize<'de> for Link<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Link::new)
    }
}
