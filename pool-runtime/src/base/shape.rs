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
