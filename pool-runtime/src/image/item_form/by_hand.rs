//! Fields whose bytes are written by hand.

use super::bytes::{Checked, Sink, Source, not_checked};
use super::reader::Reader;
use super::{FieldForm, LeafField};
use crate::image::field_bytes::FieldBytes;
use crate::image::moved::{LostHandle, Moved};
use core::marker::PhantomData;

/// The form of types that are saved by hand.
#[derive(Debug)]
pub struct BytesByHand<T>(PhantomData<T>);

impl<T: FieldBytes> LeafField<true> for T {
    type Form = BytesByHand<T>;
}

impl<T: FieldBytes> FieldForm for BytesByHand<T> {
    type Value = T;
    const BYTES: usize = T::BYTES;
    /// It tells a value from plain data with as many bytes.
    const SHAPE: u64 = 0x6279_2068_616E_6400 ^ T::BYTES as u64;
    const CALLS_DEFAULT: bool = false;

    #[inline]
    fn put<S: Sink>(value: &T, sink: &mut S) {
        sink.put_by_hand(value);
    }

    #[inline]
    fn check(checked: &mut Checked<'_>) -> bool {
        T::read(checked.source.bytes(T::BYTES)).is_some() || checked.no_value()
    }

    #[inline(always)]
    fn reader() -> impl Reader<T> {
        ByHandReader
    }

    #[inline]
    fn relink<M: Moved>(value: &mut T, moved: &M) -> Result<(), LostHandle> {
        value.relink(moved)
    }
}

/// Reads values by hand.
struct ByHandReader;

impl<T: FieldBytes> Reader<T> for ByHandReader {
    #[inline]
    fn read(&self, source: &mut Source<'_>) -> T {
        match T::read(source.bytes(T::BYTES)) {
            Some(value) => value,
            None => not_checked(),
        }
    }
}
