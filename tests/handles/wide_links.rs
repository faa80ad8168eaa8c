//! Links of 4 bytes: their layout does not depend on the capacity that they name.

use crate::size::miri_or;
use bytemuck::{Pod, Zeroable, cast};
use stackpool::{Handle, Link, Pool, PoolSpec, WideLink, pool};

/// An item with a link between other fields. It is `Pod` at each capacity of the pool that the link names.
macro_rules! bullets {
    ($($enemies:ident[$capacity:literal] $bullet:ident)*) => {$(
        pool! { $enemies: [u8; $capacity]; }

        #[derive(Pool, Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
        #[pool(capacity = 20)]
        #[repr(C)]
        struct $bullet {
            position: [f32; 2],
            owner: WideLink<$enemies>,
            ttl: u32,
        }
    )*};
}

bullets! {
    OfFew[200] BulletOfFew
    OfMore[300] BulletOfMore
    OfMany[70_000] BulletOfMany
}

#[test]
fn a_wide_link_is_compared_with_handles() {
    pool! { Few: [u8; 9]; }
    let mut few = FewPool::new();
    let [a, b] = [1, 2].map(|item| few.insert(item).unwrap());
    let link = WideLink::from(a);
    assert_eq!(link, a);
    assert_eq!(a, link);
    assert_ne!(link, b);
    assert_ne!(WideLink::<Few>::NONE, a);
    let mut taken = link;
    assert!(taken.is_some() && WideLink::<Few>::NONE.is_none());
    assert_eq!((taken.take(), taken.is_none()), (Some(a), true));
}

#[test]
fn a_wide_link_has_four_bytes_at_every_capacity() {
    assert_eq!((size_of::<Link<OfFew>>(), size_of::<Link<OfMore>>(), size_of::<Link<OfMany>>()), (1, 2, 3));
    assert_eq!((size_of::<WideLink<OfFew>>(), align_of::<WideLink<OfFew>>()), (4, 4));
    assert_eq!((size_of::<WideLink<OfMore>>(), align_of::<WideLink<OfMore>>()), (4, 4));
    assert_eq!((size_of::<WideLink<OfMany>>(), align_of::<WideLink<OfMany>>()), (4, 4));
    assert_eq!(
        (size_of::<BulletOfFew>(), size_of::<BulletOfMore>(), size_of::<BulletOfMany>()),
        (16, 16, 16)
    );
    assert_eq!(core::mem::offset_of!(BulletOfFew, ttl), core::mem::offset_of!(BulletOfMany, ttl));
}

pool! {
    One: [u8; 1];
    ByteFull: [u8; 256];
    ShortFull: [u8; 65_536];
    Four: [u8; 1_000], handle_bytes = 4;
}

fn comes_back<P: 'static + PoolSpec>(bits: u32) {
    let handle = Handle::<P>::from_bits(bits).expect("a handle");
    let link = WideLink::from(handle);
    assert_eq!(link.get(), Some(handle));
    assert_eq!(cast::<_, u32>(link), !bits);
    assert_eq!(Option::<Handle<P>>::from(WideLink::from(Some(handle))), Some(handle));
    let narrow = Link::from(link);
    assert_eq!((narrow, WideLink::from(narrow)), (Link::from(handle), link));
    assert_eq!(format!("{link:?}"), format!("{handle:?}"));
    assert_ne!(link, WideLink::NONE);
}

#[test]
fn every_handle_comes_back() {
    for bits in 0..256 {
        comes_back::<ByteFull>(bits);
    }
    for bits in (0..65_536).step_by(miri_or(9_001, 1)) {
        comes_back::<ShortFull>(bits);
    }
    comes_back::<One>(0);
    let last = Handle::<Four>::from_parts(999, Pool::<Four>::GENERATIONS - 1).expect("a handle");
    comes_back::<Four>(last.to_bits());
    comes_back::<OfMany>(69_999);
}

#[test]
fn other_bytes_are_none() {
    let none: WideLink<OfFew> = WideLink::default();
    assert_eq!((none, none.get(), cast::<_, u32>(none)), (WideLink::NONE, None, 0));
    assert_eq!(Link::from(none), Link::NONE);
    assert_eq!(format!("{none:?}"), "None");
    // A slot beyond the capacity; a generation beyond the last; the bits as they are not stored.
    for bits in [!200_u32, !0x8000_0000, 1, 199] {
        assert_eq!(cast::<u32, WideLink<OfFew>>(bits).get(), None);
    }
}

#[test]
fn items_with_wide_links_are_saved() {
    let enemy = Handle::<OfMany>::from_bits(69_999).expect("a handle");
    let bullet = |ttl| BulletOfMany { position: [0.5, 1.5], owner: enemy.into(), ttl };
    let bullets = BulletOfManyPool::from_iter((0..7).map(bullet));
    let mut buffer = [0; BulletOfManyPool::SAVED_BYTES];
    let image = bullets.save_into(&mut buffer).expect("room");
    let mut restored = BulletOfManyPool::new();
    restored.restore(image).expect("an image");
    assert!(restored.values().eq(bullets.values()));
    assert!(restored.values().all(|bullet| bullet.owner.get() == Some(enemy)));
}

/// Other types that derive `Snapshot` can have them too.
#[test]
fn worlds_have_wide_links() {
    #[derive(stackpool::Snapshot, Default, Debug, PartialEq)]
    struct Camera {
        follows: WideLink<OfFew>,
        last: [WideLink<OfMore>; 2],
    }

    use stackpool::Snapshot;
    let camera = Camera {
        follows: Handle::from_bits(7).into(),
        last: [WideLink::NONE, Handle::from_bits(299).into()],
    };
    let mut buffer = [0; 256];
    let length = camera.saved_len();
    let saved = camera.save_into(&mut buffer[..length]).expect("room");
    let mut restored = Camera::default();
    restored.restore(saved).expect("a save");
    assert_eq!(restored, camera);
}

#[cfg(feature = "serde")]
#[test]
fn serde_has_an_option_of_the_handle() {
    let handle = Handle::<OfMore>::from_bits(299).expect("a handle");
    for link in [WideLink::from(handle), WideLink::NONE] {
        let text = serde_json::to_string(&link).expect("a text");
        assert_eq!(text, serde_json::to_string(&link.get()).expect("a text"));
        assert_eq!(serde_json::from_str::<WideLink<OfMore>>(&text).expect("a link"), link);
    }
    assert!(serde_json::from_str::<WideLink<OfFew>>("\"200v0\"").is_err());
}
