//! The struct of the rows of a group, and when it is plain data: for shaders and GPU buffers.
//!
//! Only what knows all fields of a struct can say that it is `Pod`. So the macro of this file declares the struct too.
//! It names everything by its own crate, by no path of a user, and accepts no attribute that could add a field.

#![expect(unsafe_code, reason = "a trait that only plain data has")]

use bytemuck::Pod;
use core::marker::PhantomData;

/// Stands for a field of a row.
pub trait RowField {
    /// The type of the field.
    type Type;
}

/// A reference to a [`RowField`] whose type is plain data.
///
/// The bounds of rows are on references, since rustc reports a bound without a lifetime that does not hold even if
/// nobody asks for the impl.
///
/// # Safety
///
/// 1. `Self` is `&F`, and `F::Type` is [`Pod`].
pub unsafe trait PodField {}

// SAFETY: 1. by the bound.
unsafe impl<F: RowField<Type: Pod>> PodField for &F {}

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
    /// That of this value.
    pub const fn of(_: &T) -> Self {
        TypeOf(PhantomData)
    }
}

/// Declares the struct of the rows of a group. It is `Pod` if its fields are and leave no padding. (`$never` is there
/// because a repetition needs a variable.)
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_row {
    (
        $(#[doc $($doc:tt)*])*
        $(#[deprecated $($deprecated:tt)*])*
        $(#[non_exhaustive $($never:tt)?])?
        $vis:vis struct $row:ident {
            $(
                $(#[doc $($field_doc:tt)*])*
                $(#[deprecated $($field_deprecated:tt)*])*
                $field_vis:vis $field:ident: $ty:ty,
            )*
        }
    ) => {
        $(#[doc $($doc)*])*
        $(#[deprecated $($deprecated)*])*
        $(#[non_exhaustive $($never)?])?
        // A shader finds the fields in their order.
        #[repr(C)]
        $vis struct $row {
            $(
                $(#[doc $($field_doc)*])*
                $(#[deprecated $($field_deprecated)*])*
                $field_vis $field: $ty,
            )*
        }

        const _: () = {
            // A type that is a call of a macro is expanded wherever it stands, and a procedural macro can make another
            // type of each call. So what is said below is said of one expansion, and the fields are compared with it.
            #[allow(dead_code, missing_docs, missing_debug_implementations, non_camel_case_types, unreachable_pub)]
            mod __stackpool_fields {
                $(pub(super) enum $field {})*
            }
            use $crate::__private::RowField as __StackpoolField;
            $(
                impl __StackpoolField for __stackpool_fields::$field {
                    type Type = $ty;
                }
            )*
            const _: fn(&$row) = |row| {
                $(
                    let of_field = $crate::__private::TypeOf::of(&row.$field);
                    let _: $crate::__private::TypeOf<
                        <__stackpool_fields::$field as __StackpoolField>::Type
                    > = of_field;
                )*
            };

            // SAFETY: zero bytes are a value of the struct, since they are one of each field: see `Pod` below, whose
            // bounds are the same.
            #[automatically_derived]
            #[doc(hidden)]
            unsafe impl $crate::__private::bytemuck::Zeroable for $row
            where
                $(for<'field> &'field __stackpool_fields::$field: $crate::__private::PodField,)*
                for<'field> &'field $crate::__private::Padding<{
                    $crate::__private::size_of::<$row>()
                        - (0 $(+ $crate::__private::size_of::<
                            <__stackpool_fields::$field as __StackpoolField>::Type
                        >())*)
                }>: $crate::__private::NoPadding,
            {}

            // SAFETY: the struct above is `repr(C)`, and has these fields and no others: the built-in attributes around
            // it add none. Their types are those that the bounds name, or the comparison above does not compile. By the
            // first bounds, each type is `Pod`: inhabited, valid for all bytes, without uninitialised bytes, pointers
            // and interior mutability. By the last bound, the struct has as many bytes as its fields, so none is
            // padding. It has no type parameter. `Copy` and `'static` are bounds of `Pod`.
            #[automatically_derived]
            #[doc(hidden)]
            unsafe impl $crate::__private::bytemuck::Pod for $row
            where
                $(for<'field> &'field __stackpool_fields::$field: $crate::__private::PodField,)*
                for<'field> &'field $crate::__private::Padding<{
                    $crate::__private::size_of::<$row>()
                        - (0 $(+ $crate::__private::size_of::<
                            <__stackpool_fields::$field as __StackpoolField>::Type
                        >())*)
                }>: $crate::__private::NoPadding,
            {}
        };
    };
}

pub use __stackpool_row as row;
