//! Panic messages with numbers in them, built in const evaluation.
//!
//! `format!` does not run in const evaluation, and an error with both numbers tells the user what to change.

/// The length in bytes that the longest message of the crate needs, with room for a long type name.
const LENGTH: usize = 512;

/// A message under construction. Text beyond [`LENGTH`] is cut off.
#[derive(Clone, Copy)]
pub(crate) struct Message {
    bytes: [u8; LENGTH],
    len: usize,
}

/// Begins a message.
#[inline]
pub(crate) const fn text(text: &str) -> Message {
    Message { bytes: [0; LENGTH], len: 0 }.text(text)
}

impl Message {
    #[inline]
    pub(crate) const fn text(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() && self.len < LENGTH {
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Appends `number` in decimal digits, in groups of three with commas.
    #[inline]
    pub(crate) const fn number(self, number: i128) -> Self {
        self.groups(number, ",")
    }

    /// Appends `number` and `noun`, with an `s` unless it is one.
    #[inline]
    pub(crate) const fn count(self, number: i128, noun: &str) -> Self {
        self.number(number).text(" ").text(noun).text(if number == 1 { "" } else { "s" })
    }

    /// Appends `number` as Rust source code writes it, in groups of three with underscores.
    #[cfg(any(test, feature = "regions"))]
    pub(crate) const fn literal(self, number: i128) -> Self {
        self.groups(number, "_")
    }

    #[inline]
    const fn groups(mut self, number: i128, separator: &str) -> Self {
        if number < 0 {
            self = self.text("-");
        }
        let mut power: u128 = 1;
        let mut digits = 1;
        let magnitude = number.unsigned_abs();
        while digits < 39 && magnitude / 10 >= power {
            power *= 10;
            digits += 1;
        }
        while digits > 0 {
            let digit = b'0' + (magnitude / power % 10) as u8;
            if self.len < LENGTH {
                self.bytes[self.len] = digit;
                self.len += 1;
            }
            digits -= 1;
            if digits > 0 {
                if digits % 3 == 0 {
                    self = self.text(separator);
                }
                power /= 10;
            }
        }
        self
    }

    #[inline]
    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            // The message was cut in the middle of a character.
            Err(_) => "the message is too long",
        }
    }

    #[track_caller]
    #[inline]
    pub(crate) const fn panic(&self) -> ! {
        panic!("{}", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn text_and_numbers() {
        let message = text("from ").number(-1_234_567).text(" to ").number(0);
        assert_eq!(message.as_str(), "from -1,234,567 to 0");
        assert_eq!(text("").number(1_000).as_str(), "1,000");
        assert_eq!(text("").count(1, "slot").text(", ").count(0, "bit").as_str(), "1 slot, 0 bits");
        assert_eq!(text("").literal(65_536).as_str(), "65_536");
        assert_eq!(text("").number(999).as_str(), "999");
        assert_eq!(text("").number(i128::MAX).as_str().matches(',').count(), 12);
        assert_eq!(text("").number(i128::MIN).as_str().len(), 1 + 39 + 12);
    }

    #[test]
    fn too_long_is_cut() {
        let long = core::str::from_utf8(&[b'x'; 600]).unwrap();
        assert_eq!(text(long).number(12).as_str().len(), 512);
        // In the middle of a character.
        assert_eq!(text(long.split_at(511).0).text("ö").as_str(), "the message is too long");
    }
}
