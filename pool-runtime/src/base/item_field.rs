//! The fields of items by name, for a report of what differs.

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
    /// Shows its value.
    pub show: Show,
}

/// Shows the first bytes, for a value of an unknown type.
pub(crate) fn show_bytes(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const SHOWN: usize = 16;
    for byte in bytes.iter().take(SHOWN) {
        write!(f, "{byte:02x}")?;
    }
    f.write_str(if bytes.len() > SHOWN { ".." } else { "" })
}
