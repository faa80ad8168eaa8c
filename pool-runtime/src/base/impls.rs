//! Standard traits whose implementation is the same for many types.

/// Calls a macro with the first of these parts, with the first two of them, and so on up to all of them.
macro_rules! each_prefix {
    ($with:ident! { $($part:tt)+ }) => { each_prefix!(@ $with [] $($part)+); };
    (@ $with:ident [$($before:tt)*]) => {};
    (@ $with:ident [$($before:tt)*] $part:tt $($rest:tt)*) => {
        $with! { $($before)* $part }
        each_prefix!(@ $with [$($before)* $part] $($rest)*);
    };
}

/// Implements `Debug` for a type by its name alone: `Memory(..)`.
macro_rules! opaque_debug {
    ([$($generics:tt)*] $name:ident<$($argument:tt),*> $(where $($bounds:tt)+)?) => {
        impl<$($generics)*> core::fmt::Debug for $name<$($argument),*> $(where $($bounds)+)? {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

/// Implements `defmt::Format` for a type with `len` and `capacity`.
#[cfg(feature = "defmt")]
macro_rules! format_len {
    ([$($generics:tt)*] $type:ty) => {
        /// Writes `4 of 1000`: the length and the capacity.
        impl<$($generics)*> defmt::Format for $type {
            fn format(&self, f: defmt::Formatter<'_>) {
                defmt::write!(f, "{=usize} of {=usize}", self.len(), self.capacity());
            }
        }
    };
}

/// Implements `Copy`, equality and `Hash` for a type, whatever its parameters are. `$key` is what is compared.
macro_rules! copy_with_key {
    ([$($generics:tt)*] $type:ty, |$this:ident| $key:expr) => {
        impl<$($generics)*> Clone for $type {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*> Copy for $type {}

        impl<$($generics)*> PartialEq for $type {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                let key = |$this: &Self| $key;
                key(self) == key(other)
            }
        }

        impl<$($generics)*> Eq for $type {}

        impl<$($generics)*> core::hash::Hash for $type {
            #[inline]
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                let $this = self;
                core::hash::Hash::hash(&$key, state);
            }
        }
    };
}

/// Implements `Deserialize` for a type with `new` and `deserialize_from`, and `DeserializeSeed` for a reference to it.
#[cfg(feature = "serde")]
macro_rules! deserialize_in_place {
    ([$($generics:tt)*] $type:ty where $($bounds:tt)+) => {
        /// Makes a value, which passes over the stack. For a large one, deserialize a `Heap` of it, or use
        /// [`deserialize_from`](Self::deserialize_from), as `deserialize_in_place` does: after an error the value is
        /// empty.
        impl<'de, $($generics)*> serde::Deserialize<'de> for $type
        where
            $($bounds)+
        {
            #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut value = Self::new();
                value.deserialize_from(deserializer)?;
                Ok(value)
            }

            #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
            fn deserialize_in_place<D: serde::Deserializer<'de>>(
                deserializer: D,
                place: &mut Self,
            ) -> Result<(), D::Error> {
                place.deserialize_from(deserializer)
            }
        }

        /// Does what `deserialize_from` does.
        impl<'de, $($generics)*> serde::de::DeserializeSeed<'de> for &mut $type
        where
            $($bounds)+
        {
            type Value = ();

            #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
            fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                self.deserialize_from(deserializer)
            }
        }
    };
}
