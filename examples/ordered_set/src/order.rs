//! Keys of 4 bytes, and how they are ordered.

use std::cmp::Ordering;

/// A number, or the number of a word. Equal keys have equal numbers: every word has one number.
pub(crate) type Key = u32;

/// An order of keys.
pub(crate) trait Order: Copy {
    fn compare(self, a: Key, b: Key) -> Ordering;

    /// The key as the user wrote it.
    fn show(self, key: Key) -> String;
}

/// Keys that are the numbers themselves.
#[derive(Clone, Copy)]
pub(crate) struct Numbers;

impl Order for Numbers {
    #[inline]
    fn compare(self, a: Key, b: Key) -> Ordering {
        a.cmp(&b)
    }

    fn show(self, key: Key) -> String {
        key.to_string()
    }
}

/// The text of all words, each stored once. The key of a word is its number here. Words are ordered by their bytes.
pub(crate) struct Words {
    text: String,
    /// Where each word begins, and then where the text ends.
    bounds: Vec<usize>,
}

impl Words {
    pub(crate) fn new() -> Self {
        Words { text: String::new(), bounds: vec![0] }
    }

    /// Adds a new word.
    pub(crate) fn push(&mut self, word: &str) -> Key {
        let key = self.bounds.len() - 1;
        self.text.push_str(word);
        self.bounds.push(self.text.len());
        Key::try_from(key).expect("there is no memory for this many words")
    }

    #[inline]
    fn bytes(&self, key: Key) -> &[u8] {
        let key = key as usize;
        &self.text.as_bytes()[self.bounds[key]..self.bounds[key + 1]]
    }
}

impl Order for &Words {
    #[inline]
    fn compare(self, a: Key, b: Key) -> Ordering {
        self.bytes(a).cmp(self.bytes(b))
    }

    fn show(self, key: Key) -> String {
        String::from_utf8_lossy(self.bytes(key)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_ordered_by_their_bytes_and_not_by_their_keys() {
        let mut words = Words::new();
        let keys = ["pear", "", "pea", "Zoo", "\u{e9}t\u{e9}"].map(|word| words.push(word));
        assert_eq!(keys, [0, 1, 2, 3, 4]);
        let mut sorted = keys;
        sorted.sort_by(|a, b| (&words).compare(*a, *b));
        assert_eq!(sorted.map(|key| (&words).show(key)), ["", "Zoo", "pea", "pear", "\u{e9}t\u{e9}"]);
        assert_eq!((&words).compare(2, 2), Ordering::Equal);
    }
}
