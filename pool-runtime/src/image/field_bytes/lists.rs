//! Strings, vectors and queues of a fixed capacity: a length of 4 bytes, the text or the elements, and zeros.

use super::FieldBytes;
use crate::image::item_form::{FieldForm, Sink};
use crate::image::moved::{LostHandle, Moved};
use crate::image::plain_data::{self, PlainData};

/// The bytes of a length.
const LENGTH_BYTES: usize = size_of::<u32>();

/// Writes a length and the text.
fn write_text(text: &str, bytes: &mut [u8]) {
    let (length, place) = bytes.split_at_mut(LENGTH_BYTES);
    length.copy_from_slice(&(text.len() as u32).to_ne_bytes());
    place[..text.len()].copy_from_slice(text.as_bytes());
}

/// Reads a text. Behind it are zeros.
fn read_text(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(read_filled(bytes, 1)?).ok()
}

/// Writes a length and the elements.
fn write_elements<'a, T: PlainData + 'a>(elements: impl ExactSizeIterator<Item = &'a T>, bytes: &mut [u8]) {
    let (length, mut rest) = bytes.split_at_mut(LENGTH_BYTES);
    length.copy_from_slice(&(elements.len() as u32).to_ne_bytes());
    for element in elements {
        let (place, others) = rest.split_at_mut(plain_data::saved_bytes::<T>());
        plain_data::write(element, place);
        rest = others;
    }
}

/// Reads the elements, and calls `push` with each. They are at most `capacity`: elements without bytes would be in any
/// bytes as often as the length there says, and each would be checked before `push` refuses one.
fn read_elements<T: PlainData>(
    bytes: &[u8],
    capacity: usize,
    mut push: impl FnMut(T) -> Option<()>,
) -> Option<()> {
    let size = plain_data::saved_bytes::<T>();
    let count = read_length(bytes).filter(|&count| count <= capacity)?;
    let elements = read_filled(bytes, size)?;
    if !plain_data::are_valid::<T>(count, elements) {
        return None;
    }
    let read = plain_data::reader::<T>();
    (0..count).try_for_each(|index| push(read(&elements[index * size..][..size])))
}

/// Returns the number of elements.
fn read_length(bytes: &[u8]) -> Option<usize> {
    let length = bytes.first_chunk::<LENGTH_BYTES>()?;
    usize::try_from(u32::from_ne_bytes(*length)).ok()
}

/// Returns the bytes of the elements, which have `size` bytes each, if only zeros are behind them.
fn read_filled(bytes: &[u8], size: usize) -> Option<&[u8]> {
    let filled = read_length(bytes)?.checked_mul(size)?;
    let (elements, rest) = bytes[LENGTH_BYTES..].split_at_checked(filled)?;
    rest.iter().all(|&byte| byte == 0).then_some(elements)
}

/// The bytes of up to `capacity` elements.
const fn bytes_of(capacity: usize, size: usize) -> usize {
    assert!(capacity <= u32::MAX as usize, "the length of a list that is saved has 32 bits");
    LENGTH_BYTES + capacity * size
}

/// Implements the trait for a string and a vector of a crate. The methods that add to them are named.
macro_rules! lists {
    ([$($string_generics:tt)*] $string:ty, $push_str:ident, [$($generics:tt)*] $vec:ty, $push:ident) => {
        impl<$($string_generics)*> FieldBytes for $string {
            const BYTES: usize = bytes_of(N, 1);

            fn write(&self, bytes: &mut [u8]) {
                write_text(self, bytes);
            }

            fn read(bytes: &[u8]) -> Option<Self> {
                let mut string = Self::new();
                string.$push_str(read_text(bytes)?).ok()?;
                Some(string)
            }
        }

        impl<$($generics)*> FieldBytes for $vec {
            const BYTES: usize = bytes_of(N, plain_data::saved_bytes::<T>());

            fn write(&self, bytes: &mut [u8]) {
                write_elements(self.iter(), bytes);
            }

            fn read(bytes: &[u8]) -> Option<Self> {
                let mut elements = Self::new();
                read_elements(bytes, N, |element| elements.$push(element).ok())?;
                Some(elements)
            }

            fn relink<M: Moved>(&mut self, moved: &M) -> Result<(), LostHandle> {
                self.iter_mut().try_for_each(|element| plain_data::relink(element, moved))
            }

            fn put_parts<S: Sink>(&self, sink: &mut S) {
                self.iter().for_each(|element| T::Form::put(element, sink));
            }
        }
    };
}

#[cfg(feature = "arrayvec")]
lists! {
    [const N: usize] arrayvec::ArrayString<N>, try_push_str,
    [T: PlainData, const N: usize] arrayvec::ArrayVec<T, N>, try_push
}

#[cfg(feature = "heapless")]
lists! {
    [L: heapless::LenType, const N: usize] heapless::String<N, L>, push_str,
    [T: PlainData, L: heapless::LenType, const N: usize] heapless::Vec<T, N, L>, push
}

/// A queue has its elements from the front to the back, wherever they are in its memory.
#[cfg(feature = "heapless")]
impl<T: PlainData, const N: usize> FieldBytes for heapless::Deque<T, N> {
    const BYTES: usize = bytes_of(N, plain_data::saved_bytes::<T>());

    fn write(&self, bytes: &mut [u8]) {
        write_elements(self.iter(), bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut elements = Self::new();
        read_elements(bytes, N, |element| elements.push_back(element).ok())?;
        Some(elements)
    }

    fn relink<M: Moved>(&mut self, moved: &M) -> Result<(), LostHandle> {
        self.iter_mut().try_for_each(|element| plain_data::relink(element, moved))
    }

    fn put_parts<S: Sink>(&self, sink: &mut S) {
        self.iter().for_each(|element| T::Form::put(element, sink));
    }
}

#[cfg(test)]
mod tests {
    use super::bytes_of;

    #[test]
    fn a_list_has_a_length_and_room_for_all_its_elements() {
        assert_eq!((bytes_of(0, 8), bytes_of(3, 8)), (4, 28));
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_length_beyond_32_bits_is_refused() {
        let message = crate::base::complaint::complaint(|| bytes_of(1 << 32, 1));
        assert_eq!(message.as_deref(), Some("the length of a list that is saved has 32 bits"));
    }
}
