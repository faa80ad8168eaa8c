//! The name of a field that only a save has.

use core::fmt;

/// The bytes of a name that an error keeps: errors are small, and are copied.
const KEPT_BYTES: usize = 20;

/// The name of a field, as a save has it. Of a name of more than 20 bytes it has the first ones, and `..`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SavedName {
    /// The first `length` bytes are UTF-8.
    bytes: [u8; KEPT_BYTES],
    length: u8,
}

impl SavedName {
    #[inline]
    pub(crate) fn new(name: &str) -> Self {
        const CUT: &str = "..";
        let mut end = name.len();
        if end > KEPT_BYTES {
            end = KEPT_BYTES - CUT.len();
            while !name.is_char_boundary(end) {
                end -= 1;
            }
        }
        let cut = if end < name.len() { CUT } else { "" };
        let mut kept = SavedName { bytes: [0; KEPT_BYTES], length: (end + cut.len()) as u8 };
        let kept_bytes = name.bytes().take(end).chain(cut.bytes());
        kept.bytes.iter_mut().zip(kept_bytes).for_each(|(place, byte)| *place = byte);
        kept
    }

    /// Returns the name, or its first bytes and `..`.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..usize::from(self.length)).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// Shows the name. Characters that are not for reading are escaped: bytes can come from anywhere.
impl fmt::Display for SavedName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_str().escape_debug())
    }
}

impl fmt::Debug for SavedName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for SavedName {
    #[inline]
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=str}", self.as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::SavedName;
    use std::string::ToString;

    #[test]
    fn a_long_name_is_cut_between_characters() {
        for (name, kept) in [
            ("", ""),
            ("twenty_bytes_of_name", "twenty_bytes_of_name"),
            ("twenty_one_bytes_long", "twenty_one_bytes_l.."),
            ("twenty_one_bytes_ö_a", "twenty_one_bytes_.."),
        ] {
            assert_eq!(SavedName::new(name).as_str(), kept);
        }
        assert_eq!(SavedName::new("a\u{7}b").to_string(), "a\\u{7}b");
    }
}
