//! The fields of a serialized pool, in any order where the format names them.

use super::super::Pool;
use super::FIELDS;
use super::read::Reading;
use crate::handle::Handle;
use crate::layout::{Layout, Tracked};
use crate::spec::PoolSpec;
use crate::track::Site;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Capacity,
    Entries,
    Free,
    Retired,
}

impl Field {
    /// As in [`FIELDS`].
    const ALL: [Self; 4] = [Field::Capacity, Field::Entries, Field::Free, Field::Retired];

    fn name(self) -> &'static str {
        FIELDS[self as usize]
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a field of a pool")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
                let field = Field::ALL.into_iter().find(|field| field.name() == name);
                field.ok_or_else(|| E::unknown_field(name, FIELDS))
            }

            fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Field, E> {
                self.visit_str(core::str::from_utf8(name).unwrap_or("?"))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Field, E> {
                let field = usize::try_from(number).ok().and_then(|number| Field::ALL.get(number).copied());
                field.ok_or_else(|| E::custom(format_args!("a pool has no field {number}")))
            }
        }

        deserializer.deserialize_identifier(Name)
    }
}

/// Reads a pool into one as a new one.
pub(super) struct PoolVisitor<'a, P: PoolSpec> {
    pub(super) pool: &'a mut Pool<P>,
    /// Who reads it.
    pub(super) site: Site,
}

impl<'de, P: PoolSpec> Visitor<'de> for PoolVisitor<'_, P>
where
    P::Item: Deserialize<'de>,
    P::Layout: Tracked,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a pool of `{}` with {} slots", P::NAME, <P::Layout as Layout>::CAPACITY)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut reading = Reading::new(self.pool, self.site);
        let mut seen = [false; FIELDS.len()];
        while let Some(field) = map.next_key::<Field>()? {
            if core::mem::replace(&mut seen[field as usize], true) {
                return Err(A::Error::duplicate_field(field.name()));
            }
            map.next_value_seed(Content { reading: &mut reading, field })?;
        }
        if let Some(missing) = Field::ALL.into_iter().find(|field| !seen[*field as usize]) {
            return Err(A::Error::missing_field(missing.name()));
        }
        reading.finish();
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut reading = Reading::new(self.pool, self.site);
        for field in Field::ALL {
            let content = Content { reading: &mut reading, field };
            if fields.next_element_seed(content)?.is_none() {
                return Err(A::Error::invalid_length(field as usize, &"a pool of 4 fields"));
            }
        }
        reading.finish();
        Ok(())
    }
}

/// What is in a field.
struct Content<'a, 'p, P: PoolSpec>
where
    P::Layout: Tracked,
{
    reading: &'a mut Reading<'p, P>,
    field: Field,
}

impl<'de, P: PoolSpec> DeserializeSeed<'de> for Content<'_, '_, P>
where
    P::Item: Deserialize<'de>,
    P::Layout: Tracked,
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let reading = self.reading;
        match self.field {
            Field::Capacity => {
                let capacity = u32::deserialize(deserializer)?;
                reading.capacity(capacity).map_err(D::Error::custom)
            }
            Field::Entries => each(deserializer, |(handle, item)| reading.entry(handle, item)),
            Field::Free => each(deserializer, |handle: Handle<P>| reading.free(handle)),
            Field::Retired => each(deserializer, |slot| reading.retired(slot)),
        }
    }
}

/// Calls `read` with each element of a sequence, one at a time.
fn each<'de, D, T, E>(deserializer: D, read: impl FnMut(T) -> Result<(), E>) -> Result<(), D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
    E: fmt::Display,
{
    struct Each<T, F>(F, PhantomData<T>);

    impl<'de, T: Deserialize<'de>, E: fmt::Display, F: FnMut(T) -> Result<(), E>> Visitor<'de> for Each<T, F> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
            while let Some(element) = elements.next_element()? {
                (self.0)(element).map_err(A::Error::custom)?;
            }
            Ok(())
        }
    }

    deserializer.deserialize_seq(Each(read, PhantomData))
}
