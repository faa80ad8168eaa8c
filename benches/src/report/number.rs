//! Formats numbers for readers.

/// Formats `1234567` as `1,234,567`.
#[must_use]
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let (first, rest) = digits.split_at((digits.len() - 1) % 3 + 1);
    rest.as_bytes().chunks(3).fold(first.to_owned(), |text, group| {
        let group = group.iter().map(|&digit| char::from(digit));
        text + "," + &group.collect::<String>()
    })
}

/// Formats with three significant digits: 0.123, 1.23, 12.3, 1,234.
pub(super) fn short(number: f64) -> String {
    match number.abs() {
        size if size < 0.9995 => format!("{number:.3}"),
        size if size < 9.995 => format!("{number:.2}"),
        size if size < 99.95 => format!("{number:.1}"),
        _ if number < 0.0 => format!("-{}", grouped(-number.round() as usize)),
        _ => grouped(number.round() as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_count() {
        let numbers = [0.0, 0.1234, 0.9999, 1.005, 9.999, 12.34, 99.96, 1234.5, 1_234_567.0, -1234.0];
        let texts = ["0.000", "0.123", "1.00", "1.00", "10.0", "12.3", "100", "1,235", "1,234,567", "-1,234"];
        assert_eq!(numbers.map(short), texts);
    }
}
