//! The impls for a type that is saved field by field, with the same number of bytes for each value: an enum, or a
//! struct with `#[snapshot(item)]`.

use super::parts::{around, called, part_of};
use super::{bounded, fixed_functions};
use crate::base::generics::split;
use crate::base::joined::joined;
use crate::base::span_range::{SpanRange, printed, printed_ident};
use crate::base::text;
use crate::print::definition::{renamed, shape_of, texts};
use crate::read::leaves::leaves;
use crate::spec::shape::Shape;
use crate::spec::snapshot::{SavedField, SnapshotSpec};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

pub(super) struct ItemPrinter<'a> {
    pub(super) spec: &'a SnapshotSpec,
    pub(super) site: Span,
    pub(super) krate: &'a TokenStream,
}

/// What differs between a struct and an enum.
pub(super) trait ItemForm {
    /// The kind of the type, its shape, and the expression for the number of bytes.
    fn shape(&self, printer: &ItemPrinter<'_>) -> (&'static str, &Shape, TokenStream);

    /// The constants of the impl of `Snapshot`, the impls beside it, and the expression for a report.
    fn fields(&self, printer: &ItemPrinter<'_>) -> Described;

    /// The body that hands the bytes of `self` to `sink`.
    fn put(&self, printer: &ItemPrinter<'_>) -> TokenStream;

    /// The body that checks the bytes of a value.
    fn check(&self, printer: &ItemPrinter<'_>) -> TokenStream;

    /// The body that replaces the handles in a value.
    fn relink(&self, printer: &ItemPrinter<'_>) -> TokenStream;

    /// The statements that make the readers of the fields, and the expression for what reads a value.
    fn reader(&self, printer: &ItemPrinter<'_>) -> (TokenStream, TokenStream);
}

/// What is known of the fields.
pub(super) struct Described {
    pub(super) constants: TokenStream,
    /// A trait, and what is in its impl.
    pub(super) other: Option<(TokenStream, TokenStream)>,
    pub(super) diff: TokenStream,
}

impl ItemPrinter<'_> {
    pub(super) fn print(&self, fields: &[&SavedField], is_item: bool, form: &dyn ItemForm) -> TokenStream {
        let (site, krate, name) = (self.site, self.krate, printed_ident(&self.spec.name));
        let (mut plain, mut skipped, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
        for field in fields {
            if field.is_skipped {
                skipped
                    .push((&field.ty, if field.is_kept { quote!(KeptField) } else { quote!(SkippedField) }));
            } else {
                leaves(&field.ty, &mut plain);
                shapes.push(self.of_form(&field.ty, &quote!(SHAPE)));
            }
        }
        let mut bounds = Vec::new();
        for ty in plain {
            bounds.push((ty, quote!(#krate::__private::snapshot::PlainPart)));
        }
        for (ty, bound) in skipped {
            bounds.push((ty, quote!(#krate::__private::snapshot::#bound)));
        }
        let generics = bounded(&self.spec.generics, bounds);
        let (on_impl, arguments, bounds) = split(&generics);
        let (kind, shape, bytes) = form.shape(self);
        let (put, check, (readers, reader)) = (form.put(self), form.check(self), form.reader(self));
        let relink = form.relink(self);
        let calls_default = self.calls_default(fields);
        let keeps = self.any(fields, |field| field.is_kept, &quote!(KEEPS));
        let (texts, renamed) = (texts(site, krate, &shape.fields), renamed(site, krate, shape));
        let shape = shape_of(site, krate, shape);
        let shown = Ident::new(if kind == "enum" { "ShowVariant" } else { "ShowBytes" }, site);
        let Described { constants, other, diff } = form.fields(self);
        let fixed = quote_spanned!(site=> #krate::__private::snapshot::FixedSize::<Self>::item());
        let functions = fixed_functions(site, krate, &fixed, &diff);
        let other = other.map(|(described, constants)| {
            quote_spanned! {site=>
                #[automatically_derived]
                impl #on_impl #krate::__private::snapshot::#described for #name #arguments #bounds {
                    #constants
                }
            }
        });
        let plain_data = is_item.then(|| {
            quote_spanned! {site=>
                #[automatically_derived]
                impl #on_impl #krate::PlainData for #name #arguments #bounds {
                    type Form = Self;
                }
            }
        });
        let is_not = quote_spanned!(site=> use #krate::__private::snapshot::IsNot as _;);
        quote_spanned! {site=>
            #other
            #plain_data

            #[automatically_derived]
            impl #on_impl #krate::__private::snapshot::FieldForm for #name #arguments #bounds {
                type Value = Self;
                const BYTES: ::core::primitive::usize = #bytes;
                const SHAPE: ::core::primitive::u64 = {
                    #is_not
                    #krate::__private::snapshot::item_shape(
                        #kind,
                        #shape,
                        <Self as #krate::__private::snapshot::FieldForm>::BYTES,
                        &[#(#shapes),*],
                    )
                };
                const SHOW: #krate::__private::snapshot::Show = {
                    use #krate::__private::snapshot::#shown as _;
                    #krate::__private::snapshot::ShowField::<Self>::SHOW
                };
                const FIELDS: &'static [#krate::__private::snapshot::ItemField] =
                    <Self as #krate::Snapshot>::FIELDS;
                const CALLS_DEFAULT: ::core::primitive::bool = {
                    #is_not
                    #calls_default
                };
                const KEEPS: ::core::primitive::bool = {
                    #is_not
                    #keeps
                };
                #texts

                #[inline]
                fn put<__StackpoolSink: #krate::__private::snapshot::Sink>(
                    __stackpool_value: &Self,
                    __stackpool_sink: &mut __StackpoolSink,
                ) {
                    #is_not
                    #put
                }

                #[inline]
                fn check(
                    __stackpool_checked: &mut #krate::__private::snapshot::Checked<'_>,
                ) -> ::core::primitive::bool {
                    #is_not
                    #check
                }

                #[inline(always)]
                fn reader() -> impl #krate::__private::snapshot::Reader<Self> {
                    #is_not
                    #readers
                    #reader
                }

                fn relink<__StackpoolMoved: #krate::Moved>(
                    __stackpool_value: &mut Self,
                    __stackpool_moved: &__StackpoolMoved,
                ) -> ::core::result::Result<(), #krate::LostHandle> {
                    #is_not
                    #relink
                }
            }

            #[automatically_derived]
            impl #on_impl #krate::Snapshot for #name #arguments #bounds {
                const SAVED_BYTES: ::core::primitive::usize =
                    <Self as #krate::__private::snapshot::FieldForm>::BYTES;
                const SHAPE: ::core::primitive::u64 =
                    <Self as #krate::__private::snapshot::FieldForm>::SHAPE;
                const IS_PLAIN: ::core::primitive::bool = true;
                #renamed
                const CALLS_DEFAULT: ::core::primitive::bool =
                    <Self as #krate::__private::snapshot::FieldForm>::CALLS_DEFAULT;
                #constants

                #functions
            }
        }
    }

    /// What is done with a field of this type.
    pub(super) fn part(&self, ty: &Type) -> TokenStream {
        part_of(self.krate, &self.spec.generics, ty)
    }

    /// Something that the runtime does with a field of this type, in place of the type.
    fn of_form(&self, ty: &Type, what: &TokenStream) -> TokenStream {
        let krate = self.krate;
        around(ty, quote!(<), self.part(ty), quote!(as #krate::__private::snapshot::FieldForm>::#what))
    }

    /// What the runtime knows of these fields. `ShowBytes` is in scope.
    pub(super) fn list(&self, fields: &[SavedField]) -> TokenStream {
        let (site, krate) = (self.site, self.krate);
        let fields =
            fields.iter().filter(|field| !field.is_skipped).map(|SavedField { member, ty, .. }| {
                let name = text::member(member);
                let bytes = self.of_form(ty, &quote!(BYTES));
                let shape = self.of_form(ty, &quote!(SHAPE));
                let show = quote!(#krate::__private::snapshot::ShowField::<);
                let show = around(ty, show, self.part(ty), quote!(>::SHOW));
                quote_spanned! {site=>
                    #krate::__private::snapshot::ItemField {
                        name: #name,
                        column: 0,
                        bytes: #bytes,
                        shape: #shape,
                        show: #show,
                    }
                }
            });
        quote_spanned!(site=> &[#(#fields),*])
    }

    /// A pattern of these fields, and the statements that hand them to `sink`.
    pub(super) fn put_fields(&self, fields: &[SavedField]) -> (TokenStream, TokenStream) {
        let site = self.site;
        self.each_field(fields, |field, value| {
            let put = self.of_form(&field.ty, &quote!(put));
            let put = called(&field.ty, put, quote_spanned!(site=> #value, __stackpool_sink));
            quote_spanned!(site=> let () = #put;)
        })
    }

    /// A pattern of these fields, and the statements that replace the handles in them.
    pub(super) fn relink_fields(&self, fields: &[SavedField]) -> (TokenStream, TokenStream) {
        let (site, krate) = (self.site, self.krate);
        self.each_field(fields, |field, value| {
            let name = text::member(&field.member);
            let relink = self.of_form(&field.ty, &quote!(relink));
            let relink = called(&field.ty, relink, quote_spanned!(site=> #value, __stackpool_moved));
            quote_spanned! {site=>
                if let ::core::result::Result::Err(_) = #relink {
                    return ::core::result::Result::Err(#krate::LostHandle::new(#name));
                }
            }
        })
    }

    /// A pattern of the fields that are saved, and what `print` makes of each and of the name of its value.
    fn each_field(
        &self,
        fields: &[SavedField],
        print: impl Fn(&SavedField, &Ident) -> TokenStream,
    ) -> (TokenStream, TokenStream) {
        let site = self.site;
        let others = fields.iter().any(|field| field.is_skipped).then(|| quote_spanned!(site=> ..));
        let fields: Vec<_> = fields.iter().filter(|field| !field.is_skipped).collect();
        let value = |(position, field): (usize, &&SavedField)| {
            format_ident!("__stackpool_value_{position}", span = field.ty.span())
        };
        let values: Vec<Ident> = fields.iter().enumerate().map(value).collect();
        let members = fields.iter().map(|field| printed(&field.member));
        let pattern = quote_spanned!(site=> { #(#members: #values,)* #others });
        (pattern, joined(fields.iter().zip(&values).map(|(field, value)| print(field, value))))
    }

    /// What reads values by this expression, which has no kept field of its own: no value in the parts of this one may
    /// have one.
    pub(super) fn by_function(&self, read: &TokenStream) -> TokenStream {
        let (site, krate) = (self.site, self.krate);
        quote_spanned! {site=>
            const { #krate::__private::snapshot::keeps_nothing::<Self>() };
            #krate::__private::snapshot::by_function(
                move |__stackpool_source: &mut #krate::__private::snapshot::Source<'_>| #read,
            )
        }
    }

    /// The statements that check the fields of a value.
    pub(super) fn check_fields(&self, fields: &[SavedField]) -> TokenStream {
        let site = self.site;
        let saved = fields.iter().filter(|field| !field.is_skipped);
        let checks = saved.map(|SavedField { member, ty, .. }| {
            let name = text::member(member);
            let check = self.of_form(ty, &quote!(check));
            let check = called(ty, check, quote_spanned!(site=> __stackpool_checked));
            quote_spanned! {site=>
                let __stackpool_found = #check;
                if !__stackpool_found {
                    return __stackpool_checked.in_field(#name);
                }
            }
        });
        joined(checks)
    }

    /// The statements that make the readers of these fields, which are the first `variant`; and the fields of a value
    /// that is read from `source`, in braces.
    pub(super) fn read_fields(&self, variant: u8, fields: &[SavedField]) -> (TokenStream, TokenStream) {
        let (krate, site) = (self.krate, self.site);
        let others = fields.iter().enumerate().filter(|(_, field)| !field.is_kept);
        let readers = others.map(|(position, field)| {
            let SavedField { ty, is_skipped, .. } = field;
            let read = reader_of(variant, position, field);
            let (function, of) = if *is_skipped {
                (quote!(restored), ty.to_token_stream())
            } else {
                (quote!(reader), self.part(ty))
            };
            let function = quote!(#krate::__private::snapshot::#function::<);
            let reader = called(ty, around(ty, function, of, quote!(>)), TokenStream::new());
            // Where the type has no form, rustc reports this constant as it does elsewhere, so all of its reports are
            // one.
            let form = (!is_skipped).then(|| self.of_form(ty, &quote!(SHAPE)));
            let form = form.map(|form| quote_spanned!(site=> let _ = #form;));
            quote_spanned!(site=> #form let #read = #reader;)
        });
        let reads = fields.iter().enumerate().map(|(position, field)| {
            let SavedField { member, ty, .. } = field;
            let (member, read) = (printed(member), reader_of(variant, position, field));
            if field.is_kept {
                let function = quote!(#krate::__private::snapshot::kept::<);
                let default = around(ty, function, ty.to_token_stream(), quote!(>));
                let default = called(ty, default, TokenStream::new());
                return quote_spanned!(site=> #member: #default);
            }
            let function = around(ty, quote!(#krate::__private::snapshot::read), quote!(), quote!());
            // Where some fields are kept, two functions borrow the readers.
            let borrow = (!fields.iter().any(|field| field.is_kept)).then(|| quote!(&));
            let read = SpanRange::of(ty).claim(quote!(#borrow #read));
            let read = called(ty, function, quote_spanned!(site=> #read, __stackpool_source));
            quote_spanned!(site=> #member: #read)
        });
        (joined(readers), quote_spanned!(site=> { #(#reads),* }))
    }

    /// A pattern that has the readers of these fields, of which some are kept, and the fields of a value; and the
    /// statements that read the others in their place.
    pub(super) fn read_over_fields(&self, fields: &[SavedField]) -> (TokenStream, TokenStream, TokenStream) {
        let (krate, site) = (self.krate, self.site);
        let (mut readers, mut members, mut reads) = (Vec::new(), Vec::new(), Vec::new());
        for (position, field) in fields.iter().enumerate() {
            if field.is_kept {
                continue;
            }
            let read = reader_of(0, position, field);
            readers.push(read.clone());
            let (ty, member) = (&field.ty, printed(&field.member));
            let value = format_ident!("__stackpool_value_{position}", span = ty.span());
            members.push(quote_spanned!(site=> #member: #value));
            let function = around(ty, quote!(#krate::__private::snapshot::read_over), quote!(), quote!());
            let read = called(ty, function, quote_spanned!(site=> #read, #value, __stackpool_source));
            reads.push(quote_spanned!(site=> let () = #read;));
        }
        (quote_spanned!(site=> (#(#readers,)*)), quote_spanned!(site=> { #(#members,)* .. }), joined(reads))
    }

    /// Whether one of the fields calls the `Default` of a skipped one, before anything changes.
    fn calls_default(&self, fields: &[&SavedField]) -> TokenStream {
        self.any(fields, |field| field.is_skipped && !field.is_kept, &quote!(CALLS_DEFAULT))
    }

    /// Whether `has` is true of one of the fields, or the `constant` of the form of one that is saved.
    fn any(
        &self,
        fields: &[&SavedField],
        has: impl Fn(&SavedField) -> bool,
        constant: &TokenStream,
    ) -> TokenStream {
        let site = self.site;
        if fields.iter().any(|field| has(field)) {
            return quote_spanned!(site=> true);
        }
        let saved = fields.iter().filter(|field| !field.is_skipped);
        let of_fields = saved.map(|field| self.of_form(&field.ty, constant));
        quote_spanned!(site=> false #(|| #of_fields)*)
    }
}

/// The variable that has what reads a field.
fn reader_of(variant: u8, position: usize, field: &SavedField) -> Ident {
    format_ident!("__stackpool_read_{variant}_{position}", span = SpanRange::of(&field.ty).end())
}
