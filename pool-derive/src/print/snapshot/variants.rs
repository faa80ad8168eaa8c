//! The impl of `Snapshot` for an enum.

use super::{bounded, item_field, text};
use crate::base::span_range::SpanRange;
use crate::spec::snapshot::{SavedField, SavedVariant, SnapshotSpec};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Type;

pub(super) struct EnumPrinter<'a> {
    pub(super) spec: &'a SnapshotSpec,
    pub(super) variants: &'a [SavedVariant],
    pub(super) site: Span,
    pub(super) krate: &'a TokenStream,
}

impl EnumPrinter<'_> {
    pub(super) fn print(&self, shape: u64) -> TokenStream {
        let (site, krate, name) = (self.site, self.krate, &self.spec.name);
        let fields = self.variants.iter().flat_map(|variant| &variant.fields);
        let bound = || quote!(#krate::__private::snapshot::PlainPart);
        let generics = bounded(&self.spec.generics, fields.map(|field| (&field.ty, bound())));
        let (on_impl, arguments, bounds) = generics.split_for_impl();
        let variants = self.variants.iter().map(|variant| self.variant(variant));
        let reads = self.numbered().map(|(number, variant)| self.read(number, variant));
        let writes = self.numbered().map(|(number, variant)| self.write(number, variant));
        quote_spanned! {site=>
            #[automatically_derived]
            impl #on_impl #krate::__private::snapshot::Enum for #name #arguments #bounds {
                const VARIANTS: &'static [#krate::__private::snapshot::Variant] = {
                    use #krate::__private::snapshot::ShowBytes as _;
                    &[#(#variants),*]
                };

                fn read(
                    number: ::core::primitive::u8,
                    fields: &mut #krate::__private::snapshot::VariantReader<'_>,
                ) -> ::core::result::Result<Self, #krate::SnapshotError> {
                    match number {
                        #(#reads)*
                        _ => {
                            let error = #krate::RestoreError::Value;
                            ::core::result::Result::Err(#krate::SnapshotError::new(error))
                        }
                    }
                }
            }

            #[automatically_derived]
            impl #on_impl #krate::Snapshot for #name #arguments #bounds {
                const SAVED_BYTES: ::core::primitive::usize =
                    <Self as #krate::__private::snapshot::Enum>::SAVED_BYTES;
                const SHAPE: ::core::primitive::u64 = #krate::__private::snapshot::enum_shape::<Self>(#shape);
                const IS_PLAIN: ::core::primitive::bool = true;

                fn saved_len(&self) -> ::core::primitive::usize {
                    <Self as #krate::__private::snapshot::Enum>::SAVED_BYTES
                }

                fn write_saved(&self, buffer: &mut [::core::primitive::u8]) -> ::core::primitive::usize {
                    match self {
                        #(#writes)*
                    }
                    <Self as #krate::__private::snapshot::Enum>::SAVED_BYTES
                }

                fn check_saved(
                    saved: &[::core::primitive::u8],
                ) -> ::core::result::Result<(), #krate::SnapshotError> {
                    #krate::__private::snapshot::read_enum::<Self>(saved).map(::core::mem::drop)
                }

                fn restore_then(
                    &mut self,
                    saved: &[::core::primitive::u8],
                    then: &mut #krate::__private::snapshot::Then<'_>,
                ) -> ::core::result::Result<(), #krate::SnapshotError> {
                    let restored = #krate::__private::snapshot::read_enum(saved)?;
                    then()?;
                    *self = restored;
                    ::core::result::Result::Ok(())
                }

                fn diff_saved(
                    saved: [&[::core::primitive::u8]; 2],
                    report: &mut #krate::Report<'_>,
                ) {
                    #krate::__private::snapshot::diff_enum::<Self>(saved, report)
                }
            }
        }
    }

    /// The variants with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (u8, &SavedVariant)> {
        (0..=u8::MAX).zip(self.variants)
    }

    /// What the runtime knows of a variant.
    fn variant(&self, variant: &SavedVariant) -> TokenStream {
        let (site, krate) = (self.site, self.krate);
        let name = syn::ext::IdentExt::unraw(&variant.name).to_string();
        let fields = variant.fields.iter().map(|SavedField { member, ty, .. }| {
            item_field(site, krate, &text(member), 0, &ty.to_token_stream())
        });
        quote_spanned!(site=> #krate::__private::snapshot::Variant { name: #name, fields: &[#(#fields),*] })
    }

    fn read(&self, number: u8, variant: &SavedVariant) -> TokenStream {
        let name = &variant.name;
        let fields = variant.fields.iter().map(|SavedField { member, ty, .. }| {
            let (text, field) = (text(member), self.field_of(ty));
            quote_spanned!(self.site=> #member: fields.field(#text, &#field)?)
        });
        quote_spanned!(self.site=> #number => ::core::result::Result::Ok(Self::#name { #(#fields),* }),)
    }

    fn write(&self, number: u8, variant: &SavedVariant) -> TokenStream {
        let (site, krate, name) = (self.site, self.krate, &variant.name);
        let members = variant.fields.iter().map(|field| &field.member);
        let values: Vec<Ident> = (0..variant.fields.len())
            .map(|position| format_ident!("value_{position}", span = site))
            .collect();
        let fields = variant.fields.iter().map(|field| self.field_of(&field.ty));
        quote_spanned! {site=>
            Self::#name { #(#members: #values),* } => {
                #krate::__private::snapshot::VariantWriter::new::<Self>(#number, buffer)
                    #(.field(&#fields, #values))*;
            }
        }
    }

    /// What is done with a field of this type. The type has the place where the user wrote it.
    fn field_of(&self, ty: &Type) -> TokenStream {
        let krate = self.krate;
        let place = SpanRange::of(ty);
        let before = place.claim(quote!(#krate::__private::snapshot::VariantField::<));
        let call = SpanRange::at(place.end()).claim(quote!(>::new()));
        quote!(#before #ty #call)
    }
}
