//! Counts the elements of a slice that satisfy a condition, several elements per instruction.

/// Elements that are counted in one byte. At most 255 fit; 240 is a multiple of the 16 lanes of a vector register.
const BLOCK: usize = 240;

/// Returns the number of elements for which `is` returns `true`.
///
/// The count is kept in bytes, so that the compiler looks at 16 elements at a time. It adds the bytes up once per
/// block.
#[inline]
pub(crate) fn count_in_bytes<T>(elements: &[T], is: impl Fn(&T) -> bool) -> u32 {
    let count = |block: &[T]| u32::from(block.iter().map(|element| u8::from(is(element))).sum::<u8>());
    let blocks = elements.chunks_exact(BLOCK);
    count(blocks.remainder()) + blocks.map(count).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::size::miri_or;
    use std::vec::Vec;

    #[test]
    fn counts_what_a_loop_counts() {
        let lengths: &[usize] = miri_or(&[0, 1, 17, 241], &[0, 1, 15, 16, 17, 239, 240, 241, 480, 20_000]);
        for &len in lengths {
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
