//! Arrays through `serde`: a tuple of their elements, all of which must be there.

use super::HandleArray;
use super::element::Element;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

/// Serializes a tuple of the elements.
impl<H: Element + Serialize, const WORDS: usize> Serialize for HandleArray<H, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(Self::LEN)?;
        for element in self {
            tuple.serialize_element(&element)?;
        }
        tuple.end()
    }
}

/// Refuses fewer or more elements than the array has, and elements that are not a handle.
impl<'de, H: Element + Deserialize<'de>, const WORDS: usize> Deserialize<'de> for HandleArray<H, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(Self::LEN, Elements(PhantomData))
    }
}

struct Elements<H, const WORDS: usize>(PhantomData<H>);

impl<'de, H: Element + Deserialize<'de>, const WORDS: usize> Visitor<'de> for Elements<H, WORDS> {
    type Value = HandleArray<H, WORDS>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} handles", Self::Value::LEN)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut array = Self::Value::new();
        for index in 0..Self::Value::LEN {
            let element = elements.next_element()?.ok_or_else(|| A::Error::invalid_length(index, &self))?;
            array.set(index, element);
        }
        match elements.next_element::<serde::de::IgnoredAny>()? {
            None => Ok(array),
            Some(_) => Err(A::Error::invalid_length(Self::Value::LEN + 1, &self)),
        }
    }
}
