//! Numbers in run-time messages, with commas, as in 5,000.

use core::fmt;

/// Shows its number in groups of three digits.
pub(crate) struct Figure(pub(crate) usize);

impl fmt::Display for Figure {
    /// Recurses at most seven times.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (thousands, ones) = (self.0 / 1_000, self.0 % 1_000);
        if thousands == 0 { write!(f, "{ones}") } else { write!(f, "{},{ones:03}", Figure(thousands)) }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::Figure;
    use std::string::ToString;

    #[test]
    fn numbers_are_in_groups_of_three() {
        let shown = [0, 7, 999, 1_000, 1_000_007, usize::MAX].map(|number| Figure(number).to_string());
        assert_eq!(shown[..5], ["0", "7", "999", "1,000", "1,000,007"]);
        assert_eq!(shown[5].replace(',', ""), usize::MAX.to_string());
    }
}
