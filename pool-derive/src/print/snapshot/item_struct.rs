//! A struct with `#[snapshot(item)]`: its fields, one after the other.

use super::diff_fields;
use super::item::{Described, ItemForm, ItemPrinter};
use crate::spec::shape::Shape;
use crate::spec::snapshot::SavedField;
use proc_macro2::TokenStream;
use quote::quote_spanned;

pub(super) struct StructPrinter<'a> {
    pub(super) fields: &'a [SavedField],
    pub(super) shape: &'a Shape,
}

impl ItemForm for StructPrinter<'_> {
    fn shape(&self, printer: &ItemPrinter<'_>) -> (&'static str, &Shape, TokenStream) {
        let (site, krate) = (printer.site, printer.krate);
        let bytes = quote_spanned! {site=>
            #krate::__private::snapshot::fields_bytes(<Self as #krate::Snapshot>::FIELDS)
        };
        ("item", self.shape, bytes)
    }

    fn fields(&self, printer: &ItemPrinter<'_>) -> Described {
        let (site, krate) = (printer.site, printer.krate);
        let fields = printer.list(self.fields);
        Described {
            constants: quote_spanned! {site=>
                const FIELDS: &'static [#krate::__private::snapshot::ItemField] = {
                    use #krate::__private::snapshot::{IsNot as _, ShowBytes as _};
                    #fields
                };
            },
            other: None,
            diff: diff_fields(site, krate),
        }
    }

    fn put(&self, printer: &ItemPrinter<'_>) -> TokenStream {
        let (pattern, puts) = printer.put_fields(self.fields);
        quote_spanned! {printer.site=>
            let Self #pattern = __stackpool_value;
            let _ = &__stackpool_sink;
            #puts
        }
    }

    fn check(&self, printer: &ItemPrinter<'_>) -> TokenStream {
        let checks = printer.check_fields(self.fields);
        quote_spanned! {printer.site=>
            let _ = &__stackpool_checked;
            #checks
            true
        }
    }

    fn relink(&self, printer: &ItemPrinter<'_>) -> TokenStream {
        let (pattern, statements) = printer.relink_fields(self.fields);
        quote_spanned! {printer.site=>
            let Self #pattern = __stackpool_value;
            let _ = &__stackpool_moved;
            #statements
            ::core::result::Result::Ok(())
        }
    }

    fn reader(&self, printer: &ItemPrinter<'_>) -> (TokenStream, TokenStream) {
        let (site, krate) = (printer.site, printer.krate);
        let (readers, fields) = printer.read_fields(0, self.fields);
        if !self.fields.iter().any(|field| field.is_kept) {
            let read = quote_spanned! {site=> {
                let _ = &__stackpool_source;
                Self #fields
            }};
            return (readers, printer.by_function(&read));
        }
        let (names, pattern, reads) = printer.read_over_fields(self.fields);
        let reader = quote_spanned! {site=>
            #krate::__private::snapshot::keeping(
                #names,
                |__stackpool_readers, __stackpool_source| {
                    let _ = &__stackpool_source;
                    let #names = __stackpool_readers;
                    Self #fields
                },
                |__stackpool_readers, __stackpool_value: &mut Self, __stackpool_source| {
                    let _ = &__stackpool_source;
                    let #names = __stackpool_readers;
                    let Self #pattern = __stackpool_value;
                    #reads
                },
            )
        };
        (readers, reader)
    }
}
