//! Numbers that tell types apart in saves: hashes by FNV-1a (Fowler, Noll, Vo).

/// The hash of no bytes.
pub(crate) const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a byte to a hash.
#[inline]
pub(crate) const fn mix(hash: u64, bits: u64) -> u64 {
    (hash ^ bits).wrapping_mul(0x0000_0100_0000_01b3)
}

/// Adds bytes to a hash.
#[inline]
pub(crate) const fn mix_bytes(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = mix(hash, bytes[at] as u64);
        at += 1;
    }
    hash
}

/// What the shape of an item is made of: a field, or a part of an enum.
#[derive(Clone, Copy, Debug)]
pub struct FieldText {
    /// The name of the field.
    pub name: &'static str,
    /// How the source writes its type: words, with a zero after each.
    pub text: &'static str,
    /// The types in it that saves know by other names.
    pub renamed: &'static [Option<Renamed>],
}

/// A type that saves know by another name: its name in the source, and that in saves.
pub type Renamed = (&'static str, &'static str);

impl FieldText {
    /// Whether there are such types.
    pub(crate) const fn has_renamed(&self) -> bool {
        let mut at = 0;
        while at < self.renamed.len() {
            if self.renamed[at].is_some() {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// Adds a text to a hash. A word that names a type which was renamed, or its handle or link, counts as saves have it.
#[inline]
pub(crate) const fn mix_text(mut hash: u64, text: &FieldText) -> u64 {
    let mut words = text.text.as_bytes();
    if !text.has_renamed() {
        return mix_bytes(hash, words);
    }
    while let Some((word, rest)) = first_word(words) {
        let mut kept = word;
        let mut at = 0;
        while at < text.renamed.len() {
            if let Some((name, saved)) = text.renamed[at] {
                if let Some(suffix) = suffix_of(word, name.as_bytes()) {
                    hash = mix_bytes(hash, saved.as_bytes());
                    kept = suffix;
                    break;
                }
            }
            at += 1;
        }
        hash = mix(mix_bytes(hash, kept), 0);
        words = rest;
    }
    hash
}

/// Splits the first word, which has a zero behind it, from the others.
const fn first_word(words: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut at = 0;
    while at < words.len() {
        if words[at] == 0 {
            let (word, rest) = words.split_at(at);
            return match rest.split_first() {
                Some((_, rest)) => Some((word, rest)),
                None => None,
            };
        }
        at += 1;
    }
    None
}

/// Returns what is behind the name of a type in its own name, or in that of its handle or link.
const fn suffix_of<'w>(word: &'w [u8], name: &[u8]) -> Option<&'w [u8]> {
    match word.split_at_checked(name.len()) {
        Some((start, suffix)) if are_equal(start, name) => match suffix {
            b"" | b"Handle" | b"Link" => Some(suffix),
            _ => None,
        },
        _ => None,
    }
}

const fn are_equal(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    left.len() == right.len() && at == left.len()
}

/// Returns the hash of some numbers, which is the same on machines of both byte orders.
#[inline]
pub(crate) const fn hash(numbers: &[u64]) -> u32 {
    let mut hash = FNV_OFFSET;
    let mut at = 0;
    while at < numbers.len() {
        hash = mix_bytes(hash, &numbers[at].to_le_bytes());
        at += 1;
    }
    // Both halves: the high bits of this hash depend on more bits of the input than the low ones.
    (hash ^ (hash >> 32)) as u32
}

/// Returns the shape of a type with this name and this number of bytes, or of a field.
#[inline]
pub(crate) const fn shape(name: &str, bytes: u64) -> u64 {
    // Twice, so that every bit of the number reaches all bits above it.
    mix(mix(mix_bytes(FNV_OFFSET, name.as_bytes()), bytes), bytes >> 32)
}

/// The shape of an enum or of an item: a hash of its declaration, its size, and of its [`fields`](with_field).
#[inline]
pub(crate) const fn of_item(kind: &str, declaration: u64, bytes: usize, fields: u64) -> u64 {
    shape(kind, declaration.wrapping_add(bytes as u64)).wrapping_add(fields)
}

/// Adds the shape of a field to those before it.
#[inline]
pub(crate) const fn with_field(fields: u64, field: u64) -> u64 {
    fields.rotate_left(5) ^ field
}
