//! Arrays through `serde`: a tuple of their elements, all of which must be there.

use super::HandleArray;
use super::element::Element;
use core::fmt;
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

/// # Serialization
///
/// With feature `serde`.
impl<H: Element, const WORDS: usize> HandleArray<H, WORDS> {
    /// Replaces all elements by those that were serialized, in place.
    ///
    /// For an array inside other data, the seed is `&mut HandleArray<..>` itself, which is a
    /// [`DeserializeSeed`](serde::de::DeserializeSeed).
    ///
    /// # Errors
    ///
    /// - Errors of the deserializer.
    /// - The data has fewer or more elements than the array, or one that is not a handle.
    ///
    /// After an error the elements before it are replaced.
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        H: Deserialize<'de>,
    {
        deserializer.deserialize_tuple(Self::LEN, Elements(self))
    }
}

deserialize_in_place!([H: Element, const WORDS: usize] HandleArray<H, WORDS> where H: Deserialize<'de>);

struct Elements<'a, H: Element, const WORDS: usize>(&'a mut HandleArray<H, WORDS>);

impl<'de, H: Element + Deserialize<'de>, const WORDS: usize> Visitor<'de> for Elements<'_, H, WORDS> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} handles", self.0.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        for index in 0..self.0.len() {
            let element = elements.next_element()?.ok_or_else(|| A::Error::invalid_length(index, &self))?;
            self.0.set(index, element);
        }
        match elements.next_element::<serde::de::IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(A::Error::invalid_length(self.0.len() + 1, &self)),
        }
    }
}
