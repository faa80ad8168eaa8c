//! Items of many types.

use crate::drops::{Drops, Token};
use crate::model::item::Item;

/// An item with a destructor, which reports the drop.
impl Item for Token {
    type Witness = Drops;

    fn made(id: u32, drops: &Drops) -> Self {
        drops.token(id)
    }

    fn stamp(&self) -> u32 {
        self.id
    }

    fn dropped(drops: &Drops) -> Option<Vec<u32>> {
        Some(drops.take_dropped())
    }

    fn alive(drops: &Drops) -> Option<Vec<u32>> {
        Some(drops.alive())
    }
}

/// The second byte is padding. It is also the second byte of a link.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
pub(crate) struct Padded(u8, u32);

/// Most bytes are padding, and most values of the first byte are invalid, so a link in the slot is never a valid
/// item.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Aligned(bool);

/// Implements `Item` for types that report nothing. For each type: how it is made from a number, its stamp, and the
/// stamp of a number.
macro_rules! plain_items {
    ($($item:ty: $made:expr, $stamp:expr, $stamp_of:expr;)*) => {$(
        impl Item for $item {
            type Witness = ();

            fn made(id: u32, (): &()) -> Self {
                let made: fn(u32) -> Self = $made;
                made(id)
            }

            fn stamp(&self) -> u32 {
                let stamp: fn(&Self) -> u32 = $stamp;
                stamp(self)
            }

            fn stamp_of(id: u32) -> u32 {
                let stamp_of: fn(u32) -> u32 = $stamp_of;
                stamp_of(id)
            }
        }
    )*};
}

plain_items! {
    (): |_| (), |_| 0, |_| 0;
    u8: |id| id as u8, |item| u32::from(*item), |id| id % 256;
    u16: |id| id as u16, |item| u32::from(*item), |id| id % 65_536;
    u64: |id| u64::from(id) * 0x0101_0101_0101, |item| (item / 0x0101_0101_0101) as u32, |id| id;
    [u8; 3]: |id| [id as u8, (id >> 8) as u8, 7], |item| u32::from(item[0]) | u32::from(item[1]) << 8, |id| id % 65_536;
    Padded: |id| Padded(id as u8, id), |item| item.1, |id| id;
    Aligned: |id| Aligned(id % 3 == 0), |item| item.0.into(), |id| (id % 3 == 0).into();
    Box<u32>: Box::new, |item| **item, |id| id;
    String: |id| id.to_string(), |item| item.parse().unwrap(), |id| id;
}
