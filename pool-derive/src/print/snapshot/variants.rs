//! An enum: the number of its variant in one byte, the fields of that, and zeros up to the length of the longest
//! variant.

use super::item::{Described, ItemForm, ItemPrinter};
use crate::base::span_range::printed_ident;
use crate::spec::shape::Shape;
use crate::spec::snapshot::SavedVariant;
use proc_macro2::TokenStream;
use quote::quote_spanned;

pub(super) struct EnumPrinter<'a> {
    pub(super) variants: &'a [SavedVariant],
    pub(super) shape: &'a Shape,
}

impl EnumPrinter<'_> {
    /// The variants with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (u8, &SavedVariant)> {
        (0..=u8::MAX).zip(self.variants)
    }
}

impl ItemForm for EnumPrinter<'_> {
    fn shape(&self, printer: &ItemPrinter<'_>) -> (&'static str, &Shape, TokenStream) {
        let (site, krate) = (printer.site, printer.krate);
        let bytes = quote_spanned! {site=>
            #krate::__private::snapshot::enum_bytes(<Self as #krate::__private::snapshot::Enum>::VARIANTS)
        };
        ("enum", self.shape, bytes)
    }

    fn fields(&self, printer: &ItemPrinter<'_>) -> Described {
        let (site, krate) = (printer.site, printer.krate);
        let variants = self.variants.iter().map(|variant| {
            let name = syn::ext::IdentExt::unraw(&variant.name).to_string();
            let fields = printer.list(&variant.fields);
            quote_spanned!(site=> #krate::__private::snapshot::Variant { name: #name, fields: #fields })
        });
        let constants = quote_spanned! {site=>
            const VARIANTS: &'static [#krate::__private::snapshot::Variant] = {
                use #krate::__private::snapshot::{IsNot as _, ShowBytes as _};
                &[#(#variants),*]
            };
        };
        Described {
            constants: TokenStream::new(),
            other: Some((quote_spanned!(site=> Enum), constants)),
            diff: quote_spanned! {site=>
                #krate::__private::snapshot::diff_enum::<Self>(__stackpool_saved, __stackpool_report)
            },
        }
    }

    fn put(&self, printer: &ItemPrinter<'_>) -> TokenStream {
        let site = printer.site;
        let arms = self.numbered().map(|(number, variant)| {
            let (name, (pattern, puts)) = (printed_ident(&variant.name), printer.put_fields(&variant.fields));
            let zeros = zeros_behind(printer, number);
            quote_spanned! {site=>
                Self::#name #pattern => {
                    __stackpool_sink.put(&[#number]);
                    #puts
                    __stackpool_sink.zeros(#zeros);
                }
            }
        });
        quote_spanned!(site=> match __stackpool_value { #(#arms)* })
    }

    fn check(&self, printer: &ItemPrinter<'_>) -> TokenStream {
        let site = printer.site;
        let arms = self.numbered().map(|(number, variant)| {
            let checks = printer.check_fields(&variant.fields);
            let zeros = zeros_behind(printer, number);
            quote_spanned! {site=>
                #number => {
                    #checks
                    __stackpool_checked.zeros(#zeros)
                }
            }
        });
        quote_spanned! {site=>
            match __stackpool_checked.byte() {
                #(#arms)*
                _ => __stackpool_checked.no_value(),
            }
        }
    }

    fn relink(&self, printer: &ItemPrinter<'_>) -> TokenStream {
        let site = printer.site;
        let arms = self.numbered().map(|(_, variant)| {
            let (name, (pattern, statements)) =
                (printed_ident(&variant.name), printer.relink_fields(&variant.fields));
            quote_spanned!(site=> Self::#name #pattern => { #statements })
        });
        quote_spanned! {site=>
            let _ = &__stackpool_moved;
            match __stackpool_value { #(#arms)* }
            ::core::result::Result::Ok(())
        }
    }

    fn reader(&self, printer: &ItemPrinter<'_>) -> (TokenStream, TokenStream) {
        let (site, krate) = (printer.site, printer.krate);
        let (mut readers, mut arms) = (TokenStream::new(), TokenStream::new());
        for (number, variant) in self.numbered() {
            let name = printed_ident(&variant.name);
            let (of_variant, fields) = printer.read_fields(number, &variant.fields);
            let zeros = zeros_behind(printer, number);
            readers.extend(of_variant);
            arms.extend(quote_spanned! {site=>
                #number => {
                    let __stackpool_value = Self::#name #fields;
                    __stackpool_source.skip(#zeros);
                    __stackpool_value
                }
            });
        }
        let read = quote_spanned! {site=>
            match __stackpool_source.byte() {
                #arms
                _ => #krate::__private::snapshot::not_checked(),
            }
        };
        (readers, printer.by_function(&read))
    }
}

/// The number of zeros behind the fields of a variant.
fn zeros_behind(printer: &ItemPrinter<'_>, number: u8) -> TokenStream {
    let krate = printer.krate;
    quote_spanned!(printer.site=> const { #krate::__private::snapshot::zeros_behind::<Self>(#number) })
}
