//! Side tables through `serde`.

/// Writes a table of handles as a sequence of `[handle, value]`. `$insert` inserts a value that was read, as a function
/// of the table, the handle and the value.
macro_rules! serialize_entries {
    ($(#[$docs:meta])* $Table:ident $(, $N:ident)?; $insert:expr) => {
        $(#[$docs])*
        impl<P: PoolSpec, V: serde::Serialize $(, const $N: usize)?> serde::Serialize for $Table<P, V $(, $N)?> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self)
            }
        }

        /// # Deserialization in place
        impl<P: PoolSpec, V $(, const $N: usize)?> $Table<P, V $(, $N)?> {
            /// Deserializes a table into this one, in place. The old values are dropped first.
            ///
            #[doc = concat!("For tables inside other data, use a `&mut ", stringify!($Table), "` as the seed: it is a")]
            /// [`DeserializeSeed`](serde::de::DeserializeSeed).
            ///
            /// # Errors
            ///
            /// Returns the errors of the deserializer, and an error if a number is not a handle of this pool
            /// definition, if a slot occurs twice, or if there are more values than the table has room for. The table
            /// is then empty.
            pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
            where
                D: serde::Deserializer<'de>,
                V: serde::Deserialize<'de>,
            {
                self.clear();
                let result = deserializer.deserialize_seq(Entries(self));
                if result.is_err() {
                    self.clear();
                }
                result
            }
        }

        deserialize_in_place!(
            [P: PoolSpec, V $(, const $N: usize)?] $Table<P, V $(, $N)?> where V: serde::Deserialize<'de>
        );

        /// Reads entries into a table.
        struct Entries<'a, P: PoolSpec, V $(, const $N: usize)?>(&'a mut $Table<P, V $(, $N)?>);

        impl<'de, P: PoolSpec, V: serde::Deserialize<'de> $(, const $N: usize)?> serde::de::Visitor<'de>
            for Entries<'_, P, V $(, $N)?>
        {
            type Value = ();

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $(write!(f, "at most {} ", $N)?;)?
                write!(f, "values under handles of `{}`", P::NAME)
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
                while let Some((handle, value)) = entries.next_element::<(Handle<P>, V)>()? {
                    let former: Result<_, A::Error> = $insert(&mut *self.0, handle, value);
                    if former?.is_some() {
                        return Err(serde::de::Error::custom(format_args!("slot {} occurs twice", handle.index())));
                    }
                }
                Ok(())
            }
        }
    };
}

pub(super) use serialize_entries;
