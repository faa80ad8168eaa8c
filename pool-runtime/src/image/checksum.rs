//! The checksum of an image. A delta carries that of its base, to refuse another base. It detects mistakes, not
//! attacks.

/// Returns a checksum of saved bytes, at the speed of memory. Equal bytes have equal checksums, on all machines of one
/// byte order.
///
/// It detects mistakes and not attacks: two machines compare it to find out whether their worlds are equal.
///
/// ```
/// # use stackpool::pool;
/// # pool! { Units: [u32; 100]; }
/// # let (mut here, mut there) = (UnitsPool::new(), UnitsPool::new());
/// let mut buffer = [0; UnitsPool::SAVED_BYTES];
/// let sum = stackpool::checksum(here.save_into(&mut buffer)?);
/// there.insert(7).unwrap();
/// assert_ne!(sum, stackpool::checksum(there.save_into(&mut buffer)?));
/// # Ok::<(), stackpool::BufferTooSmall>(())
/// ```
// Sums up the blocks of 64 bytes in eight sums, so that several words are added at a time. Then it sums up these
// eight sums and the remaining bytes.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut sums = [0, 1, 2, 3, 4, 5, 6, 7_u64];
    let blocks = bytes.chunks_exact(64);
    let rest = blocks.remainder();
    for block in blocks {
        for (sum, word) in sums.iter_mut().zip(block.chunks_exact(8)) {
            *sum = mix(*sum, bytemuck::pod_read_unaligned(word));
        }
    }
    let whole = sums.into_iter().fold(bytes.len() as u64, mix);
    rest.iter().fold(whole, |sum, &byte| mix(sum, byte.into()))
}

/// Adds `word` to a sum. Different words make different sums, and different sums stay different. Uses a shift and an
/// addition, because old processors cannot multiply several 64-bit numbers at once.
#[inline]
fn mix(sum: u64, word: u64) -> u64 {
    let odd_multiple = |number: u64| number.wrapping_add(number << 7);
    odd_multiple(sum ^ word).rotate_left(23)
}

#[cfg(test)]
mod tests {
    use super::checksum;
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn every_bit_and_the_length_count() {
        for length in [0, 1, 63, 64, 65, 300] {
            let bytes = vec![0; length];
            let sum = checksum(&bytes);
            assert_ne!(sum, checksum(&vec![0; length + 1]));
            // The fuzz targets include this file, so it cannot import the sizes of tests.
            for bit in (0..8 * length).step_by(if cfg!(miri) { 117 } else { 1 }) {
                let mut other = bytes.clone();
                other[bit / 8] ^= 1 << (bit % 8);
                assert_ne!(sum, checksum(&other), "bit {bit} of {length} bytes");
            }
        }
    }

    #[test]
    fn words_that_change_places_count() {
        let ascending: Vec<u8> = (0..=255).collect();
        for (a, b) in [(0, 8), (0, 64), (8, 72), (192, 248), (0, 128)] {
            let mut other = ascending.clone();
            other.copy_within(b..b + 8, a);
            other[b..b + 8].copy_from_slice(&ascending[a..a + 8]);
            assert_ne!(checksum(&ascending), checksum(&other), "words at {a} and {b}");
        }
    }
}
