//! The struct of the rows of a group, and when it is plain data: for shaders and GPU buffers.
//!
//! Only code that knows all fields of a struct can say that it is `Pod`. So the macro of this file declares the struct
//! too. It names everything by paths of its own crate, never by a path of a user, and accepts no attribute of a user's
//! macro.

#![expect(unsafe_code, reason = "a trait that only plain data has")]

use bytemuck::Pod;
use core::marker::PhantomData;

/// Stands for the field of this number.
#[derive(Debug)]
pub struct FieldNumber<const NUMBER: usize>;

/// The field of a row of the definition `R`, on a [`FieldNumber`].
pub trait RowField<R> {
    /// The type of the field.
    type Type;
}

/// A reference to a [`FieldNumber`], whose field in `R` is plain data.
///
/// The bounds of rows are on references, since rustc reports a bound that does not hold and has no lifetime, even if
/// nobody asks for the impl.
///
/// # Safety
///
/// 1. `Self` is `&F`, and the type of the field `F` of `R` is [`Pod`].
pub unsafe trait PodField<R> {}

// SAFETY: 1. by the bound.
unsafe impl<R, F: RowField<R, Type: Pod>> PodField<R> for &F {}

/// How many bytes of a row are in no field.
#[derive(Debug)]
pub struct Padding<const BYTES: usize>;

/// A reference to the [`Padding`] of a row that has none.
///
/// # Safety
///
/// 1. `Self` is `&Padding<0>`.
#[diagnostic::on_unimplemented(
    message = "the rows of this group have padding between or after their fields, so they are not plain data",
    label = "has padding",
    note = "a group is `Pod` if its fields are and leave no bytes between them: put those with the largest alignment \
            first, and add fields that fill the rest, such as `#[pool(group = instance)] rest: [u8; 3]`"
)]
pub unsafe trait NoPadding {}

// SAFETY: 1. it is.
unsafe impl NoPadding for &Padding<0> {}

/// The type of a value, exactly: it is coerced to no other.
#[derive(Debug)]
pub struct TypeOf<T>(PhantomData<fn(T) -> T>);

impl<T> TypeOf<T> {
    /// Returns the type of this value.
    #[must_use]
    pub const fn of(_: &T) -> Self {
        TypeOf(PhantomData)
    }
}

/// Declares the struct of the rows of a group. It is `Pod` if its fields are and leave no padding.
///
/// First comes the lint about deprecated items, if a field is deprecated. Each field has a number of its own after its
/// type. The patterns of attributes match the built-in ones, and no path to another macro. (`$never` is there because a
/// repetition needs a variable.)
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_row {
    (
        [$($lint:ident)?]
        $(#[doc $(($($doc:tt)*))? $(= $doc_text:expr)?])*
        $(#[deprecated $(($($deprecated:tt)*))? $(= $note:literal)?])*
        $(#[non_exhaustive $($never:lifetime)?])?
        $vis:vis struct $row:ident {
            $(
                $(#[doc $(($($field_doc:tt)*))? $(= $field_text:expr)?])*
                $(#[deprecated $(($($field_deprecated:tt)*))? $(= $field_note:literal)?])*
                $field_vis:vis $field:ident: $ty:ty = $number:literal,
            )*
        }
    ) => {
        $(#[doc $(($($doc)*))? $(= $doc_text)?])*
        $(#[deprecated $(($($deprecated)*))? $(= $note)?])*
        $(#[non_exhaustive $($never)?])?
        // A shader finds the fields in their order.
        #[repr(C)]
        $vis struct $row {
            $(
                $(#[doc $(($($field_doc)*))? $(= $field_text)?])*
                $(#[deprecated $(($($field_deprecated)*))? $(= $field_note)?])*
                $field_vis $field: $ty,
            )*
        }

        $(#[allow($lint, reason = "what is deprecated is named in its own definition")])?
        const _: () = {
            /// The definition.
            enum __StackpoolThis {}

            // A type that is a macro call is expanded at each place where it is written, and a procedural macro can
            // return another type each time. So the statements below are about one expansion, and the fields are
            // compared with it.
            $(
                impl $crate::__private::RowField<__StackpoolThis> for $crate::__private::FieldNumber<$number> {
                    type Type = $ty;
                }
            )*
            const _: fn(&$row) = |__stackpool_row| {
                // These are all fields of the struct itself: none belongs to a type that it dereferences to.
                let $row { $($field: _),* } = __stackpool_row;
                $(
                    let __stackpool_type = $crate::__private::TypeOf::of(&__stackpool_row.$field);
                    let _: $crate::__private::TypeOf<
                        <$crate::__private::FieldNumber<$number>
                            as $crate::__private::RowField<__StackpoolThis>>::Type
                    > = __stackpool_type;
                )*
            };

            // SAFETY: zero bytes are a value of the struct, since they are one of each field: see `Pod` below, whose
            // bounds are the same.
            #[automatically_derived]
            #[doc(hidden)]
            unsafe impl $crate::__private::bytemuck::Zeroable for $row
            where
                $(for<'field> &'field $crate::__private::FieldNumber<$number>:
                    $crate::__private::PodField<__StackpoolThis>,)*
                for<'field> &'field $crate::__private::Padding<{
                    $crate::__private::size_of::<$row>()
                        - (0 $(+ $crate::__private::size_of::<
                            <$crate::__private::FieldNumber<$number>
                                as $crate::__private::RowField<__StackpoolThis>>::Type
                        >())*)
                }>: $crate::__private::NoPadding,
            {}

            // SAFETY: the struct above is `repr(C)`: the attributes before it are built in, and change nothing. It has
            // these fields and no others, or the pattern above does not compile, and their types are those that the
            // bounds name, or the comparisons do not. By the first bounds, each type is `Pod`: inhabited, valid for all
            // bytes, without uninitialised bytes, pointers and interior mutability. By the last bound, the struct has
            // as many bytes as its fields, so none is padding. It has no type parameter. `Copy` and `'static` are
            // bounds of `Pod`.
            #[automatically_derived]
            #[doc(hidden)]
            unsafe impl $crate::__private::bytemuck::Pod for $row
            where
                $(for<'field> &'field $crate::__private::FieldNumber<$number>:
                    $crate::__private::PodField<__StackpoolThis>,)*
                for<'field> &'field $crate::__private::Padding<{
                    $crate::__private::size_of::<$row>()
                        - (0 $(+ $crate::__private::size_of::<
                            <$crate::__private::FieldNumber<$number>
                                as $crate::__private::RowField<__StackpoolThis>>::Type
                        >())*)
                }>: $crate::__private::NoPadding,
            {}
        };
    };
}

pub use __stackpool_row as row;
