//! Structs that `serde` reads field by field into an existing value. The fields come in any order if the format names
//! them.

use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The value that is read. Each field is read once.
pub(crate) trait Record<'de> {
    /// The names of the fields, in order. At most 8.
    const FIELDS: &'static [&'static str];

    /// How many of the fields must be there. Those after them can be left out; without names, only from the end.
    const REQUIRED: usize = Self::FIELDS.len();

    /// Reads the field at position `field` of `FIELDS`.
    fn read<D: Deserializer<'de>>(&mut self, field: usize, deserializer: D) -> Result<(), D::Error>;
}

/// Reads a record from a struct called `name`.
pub(crate) fn read_record<'de, R: Record<'de>, D: Deserializer<'de>>(
    record: &mut R,
    name: &'static str,
    deserializer: D,
) -> Result<(), D::Error> {
    deserializer.deserialize_struct(name, R::FIELDS, Fields { record, name })
}

/// Reads all fields of a struct, or of a sequence in the order of `FIELDS`. `name` is the name of the struct.
pub(crate) struct Fields<'a, R> {
    pub(crate) record: &'a mut R,
    pub(crate) name: &'static str,
}

impl<'de, R: Record<'de>> Visitor<'de> for Fields<'_, R> {
    type Value = ();

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a `{}`", self.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        const { assert!(R::FIELDS.len() <= u8::BITS as usize, "`seen` has one bit per field") };
        let mut seen = 0_u8;
        while let Some(field) = map.next_key_seed(Name(R::FIELDS))? {
            if seen >> field & 1 == 1 {
                return Err(A::Error::duplicate_field(R::FIELDS[field]));
            }
            seen |= 1 << field;
            map.next_value_seed(Content { record: &mut *self.record, field })?;
        }
        match R::FIELDS.get(seen.trailing_ones() as usize) {
            Some(missing) if (seen.trailing_ones() as usize) < R::REQUIRED => {
                Err(A::Error::missing_field(missing))
            }
            _ => Ok(()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        for field in 0..R::FIELDS.len() {
            let content = Content { record: &mut *self.record, field };
            match fields.next_element_seed(content)? {
                Some(()) => {}
                None if field < R::REQUIRED => return Err(A::Error::invalid_length(field, &self)),
                None => break,
            }
        }
        Ok(())
    }
}

/// The position of a field, from its name, or from its number if the format has no names.
struct Name(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = usize;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let field = self.0.iter().position(|field| *field == name);
        field.ok_or_else(|| E::unknown_field(name, self.0))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<usize, E> {
        self.visit_str(core::str::from_utf8(name).unwrap_or("?"))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<usize, E> {
        let field = usize::try_from(number).ok().filter(|field| *field < self.0.len());
        field.ok_or_else(|| E::custom(format_args!("there is no field {number}")))
    }
}

/// The content of a field.
struct Content<'a, R> {
    record: &'a mut R,
    field: usize,
}

impl<'de, R: Record<'de>> DeserializeSeed<'de> for Content<'_, R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.record.read(self.field, deserializer)
    }
}

/// Calls `read` with each element of a sequence and its position, one at a time.
pub(crate) fn each<'de, D, T, E>(
    deserializer: D,
    read: impl FnMut(T, u32) -> Result<(), E>,
) -> Result<(), D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
    E: fmt::Display,
{
    struct Each<T, F>(F, PhantomData<T>);

    impl<'de, T: Deserialize<'de>, E: fmt::Display, F: FnMut(T, u32) -> Result<(), E>> Visitor<'de>
        for Each<T, F>
    {
        type Value = ();

        #[inline]
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
            let mut position = 0;
            while let Some(element) = elements.next_element()? {
                (self.0)(element, position).map_err(A::Error::custom)?;
                // Saturates without harm: `read` refuses an element that it has seen, and there are at most `u32::MAX`
                // distinct ones.
                position = position.saturating_add(1);
            }
            Ok(())
        }
    }

    deserializer.deserialize_seq(Each(read, PhantomData))
}
