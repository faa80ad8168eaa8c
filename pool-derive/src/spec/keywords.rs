//! Every word that is a value, and guesses for unknown words.

use crate::base::text;

/// A keyword as the user writes it, its meaning, and other words that users may try for it.
pub(crate) struct Keyword<T: 'static> {
    pub(crate) word: &'static str,
    pub(crate) meaning: T,
    synonyms: &'static [&'static str],
}

pub(crate) const fn keyword<T>(
    word: &'static str,
    meaning: T,
    synonyms: &'static [&'static str],
) -> Keyword<T> {
    Keyword { word, meaning, synonyms }
}

/// `layout = ..`: the bits of a table entry.
pub(crate) const LAYOUTS: &[Keyword<u32>] = &[
    keyword("u8", 8, &["packed8", "byte"]),
    keyword("u16", 16, &["packed16"]),
    keyword("packed18", 18, &["u18", "split18"]),
    keyword("split24", 24, &["u24", "packed24"]),
    keyword("u32", 32, &["packed32", "usize"]),
];

/// `layout = packed(..)`.
pub(crate) const PACKED: &str = "packed";

/// The numbers of bits that `packed(..)` takes.
pub(crate) const PACKED_BITS: &[u32] = &[9, 10, 12, 17, 18, 20];

/// Where the pool keeps the indices of free slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bookkeeping {
    /// In a table.
    IndexStack,
    /// In the free slots.
    FreeList,
}

/// `bookkeeping = ..`.
pub(crate) const BOOKKEEPINGS: &[Keyword<Bookkeeping>] = &[
    keyword("index_stack", Bookkeeping::IndexStack, &["stack", "table", "indices"]),
    keyword(
        "free_list",
        Bookkeeping::FreeList,
        &["freelist", "list", "linked", "linked_list", "links", "in_place", "intrusive", "none"],
    ),
];

/// What the pool checks a handle against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guard {
    Generation,
    Live,
    None,
}

/// `guard = ..`.
pub(crate) const GUARDS: &[Keyword<Guard>] = &[
    keyword("generation", Guard::Generation, &["generational", "version", "gen", "full"]),
    keyword("live", Guard::Live, &["alive", "bit", "occupied", "liveness"]),
    keyword("none", Guard::None, &["off", "no", "unchecked", "false", "None"]),
];

/// What happens to a slot whose generations are used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnWrap {
    Wrap,
    Retire,
}

/// `on_wrap = ..`.
pub(crate) const ON_WRAPS: &[Keyword<OnWrap>] = &[
    keyword("wrap", OnWrap::Wrap, &["reuse", "wrapping", "continue"]),
    keyword("retire", OnWrap::Retire, &["stop", "drop", "leak", "retired"]),
];

/// Which threads may make and drop boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sync {
    Threads,
    Local,
    CriticalSection,
}

/// `sync = ..`.
pub(crate) const SYNCS: &[Keyword<Sync>] = &[
    keyword(
        "threads",
        Sync::Threads,
        &["thread", "sync", "atomic", "atomics", "lock_free", "global", "shared"],
    ),
    keyword(
        "local",
        Sync::Local,
        &["single", "none", "unsync", "single_threaded", "thread_local", "no", "off", "false"],
    ),
    keyword(
        "critical_section",
        Sync::CriticalSection,
        &["cs", "critical", "interrupt", "interrupts", "irq", "isr", "interrupt_free"],
    ),
];

/// The keyword that is exactly `word`.
pub(crate) fn find<T: Copy>(keywords: &[Keyword<T>], word: &str) -> Option<T> {
    keywords.iter().find(|keyword| keyword.word == word).map(|keyword| keyword.meaning)
}

/// The `eligible` keyword that the user probably meant by `word`: one with this synonym, or else one that begins with
/// `word`, or else one that differs from it by one or two slips.
pub(crate) fn guess<'k, T>(
    keywords: &'k [Keyword<T>],
    word: &str,
    eligible: impl Fn(&T) -> bool,
) -> Option<&'k Keyword<T>> {
    let eligible = keywords.iter().filter(|keyword| eligible(&keyword.meaning));
    let mut words = Vec::new();
    for keyword in eligible {
        words.push((keyword.word, keyword.synonyms));
    }
    let nearest = nearest(&words, word)?;
    keywords.iter().find(|keyword| keyword.word == nearest)
}

/// [`guess`] among words with their synonyms. It is compiled once, not for each type of meanings.
fn nearest(words: &[(&'static str, &[&str])], word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    for (keyword, synonyms) in words {
        if *keyword == word || synonyms.contains(&word.as_str()) {
            return Some(keyword);
        }
    }
    let mut nearest = None;
    let mut fewest = usize::MAX;
    for (keyword, _) in words {
        if word.len() > 1 && keyword.starts_with(&word) {
            return Some(keyword);
        }
        let slips = distance(keyword, &word);
        if slips < fewest {
            (nearest, fewest) = (Some(*keyword), slips);
        }
    }
    nearest.filter(|nearest| fewest <= nearest.len() / 3)
}

/// The `layout` that the user probably meant by a word with a number of bits, such as `packed10` or `u12`: the
/// narrowest that has at least this many bits.
pub(crate) fn guess_layout(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let digits = word.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let is_prefix =
        [PACKED, "u", "split", "bits"].contains(&word.strip_suffix(digits)?.trim_end_matches('_'));
    let bits: u32 = digits.parse().ok().filter(|bits| is_prefix && *bits > 0)?;
    let word = LAYOUTS.iter().find(|layout| layout.meaning >= bits)?;
    match PACKED_BITS.iter().find(|packed| **packed >= bits) {
        Some(packed) if *packed < word.meaning => Some(format!("{PACKED}({packed})")),
        _ => Some(word.word.to_owned()),
    }
}

/// All keywords as a list for a message, with `last` before the last word.
pub(crate) fn list<T>(keywords: &[Keyword<T>], last: &str) -> String {
    let mut words = Vec::new();
    for keyword in keywords {
        words.push(format!("`{}`", keyword.word));
    }
    text::list(&words, last)
}

/// The number of slips between two words: letters added, left out, replaced, or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped { best.min(rows[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    rows[a.len()][b.len()]
}

/// Panics if a word or a synonym is there twice.
#[cfg(test)]
pub(crate) fn assert_unique<T>(keywords: &[Keyword<T>]) {
    let mut words: Vec<_> =
        keywords.iter().flat_map(|k| k.synonyms.iter().copied().chain([k.word])).collect();
    let all = words.len();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), all, "{words:?}");
}

#[cfg(test)]
mod tests;
