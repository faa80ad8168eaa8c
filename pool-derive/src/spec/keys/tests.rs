//! The keys of the attribute.

use super::*;
use crate::spec::keywords::{assert_unique, guess};

fn key(word: &str) -> Option<&'static str> {
    guess(KEYS, word, |_| true).map(|keyword| keyword.word)
}

#[test]
fn slips_and_synonyms_are_guessed() {
    for word in ["capcity", "cap", "size", "ca", "max_len", "Capacity", "capacitiy", "cpaacity"] {
        assert_eq!(key(word), Some("capacity"), "{word}");
    }
    for word in ["max", "max_", "max_byte", "maxbytes", "MAX"] {
        assert_eq!(key(word), Some("max_bytes"), "{word}");
    }
    assert_eq!(key("on"), Some("on_wrap"));
    assert_eq!(key("gu"), Some("guard"));
    assert_eq!(key("guards"), Some("guard"));
    assert_eq!(key("gaurd"), Some("guard"));
    assert_eq!(key("generation_bit"), Some("generation_bits"));
    assert_eq!(key("krate"), Some("crate"));
    assert_eq!(key("owned"), Some("boxed"));
    assert_eq!(key("bxoed"), Some("boxed"));
    assert_eq!(key("ptr"), Some("box"));
    assert_eq!(key("sycn"), Some("sync"));
    assert_eq!(key("colour"), None);
    assert_eq!(key("x"), None);
}

#[test]
fn only_eligible_words_are_guessed() {
    let without = |word, key| guess(KEYS, word, |other| *other != key).map(|keyword| keyword.word);
    assert_eq!(without("size", Key::Capacity), None);
    assert_eq!(without("max", Key::MaxBytes), None);
    assert_eq!(without("max", Key::Capacity), Some("max_bytes"));
}

#[test]
fn words_are_unique() {
    assert_unique(KEYS);
}
