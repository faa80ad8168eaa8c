//! Every word that the macros know, and the guess at what a word they do not know was meant to be.

use crate::text;

/// A key of `#[pool(..)]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    Capacity,
    Values,
    Layout,
    Bookkeeping,
    Guard,
    GenerationBits,
    OnWrap,
    Marks,
    Boxed,
    Sync,
    Exact,
    Handle,
    Pool,
    Box,
    Align,
    MaxBytes,
    Crate,
}

/// A keyword as the user writes it, what it stands for, and other words that users may try for it.
pub(crate) struct Keyword<T: 'static> {
    pub(crate) word: &'static str,
    pub(crate) meaning: T,
    synonyms: &'static [&'static str],
}

const fn keyword<T>(word: &'static str, meaning: T, synonyms: &'static [&'static str]) -> Keyword<T> {
    Keyword { word, meaning, synonyms }
}

pub(crate) const KEYS: &[Keyword<Key>] = &[
    keyword(
        "capacity",
        Key::Capacity,
        &[
            "size",
            "len",
            "length",
            "count",
            "limit",
            "slots",
            "max_len",
            "max_capacity",
            "cap",
            "n",
            "objects",
        ],
    ),
    keyword("values", Key::Values, &["value", "value_pool", "ranges", "by_value"]),
    keyword("layout", Key::Layout, &["table", "width", "repr", "bits", "index"]),
    keyword(
        "bookkeeping",
        Key::Bookkeeping,
        &["free_slots", "free", "free_list", "freelist", "index_stack", "strategy", "allocator"],
    ),
    keyword("guard", Key::Guard, &["check", "checks", "checked", "guarded"]),
    keyword(
        "generation_bits",
        Key::GenerationBits,
        &["generation", "generations", "gen_bits", "version_bits"],
    ),
    keyword("on_wrap", Key::OnWrap, &["wrap", "wrapping", "overflow", "on_overflow", "retire"]),
    keyword(
        "marks",
        Key::Marks,
        &["mark", "marked", "checkpoints", "checkpoint", "markers", "levels", "rollback"],
    ),
    keyword("boxed", Key::Boxed, &["owned", "owning", "boxes", "own", "owns", "pool_box"]),
    keyword(
        "sync",
        Key::Sync,
        &["synchronization", "synchronized", "threading", "thread_safety", "concurrency", "send", "mode"],
    ),
    keyword("exact", Key::Exact, &["strict", "precise", "uncached", "no_cache", "no_caches"]),
    keyword("handle", Key::Handle, &["handle_name", "key", "id", "token"]),
    keyword("pool", Key::Pool, &["pool_name", "name", "alias", "rename"]),
    keyword("box", Key::Box, &["box_name", "ptr", "pointer", "owner"]),
    keyword("align", Key::Align, &["alignment", "aligned"]),
    keyword("max_bytes", Key::MaxBytes, &["max_size", "bytes", "budget", "max_memory", "memory"]),
    keyword("crate", Key::Crate, &["krate", "path", "crate_path", "crate_name"]),
];

/// `layout = ..`: bits of an entry.
pub(crate) const LAYOUTS: &[Keyword<u32>] = &[
    keyword("u8", 8, &["packed8", "byte"]),
    keyword("u16", 16, &["packed16"]),
    keyword("packed18", 18, &["u18", "split18"]),
    keyword("split24", 24, &["u24", "packed24"]),
    keyword("u32", 32, &["packed32", "usize"]),
];

/// `layout = packed(..)`.
pub(crate) const PACKED: &str = "packed";

/// Bits that `packed(..)` takes.
pub(crate) const PACKED_BITS: &[u32] = &[9, 10, 12, 17, 18, 20];

/// Where the indices of free slots are.
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

/// What a handle is checked against.
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

/// Who may use the pool of boxes.
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

/// The `eligible` keyword that `word` may have been meant to be: one with it as a synonym, or else one that begins with
/// it, or else one a slip or two away.
pub(crate) fn guess<'k, T>(
    keywords: &'k [Keyword<T>],
    word: &str,
    eligible: impl Fn(&T) -> bool,
) -> Option<&'k Keyword<T>> {
    let word = word.to_lowercase();
    let eligible = || keywords.iter().filter(|keyword| eligible(&keyword.meaning));
    let is_synonym =
        |keyword: &&Keyword<T>| keyword.word == word || keyword.synonyms.contains(&word.as_str());
    let is_longer = |keyword: &&Keyword<T>| word.len() > 1 && keyword.word.starts_with(&word);
    if let Some(keyword) = eligible().find(is_synonym).or_else(|| eligible().find(is_longer)) {
        return Some(keyword);
    }
    let slips = |keyword: &Keyword<T>| distance(keyword.word, &word);
    let nearest = eligible().min_by_key(|keyword| slips(keyword))?;
    (slips(nearest) <= nearest.word.len() / 3).then_some(nearest)
}

/// The `layout` that a word with a number of bits, such as `packed10` or `u12`, may have been meant to be: the narrowest
/// that holds so many.
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

/// All of them, as a list for a message, with `last` before the last one.
pub(crate) fn list<T>(keywords: &[Keyword<T>], last: &str) -> String {
    let words: Vec<_> = keywords.iter().map(|keyword| format!("`{}`", keyword.word)).collect();
    text::list(&words, last)
}

impl Key {
    /// As the user writes it.
    pub(crate) fn word(self) -> &'static str {
        KEYS.iter().find(|keyword| keyword.meaning == self).map_or("", |keyword| keyword.word)
    }

    /// Whether it takes no value. (`marks` can do without.)
    pub(crate) fn is_flag(self) -> bool {
        matches!(self, Key::Values | Key::Boxed | Key::Exact)
    }

    /// As the user could write it.
    pub(crate) fn example(self) -> &'static str {
        match self {
            Key::Capacity => "capacity = 10_000",
            Key::Values => "values",
            Key::Layout => "layout = u16",
            Key::Bookkeeping => "bookkeeping = free_list",
            Key::Guard => "guard = live",
            Key::GenerationBits => "generation_bits = 8",
            Key::OnWrap => "on_wrap = retire",
            Key::Marks => "marks = 8",
            Key::Boxed => "boxed",
            Key::Sync => "sync = local",
            Key::Exact => "exact",
            Key::Handle => "handle = ParticleId",
            Key::Pool => "pool = Particles",
            Key::Box => "box = ParticlePtr",
            Key::Align => "align = 64",
            Key::MaxBytes => "max_bytes = 64 * 1024",
            Key::Crate => "crate = my_engine::stackpool",
        }
    }
}

/// Slips between two words: letters added, left out, replaced, or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn layouts_are_guessed_by_their_bits() {
        for (word, meant) in [
            ("packed10", "packed(10)"),
            ("packed_10", "packed(10)"),
            ("Packed9", "packed(9)"),
            ("packed11", "packed(12)"),
            ("u12", "packed(12)"),
            ("u13", "u16"),
            ("packed16", "u16"),
            ("u17", "packed(17)"),
            ("u18", "packed18"),
            ("packed19", "packed(20)"),
            ("bits20", "packed(20)"),
            ("packed21", "split24"),
            ("split24_", ""),
            ("u25", "u32"),
            ("u64", ""),
            ("packed0", ""),
            ("packed", ""),
            ("packed99999999999", ""),
            ("i16", ""),
            ("byte", ""),
        ] {
            assert_eq!(guess_layout(word).unwrap_or_default(), meant, "{word}");
        }
    }

    #[test]
    fn words_are_unique() {
        fn assert_unique<T>(keywords: &[Keyword<T>]) {
            let mut words: Vec<_> =
                keywords.iter().flat_map(|k| k.synonyms.iter().copied().chain([k.word])).collect();
            let all = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), all, "{words:?}");
        }
        assert_unique(KEYS);
        assert_unique(LAYOUTS);
        assert_unique(BOOKKEEPINGS);
        assert_unique(GUARDS);
        assert_unique(ON_WRAPS);
        assert_unique(SYNCS);
    }

    #[test]
    fn lists_read_as_prose() {
        assert_eq!(list(ON_WRAPS, " and"), "`wrap` and `retire`");
        assert_eq!(list(GUARDS, " or"), "`generation`, `live` or `none`");
    }
}
