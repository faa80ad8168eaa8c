//! The impls of a type whose keys have mistakes. They never run: with them, code that uses the type has no mistakes of
//! its own.

use crate::base::generics::split;
use crate::base::span_range::printed_ident;
use crate::spec::snapshot::SnapshotSpec;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// Prints the impls, without any bound on the fields; those of an item too, if the type was to be one.
pub(super) fn print(spec: &SnapshotSpec, site: Span, krate: &TokenStream, is_item: bool) -> TokenStream {
    let name = printed_ident(&spec.name);
    let (on_impl, arguments, bounds) = split(&spec.generics);
    let of_item = is_item.then(|| {
        quote_spanned! {site=>
            #[automatically_derived]
            impl #on_impl #krate::PlainData for #name #arguments #bounds {
                type Form = Self;
            }

            #[automatically_derived]
            impl #on_impl #krate::__private::snapshot::FieldForm for #name #arguments #bounds {
                type Value = Self;
                const BYTES: ::core::primitive::usize = 0;
                const SHAPE: ::core::primitive::u64 = 0;
                const CALLS_DEFAULT: ::core::primitive::bool = false;

                fn put<__StackpoolSink: #krate::__private::snapshot::Sink>(_: &Self, _: &mut __StackpoolSink) {
                    loop {}
                }

                fn check(_: &mut #krate::__private::snapshot::Checked<'_>) -> ::core::primitive::bool {
                    loop {}
                }

                fn reader() -> impl #krate::__private::snapshot::Reader<Self> {
                    #krate::__private::snapshot::by_function(|_| loop {})
                }
            }
        }
    });
    quote_spanned! {site=>
        #of_item

        #[automatically_derived]
        impl #on_impl #krate::Snapshot for #name #arguments #bounds {
            const SAVED_BYTES: ::core::primitive::usize = 0;
            const SHAPE: ::core::primitive::u64 = 0;

            fn saved_len(&self) -> ::core::primitive::usize {
                loop {}
            }

            fn write_saved(&self, _: &mut [::core::primitive::u8]) -> ::core::primitive::usize {
                loop {}
            }

            fn check_saved(_: &[::core::primitive::u8]) -> ::core::result::Result<(), #krate::SnapshotError> {
                loop {}
            }

            fn restore_then(
                &mut self,
                _: &[::core::primitive::u8],
                _: &mut #krate::__private::snapshot::Then<'_>,
            ) -> ::core::result::Result<(), #krate::SnapshotError> {
                loop {}
            }
        }
    }
}
