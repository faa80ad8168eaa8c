//! Arrays and tuples, saved element by element.

use super::FieldForm;
use super::bytes::{Checked, Sink, Source};
use super::reader::Reader;
use crate::image::moved::{LostHandle, Moved};
use core::marker::PhantomData;

/// An array.
#[derive(Debug)]
pub struct Each<F, const N: usize>(PhantomData<F>);

impl<F: FieldForm, const N: usize> FieldForm for Each<F, N> {
    type Value = [F::Value; N];
    const BYTES: usize = N * F::BYTES;
    const SHAPE: u64 = F::SHAPE.rotate_left(2);
    const CALLS_DEFAULT: bool = F::CALLS_DEFAULT;
    const KEEPS: bool = F::KEEPS;

    #[inline(always)]
    fn put<S: Sink>(values: &Self::Value, sink: &mut S) {
        F::put_array(values, sink);
    }

    #[inline(always)]
    fn check(checked: &mut Checked<'_>) -> bool {
        F::check_all(N, checked)
    }

    #[inline(always)]
    fn check_all(count: usize, checked: &mut Checked<'_>) -> bool {
        F::check_all(count * N, checked)
    }

    #[inline(always)]
    fn reader() -> impl Reader<Self::Value> {
        EachReader(F::reader())
    }

    #[inline]
    fn relink<M: Moved>(values: &mut Self::Value, moved: &M) -> Result<(), LostHandle> {
        values.iter_mut().try_for_each(|value| F::relink(value, moved))
    }
}

/// Reads an array.
struct EachReader<R>(R);

impl<T, R: Reader<T>, const N: usize> Reader<[T; N]> for EachReader<R> {
    #[inline(always)]
    fn read(&self, source: &mut Source<'_>) -> [T; N] {
        self.0.read_array(source)
    }

    #[inline(always)]
    fn read_over(&self, values: &mut [T; N], source: &mut Source<'_>) {
        each!(N, |index| self.0.read_over(&mut values[index], source));
    }
}

/// Reads a tuple.
struct TupleReader<R>(R);

macro_rules! tuples {
    ($(($part:ident $value:ident $reader:ident))*) => {
        impl<$($part: FieldForm),*> FieldForm for ($($part,)*) {
            type Value = ($($part::Value,)*);
            const BYTES: usize = 0 $(+ $part::BYTES)*;
            const SHAPE: u64 = {
                let mut shape = 0_u64;
                $(shape = shape.rotate_left(3) ^ $part::SHAPE;)*
                shape
            };
            const CALLS_DEFAULT: bool = false $(|| $part::CALLS_DEFAULT)*;
            const KEEPS: bool = false $(|| $part::KEEPS)*;

            #[inline(always)]
            fn put<Z: Sink>(($($value,)*): &Self::Value, sink: &mut Z) {
                $($part::put($value, sink);)*
            }

            #[inline(always)]
            fn check(checked: &mut Checked<'_>) -> bool {
                $($part::check(checked))&&*
            }

            #[inline(always)]
            fn reader() -> impl Reader<Self::Value> {
                TupleReader(($($part::reader(),)*))
            }

            #[inline]
            fn relink<Z: Moved>(($($value,)*): &mut Self::Value, moved: &Z) -> Result<(), LostHandle> {
                $($part::relink($value, moved)?;)*
                Ok(())
            }
        }

        impl<$($part, $reader: Reader<$part>),*> Reader<($($part,)*)> for TupleReader<($($reader,)*)> {
            #[inline(always)]
            fn read(&self, source: &mut Source<'_>) -> ($($part,)*) {
                let ($($value,)*) = &self.0;
                ($($value.read(source),)*)
            }

            #[inline(always)]
            #[expect(non_snake_case, reason = "there is one name for the type of a reader and for its value")]
            fn read_over(&self, values: &mut ($($part,)*), source: &mut Source<'_>) {
                let (($($reader,)*), ($($value,)*)) = (&self.0, values);
                $($reader.read_over($value, source);)*
            }
        }
    };
}

each_prefix! { tuples! {
    (A a RA) (B b RB) (C c RC) (D d RD) (E e RE) (F f RF) (G g RG) (H h RH) (I i RI) (J j RJ) (K k RK) (L l RL)
    (M m RM) (N n RN) (O o RO) (P p RP)
} }
