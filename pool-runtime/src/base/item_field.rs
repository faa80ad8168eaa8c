//! The fields of items by name, for a report of differences.

use bytemuck::CheckedBitPattern;
use core::any::TypeId;
use core::fmt;

/// Shows the bytes of a value.
pub type Show = fn(&[u8], &mut fmt::Formatter<'_>) -> fmt::Result;

/// A field of an item, in the order in which images have them.
#[derive(Clone, Copy, Debug)]
pub struct ItemField {
    /// Its name.
    pub name: &'static str,
    /// The number of its column. In a pool of objects, all fields are in column 0.
    pub column: usize,
    /// The number of its bytes.
    pub bytes: usize,
    /// A number that tells its type from others; 0 if it is not known.
    pub shape: u64,
    /// Shows its value.
    pub show: Show,
}

/// Shows the first bytes, for a value of an unknown type.
#[inline]
pub(crate) fn show_bytes(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const SHOWN: usize = 16;
    for byte in bytes.iter().take(SHOWN) {
        write!(f, "{byte:02x}")?;
    }
    f.write_str(if bytes.len() > SHOWN { ".." } else { "" })
}

/// Shows a value by `Debug`, or its bytes if they are not a valid value.
#[inline]
pub(crate) fn show<T: CheckedBitPattern + fmt::Debug>(
    bytes: &[u8],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match bytemuck::checked::try_pod_read_unaligned::<T>(bytes) {
        Ok(value) => value.fmt(f),
        Err(_) => show_bytes(bytes, f),
    }
}

/// Returns how to show values of a type that may lack `Debug`. Numbers, vectors of up to four of them, truth values and
/// characters are shown by their own `Debug`. `None`: as bytes.
#[inline]
pub(crate) fn show_of<T: 'static>() -> Option<Show> {
    macro_rules! numbers {
        ($($number:ty)*) => {
            numbers! { @types $($number, [$number; 2], [$number; 3], [$number; 4],)* }
        };
        (@types $($ty:ty,)*) => {
            $(if TypeId::of::<T>() == TypeId::of::<$ty>() {
                return Some(show::<$ty>);
            })*
        };
    }
    numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }
    numbers! { @types bool, char, }
    None
}
