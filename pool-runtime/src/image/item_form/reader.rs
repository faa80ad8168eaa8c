//! What reads values from bytes that were checked.

use super::bytes::Source;
use bytemuck::CheckedBitPattern;

/// Reads values of type `T` from bytes that were checked. It is a trait and not a closure, because a method can be
/// inlined without optimisation, and a closure cannot.
pub trait Reader<T> {
    /// Reads a value.
    fn read(&self, source: &mut Source<'_>) -> T;

    /// Reads an array.
    #[inline(always)]
    fn read_array<const N: usize>(&self, source: &mut Source<'_>) -> [T; N] {
        core::array::from_fn(|_| self.read(source))
    }

    /// Reads a value in the place of another one. If the form of the values [keeps](super::FieldForm::KEEPS) fields,
    /// these stay as they are. If it panics, there still is a value, with fields of both.
    #[inline(always)]
    fn read_over(&self, value: &mut T, source: &mut Source<'_>) {
        *value = self.read(source);
    }
}

/// Reads a value. Generated code calls this function and not the method: where a type has no form, that is one error.
#[inline(always)]
pub fn read<T>(reader: &impl Reader<T>, source: &mut Source<'_>) -> T {
    reader.read(source)
}

/// Reads a value in the place of another one, for generated code.
#[inline(always)]
pub fn read_over<T>(reader: &impl Reader<T>, value: &mut T, source: &mut Source<'_>) {
    reader.read_over(value, source);
}

/// Reads plain data.
pub(super) struct PlainReader;

impl<T: CheckedBitPattern> Reader<T> for PlainReader {
    #[inline(always)]
    fn read(&self, source: &mut Source<'_>) -> T {
        source.value()
    }

    #[inline(always)]
    fn read_array<const N: usize>(&self, source: &mut Source<'_>) -> [T; N] {
        source.array()
    }
}

/// Reads by a function: the fields of a struct or an enum.
struct ByFunction<F>(F);

impl<T, F: Fn(&mut Source<'_>) -> T> Reader<T> for ByFunction<F> {
    #[inline(always)]
    fn read(&self, source: &mut Source<'_>) -> T {
        (self.0)(source)
    }
}

/// Returns what reads values by this function.
#[inline(always)]
pub fn by_function<T>(read: impl Fn(&mut Source<'_>) -> T) -> impl Reader<T> {
    ByFunction(read)
}

/// Reads by one of two functions: the fields of a struct some of which are kept. Both use the readers of the fields.
struct Keeping<R, F, O> {
    readers: R,
    read: F,
    read_over: O,
}

impl<T, R, F, O> Reader<T> for Keeping<R, F, O>
where
    F: Fn(&R, &mut Source<'_>) -> T,
    O: Fn(&R, &mut T, &mut Source<'_>),
{
    #[inline(always)]
    fn read(&self, source: &mut Source<'_>) -> T {
        (self.read)(&self.readers, source)
    }

    #[inline(always)]
    fn read_over(&self, value: &mut T, source: &mut Source<'_>) {
        (self.read_over)(&self.readers, value, source);
    }
}

/// Returns what reads values by the first function, and in the place of others by the second one.
#[inline(always)]
pub fn keeping<T, R>(
    readers: R,
    read: impl Fn(&R, &mut Source<'_>) -> T,
    read_over: impl Fn(&R, &mut T, &mut Source<'_>),
) -> impl Reader<T> {
    Keeping { readers, read, read_over }
}

/// Gives copies of a value, and reads nothing.
pub(super) struct CopyOf<T>(pub(super) T);

impl<T: Copy> Reader<T> for CopyOf<T> {
    #[inline(always)]
    fn read(&self, _: &mut Source<'_>) -> T {
        self.0
    }
}
