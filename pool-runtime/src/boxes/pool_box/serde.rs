//! Boxes through `serde`: as their objects.

use super::{BoxSpec, PoolBox};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// A box is written as its object, as a `Box` is.
impl<P: BoxSpec<Item: Serialize>> Serialize for PoolBox<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

/// Reads an object and puts it in a free slot. It is an error if there is none.
///
/// ```
/// # use stackpool::pool;
/// pool! { Names: [String; 2], boxed; }
///
/// let names: Vec<NamesBox> = serde_json::from_str(r#"["ada","bo"]"#)?;
/// assert_eq!(serde_json::to_string(&names)?, r#"["ada","bo"]"#);
/// let error = serde_json::from_str::<NamesBox>(r#""cy""#).err().unwrap();
/// assert_eq!(error.to_string(), "the pool of `Names` has no room: its capacity is 2");
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de, P: BoxSpec<Item: Deserialize<'de>>> Deserialize<'de> for PoolBox<P> {
    #[track_caller]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = P::Item::deserialize(deserializer)?;
        Self::new(object).map_err(|full| D::Error::custom(full.without_value()))
    }
}
