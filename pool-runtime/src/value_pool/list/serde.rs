//! List pools through `serde`: the values that are left, the next one first.

use super::super::serde::Mistake;
use super::ListPool;
use crate::base::record::{Record, each, read_record};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// Writes the pool so that the pool that is read back hands out the same values as this one.
///
/// The format is a struct of `capacity` and `free` (the values that are not handed out, the next one first).
///
/// ```
/// # use stackpool::ListPool;
/// let mut ports = ListPool::new([80, 443, 8_080]);
/// ports.acquire();
/// let json = serde_json::to_string(&ports)?;
/// assert_eq!(json, r#"{"capacity":3,"free":[443,8080]}"#);
///
/// let mut restored: ListPool<u16, 3> = serde_json::from_str(&json)?;
/// assert_eq!((restored.len(), restored.acquire()), (1, Some(443)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<T: Copy + Serialize, const N: usize> Serialize for ListPool<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pool = serializer.serialize_struct("ListPool", 2)?;
        pool.serialize_field("capacity", &(N as u64))?;
        pool.serialize_field("free", self.available())?;
        pool.end()
    }
}

/// # Serialization
///
/// With feature `serde`.
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Replaces the content of this pool by the pool that was serialized. O(capacity).
    ///
    /// It needs a copy of the list on the stack. For a large list, deserialize a `Heap` of the pool. For a pool inside
    /// other data, the seed is `&mut ListPool<T, N>` itself, which is a [`DeserializeSeed`].
    ///
    /// # Errors
    ///
    /// - Errors of the deserializer.
    /// - The data is of a pool with another capacity, or has more values than that.
    ///
    /// After an error the pool stays as it was. The values themselves are not checked, because the pool does not know
    /// its list.
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        T: Deserialize<'de>,
    {
        let mut values = self.values;
        let free = read(&mut values, deserializer)?;
        let used = N - free;
        self.values[used..].copy_from_slice(&values[..free]);
        self.counts.note(self.used);
        self.used = used as u32;
        Ok(())
    }
}

/// Makes a new pool. `T::default()` stands in the places of the values that are handed out.
impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for ListPool<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut pool = Self::new([T::default(); N]);
        pool.deserialize_from(deserializer)?;
        Ok(pool)
    }
}

/// Makes a new pool on the heap. The list never crosses the call stack. `T::default()` stands in the places of the
/// values that are handed out.
#[cfg(feature = "alloc")]
impl<'de, T, const N: usize> Deserialize<'de> for crate::base::heap::Heap<ListPool<T, N>>
where
    T: Copy + Default + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut pool = ListPool::on_heap(|_| T::default());
        let free = read(&mut pool.values, deserializer)?;
        pool.values.copy_within(..free, N - free);
        pool.values[..N - free].fill(T::default());
        pool.used = (N - free) as u32;
        Ok(pool)
    }
}

/// Does what [`ListPool::deserialize_from`] does.
impl<'de, T: Copy + Deserialize<'de>, const N: usize> DeserializeSeed<'de> for &mut ListPool<T, N> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize_from(deserializer)
    }
}

/// Reads the free values of a pool of `N` values to the start of `values`. Returns how many they are.
fn read<'de, T, const N: usize, D>(values: &mut [T; N], deserializer: D) -> Result<usize, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let mut reading = Reading { values, free: 0 };
    read_record(&mut reading, "ListPool", deserializer)?;
    Ok(reading.free)
}

/// A list that is being read. Its first `free` values were read.
struct Reading<'a, T, const N: usize> {
    values: &'a mut [T; N],
    free: usize,
}

impl<'de, T: Deserialize<'de>, const N: usize> Record<'de> for Reading<'_, T, N> {
    const FIELDS: &'static [&'static str] = &["capacity", "free"];

    fn read<D: Deserializer<'de>>(&mut self, field: usize, deserializer: D) -> Result<(), D::Error> {
        if field == 0 {
            return match u64::deserialize(deserializer)? {
                capacity if capacity == N as u64 => Ok(()),
                other => Err(D::Error::custom(Mistake::Capacity(other))),
            };
        }
        each(deserializer, |value, _| {
            *self.values.get_mut(self.free).ok_or(Mistake::TooMany)? = value;
            self.free += 1;
            Ok::<(), Mistake>(())
        })
    }
}
