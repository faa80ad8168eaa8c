//! Numbers with thousands separators.

/// `1234567` as `1,234,567`.
#[must_use]
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_grouped() {
        let numbers = [0, 999, 1_000, 65_535, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "65,535", "1,234,567"]);
    }
}
