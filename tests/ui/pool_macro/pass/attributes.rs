//! Attributes of entries go to what they are about, also from inside a `cfg_attr`.
#![deny(warnings)]

use stackpool::{Pool, pool};

pool! {
    #[doc = concat!("Bul", "lets.")]
    #[doc(alias = "shots")]
    #[rustfmt::skip]
    #[derive(Debug)]
    #[cfg_attr(all(), doc = "Of the player.", cfg(all()), doc(hidden))]
    pub Bullets: [u32; 8];

    /// All that this entry declares is left out, not the marker alone.
    #[cfg_attr(all(), cfg(any()))]
    pub Gone: [Missing; 8];

    /// What is printed of it names it, and does not warn.
    #[cfg_attr(all(), deprecated = "use `Bullets`", doc(hidden))]
    pub Old: [u32; 8];

    /// Not in that section, since the condition does not hold.
    #[cfg_attr(any(), link_section = "nowhere", used)]
    #[r#used]
    pub Kept: [u16 = [80, 443]];
}

#[derive(Pool, Clone, Copy)]
#[pool(values)]
#[doc(alias = "cell")]
struct Tile {
    #[pool(range = 0..4)]
    #[doc = include_str!("attributes.rs")]
    #[rustfmt::skip]
    x: u8,
    #[cfg(any())]
    y: f32,
}

fn main() {
    assert!(Bullets::take_pool().is_ok_and(|bullets| bullets.insert(1).is_ok()));
    assert_eq!(Kept::take_pool().ok().and_then(|kept| kept.acquire()), Some(80));
    assert_eq!(TilePool::new().acquire().map(|tile| tile.x), Some(0));
}
