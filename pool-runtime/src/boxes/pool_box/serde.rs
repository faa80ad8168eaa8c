//! Boxes through `serde`: as their objects.

use super::PoolBox;
use crate::boxes::spec::BoxSpec;
use crate::track::Site;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// A box is written as its object, as a `Box` is.
impl<P: BoxSpec<Item: Serialize>> Serialize for PoolBox<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

/// Takes a free slot, and reads an object into it. It is an error if there is none.
///
/// The slot comes first. So boxes in boxes of the same pool are nested at most as deep as the pool has room, whatever
/// the input says.
///
/// # Panics
///
/// Panics as [`new`](PoolBox::new) does. Only boxes of `sync = local` ever do.
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
        Self::new_after(Site::caller(), D::Error::custom, || P::Item::deserialize(deserializer))
    }
}
