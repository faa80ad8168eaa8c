//! Counting many small things at a time.

/// Elements that are counted in a byte: as many as cannot overflow it, in whole vector registers.
const BLOCK: usize = 240;

/// How many of the elements are so.
///
/// Counted in bytes, so that the compiler looks at sixteen elements at a time and adds them up once a block.
#[inline]
pub(crate) fn count_in_bytes<T>(elements: &[T], is: impl Fn(&T) -> bool) -> u32 {
    let count = |block: &[T]| u32::from(block.iter().map(|element| u8::from(is(element))).sum::<u8>());
    let blocks = elements.chunks_exact(BLOCK);
    count(blocks.remainder()) + blocks.map(count).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn counts_what_a_loop_counts() {
        let most = if cfg!(miri) { 1_000 } else { 20_000 };
        for len in [0, 1, 15, 16, 17, 239, 240, 241, 480, most] {
            let elements = (0..len as u32).collect::<Vec<_>>();
            for divisor in [1, 2, 7, 255] {
                let is = |element: &u32| element % divisor == 0;
                let expected = elements.iter().filter(|element| is(element)).count();
                assert_eq!(
                    count_in_bytes(&elements, is) as usize,
                    expected,
                    "{len} elements, 1 in {divisor}"
                );
            }
        }
    }
}
