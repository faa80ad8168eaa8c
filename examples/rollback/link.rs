//! Handles inside items that are plain data.
//!
//! An `Option<Handle>` is not plain data, since some bytes are no handle. Its bytes are: a link is these bytes, and is
//! checked when it is followed. Zero, which no handle is, is the link to nothing.

use stackpool::{Handle, PoolSpec};

/// The bytes of an `Option` of a handle of 2 bytes.
pub(crate) type Link = u16;

/// The link to nothing.
pub(crate) const NOTHING: Link = 0;

pub(crate) fn link<P: PoolSpec>(handle: Handle<P>) -> Link {
    const { assert!(size_of::<Option<Handle<P>>>() == size_of::<Link>(), "a link has the size of its handle") };
    bytemuck::cast(handle)
}

/// `None` for the link to nothing. Whether the object still lives is what the pool says.
pub(crate) fn follow<P: PoolSpec>(link: Link) -> Option<Handle<P>> {
    const { assert!(size_of::<Handle<P>>() == size_of::<Link>(), "a link has the size of its handle") };
    bytemuck::checked::try_cast(link).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actors::{Debris, DebrisPool, Ship, ShipPool};
    use bytemuck::Zeroable;

    #[test]
    fn links_are_followed_to_what_they_were_made_of() {
        let mut ships = ShipPool::new();
        while let Ok(ship) = ships.insert(Ship::zeroed()) {
            assert_ne!(link(ship), NOTHING);
            assert_eq!(follow(link(ship)), Some(ship));
        }
        assert_eq!(follow::<Ship>(NOTHING), None);
    }

    #[test]
    fn a_link_beyond_the_capacity_leads_nowhere() {
        let mut debris = DebrisPool::boxed();
        let first = link(debris.insert(Debris::zeroed()).unwrap());
        // Handles are stored inverted.
        assert_eq!(follow::<Debris>(first - 9_999).map(Handle::index), Some(9_999));
        assert_eq!(follow::<Debris>(first - 10_000), None);
    }
}
