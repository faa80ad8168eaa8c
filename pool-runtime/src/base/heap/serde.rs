//! [`Heap`] through `serde`: its value, which is read in place.

use super::{Heap, StartsZeroed};
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Writes what the value itself writes.
impl<T: Serialize> Serialize for Heap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::serialize(self, serializer)
    }
}

/// Makes an empty value on the heap and reads into it. The value never crosses the call stack; a single item does.
impl<'de, T: StartsZeroed + Deserialize<'de>> Deserialize<'de> for Heap<T> {
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut heap = Heap::empty();
        // Types that start zeroed implement it: the default would make a value on the stack.
        T::deserialize_in_place(deserializer, &mut heap)?;
        Ok(heap)
    }

    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    fn deserialize_in_place<D: Deserializer<'de>>(deserializer: D, place: &mut Self) -> Result<(), D::Error> {
        T::deserialize_in_place(deserializer, place)
    }
}

/// Reads into the value, as a `&mut` to the value itself does.
impl<'a, 'de, T> DeserializeSeed<'de> for &'a mut Heap<T>
where
    &'a mut T: DeserializeSeed<'de>,
{
    type Value = <&'a mut T as DeserializeSeed<'de>>::Value;

    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let place: &'a mut T = self;
        place.deserialize(deserializer)
    }
}
