//! The impls of `Snapshot`.
//!
//! The runtime has a list of the fields, and does all that needs no value. What is generated besides names each field
//! once for its length, for its bytes, for the two of what changed, to forget that, and to restore it.

use crate::base::generics::split;
use crate::base::joined::joined;
use crate::base::span_range::{SpanRange, printed, printed_ident};
use crate::base::text;
use crate::print::definition::{renamed, shape_of};
use crate::read::leaves::asked;
use crate::spec::shape::Shape;
use crate::spec::snapshot::{SavedField, SavedForm, SnapshotSpec};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Generics, Type, parse_quote};

mod item;
mod item_struct;
mod parts;
mod unclear;
mod variants;

use item::ItemPrinter;
use item_struct::StructPrinter;
use parts::{around, part_of, question};
use variants::EnumPrinter;

pub(crate) fn print(spec: &SnapshotSpec) -> TokenStream {
    let site = Span::mixed_site().located_at(spec.name.span());
    let krate = match &spec.krate {
        Some(path) => printed(path),
        None => quote_spanned!(site=> ::stackpool),
    };
    let printer = |fields| Printer { spec, fields, site, krate: krate.clone() };
    match &spec.form {
        SavedForm::Fields(fields) => printer(fields).by_field(),
        SavedForm::Plain { shape, fields } => printer(fields).plain(shape),
        SavedForm::Item { shape, fields } => {
            let printer = ItemPrinter { spec, site, krate: &krate };
            printer.print(&fields.iter().collect::<Vec<_>>(), true, &StructPrinter { fields, shape })
        }
        SavedForm::Variants { shape, variants, is_item } => {
            let printer = ItemPrinter { spec, site, krate: &krate };
            let mut fields = Vec::new();
            for variant in variants {
                fields.extend(&variant.fields);
            }
            printer.print(&fields, *is_item, &EnumPrinter { variants, shape })
        }
        SavedForm::Unclear { is_item } => unclear::print(spec, site, &krate, *is_item),
    }
}

struct Printer<'a> {
    spec: &'a SnapshotSpec,
    fields: &'a [SavedField],
    site: Span,
    krate: TokenStream,
}

impl<'a> Printer<'a> {
    /// A struct that is saved as its bytes.
    fn plain(&self, shape: &Shape) -> TokenStream {
        let (site, krate, name) = (self.site, &self.krate, printed_ident(&self.spec.name));
        let (renamed, shape) = (renamed(site, krate, shape), shape_of(site, krate, shape));
        let mut generics = self.spec.generics.clone();
        if generics.type_params().next().is_some() {
            // Whether it is plain data depends on the types.
            let bound = parse_quote!(Self: #krate::__private::snapshot::PlainValue);
            generics.make_where_clause().predicates.push(bound);
        }
        let (on_impl, arguments, bounds) = split(&generics);
        let fields = self.fields.iter().map(|SavedField { member, ty, .. }| {
            let name = text::member(member);
            item_field(site, krate, &name, 0, &ty.to_token_stream())
        });
        let form = SpanRange::of(&self.spec.name)
            .claim(quote!(#krate::__private::snapshot::FixedSize::<Self>::plain()));
        let functions = fixed_functions(site, krate, &form, &diff_fields(site, krate));
        quote_spanned! {site=>
            #[automatically_derived]
            impl #on_impl #krate::Snapshot for #name #arguments #bounds {
                const SAVED_BYTES: ::core::primitive::usize = ::core::mem::size_of::<Self>();
                const SHAPE: ::core::primitive::u64 = #krate::__private::snapshot::plain_shape::<Self>(#shape);
                const IS_PLAIN: ::core::primitive::bool = true;
                #renamed
                const FIELDS: &'static [#krate::__private::snapshot::ItemField] = {
                    use #krate::__private::snapshot::ShowBytes as _;
                    &[#(#fields),*]
                };

                #functions
            }
        }
    }

    /// A struct that is saved field by field.
    fn by_field(&self) -> TokenStream {
        let (site, krate, name) = (self.site, &self.krate, printed_ident(&self.spec.name));
        let generics = self.generics();
        let (on_impl, arguments, bounds) = split(&generics);
        let list = self.fields.iter().map(|saved| {
            let (field, ty) = (self.field_of(saved), &saved.ty);
            let reported = (!saved.is_plain).then(|| {
                let show = quote!(#krate::__private::snapshot::ShowField::<);
                let show = around(ty, show, self.form_of(ty).1, quote!(>::SHOW));
                quote_spanned!(site=> .reported(#krate::__private::snapshot::DiffOf::<#ty>::DIFF, #show))
            });
            let name = saved_name(saved);
            let renamed =
                (name != text::member(&saved.member)).then(|| quote_spanned!(site=> .saved_as(#name)));
            quote_spanned!(site=> #field.field #renamed #reported)
        });
        let names: usize = self.fields.iter().map(|field| NAME_BYTES + saved_name(field).len()).sum();
        let names = Literal::usize_unsuffixed(NAMES_BYTES + names);
        let count = Literal::usize_unsuffixed(self.fields.len());
        let tables = [
            ("FIELDS", "KnownField", "known_fields"),
            ("DELTAS", "PartDeltas", "part_deltas_of"),
            ("RESIZES", "Resize", "resizes"),
            ("DIFFS", "FieldDiff", "diffs"),
        ];
        let tables = joined(tables.map(|names| {
            let (table, of, function) =
                (Ident::new(names.0, site), Ident::new(names.1, site), Ident::new(names.2, site));
            quote_spanned! {site=>
                const #table: &'static [#krate::__private::snapshot::#of] =
                    &#krate::__private::snapshot::#function::<#count>(
                        <Self as #krate::__private::snapshot::Struct>::WHOLE,
                    );
            }
        }));
        let methods = self.methods();
        let deltas = self.deltas();
        quote_spanned! {site=>
            #[automatically_derived]
            impl #on_impl #krate::__private::snapshot::Struct for #name #arguments #bounds {
                const WHOLE: &'static [#krate::__private::snapshot::Field] = {
                    use #krate::__private::snapshot::{DiffAsSaved as _, IsNot as _, ShowBytes as _};
                    &[#(#list),*]
                };
                #tables
                const NAMES: &'static [::core::primitive::u8] = &#krate::__private::snapshot::names::<#names>(
                    <Self as #krate::__private::snapshot::Struct>::FIELDS,
                );
            }

            #[automatically_derived]
            impl #on_impl #krate::Snapshot for #name #arguments #bounds {
                const SAVED_BYTES: ::core::primitive::usize =
                    <Self as #krate::__private::snapshot::Struct>::TOTALS.saved_bytes;
                const SHAPE: ::core::primitive::u64 =
                    <Self as #krate::__private::snapshot::Struct>::TOTALS.shape;
                const DELTA_BYTES: ::core::primitive::usize =
                    <Self as #krate::__private::snapshot::Struct>::TOTALS.delta_bytes;
                const GROWS: ::core::primitive::bool =
                    <Self as #krate::__private::snapshot::Struct>::TOTALS.grows;
                const CALLS_DEFAULT: ::core::primitive::bool =
                    <Self as #krate::__private::snapshot::Struct>::TOTALS.calls_default;
                const PART: #krate::__private::snapshot::PartDeltas =
                    #krate::__private::snapshot::part_deltas::<Self>();

                #methods

                fn check_saved(
                    __stackpool_saved: &[::core::primitive::u8],
                ) -> ::core::result::Result<(), #krate::SnapshotError> {
                    #krate::__private::snapshot::check::<Self>(__stackpool_saved)
                }

                #deltas

                fn write_resized(
                    __stackpool_saved: &[::core::primitive::u8],
                    __stackpool_buffer: &mut [::core::primitive::u8],
                ) -> ::core::result::Result<
                    ::core::primitive::usize,
                    #krate::SnapshotError<#krate::ResizeError>,
                > {
                    #krate::__private::snapshot::resize::<Self>(__stackpool_saved, __stackpool_buffer)
                }

                fn diff_saved(
                    __stackpool_saved: [&[::core::primitive::u8]; 2],
                    __stackpool_report: &mut #krate::DiffReport<'_>,
                ) {
                    #krate::__private::snapshot::diff::<Self>(__stackpool_saved, __stackpool_report)
                }
            }
        }
    }

    /// The functions of deltas.
    fn deltas(&self) -> TokenStream {
        let (site, krate) = (self.site, &self.krate);
        let functions = ["write_delta", "read_delta"].map(|name| {
            let name = Ident::new(name, site);
            quote_spanned! {site=>
                fn #name(
                    __stackpool_base: &[::core::primitive::u8],
                    __stackpool_other: &[::core::primitive::u8],
                    __stackpool_buffer: &mut [::core::primitive::u8],
                ) -> ::core::result::Result<
                    ::core::primitive::usize,
                    #krate::SnapshotError<#krate::DeltaError>,
                > {
                    #krate::__private::snapshot::#name::<Self>(__stackpool_base, __stackpool_other, __stackpool_buffer)
                }
            }
        });
        joined(functions)
    }

    /// The functions that name the fields of a value.
    fn methods(&self) -> TokenStream {
        let (site, krate) = (self.site, &self.krate);
        let count = self.fields.len();
        let pattern = self.pattern();
        // What `print` makes of each field, with the value that it is called by.
        let each = |print: &dyn Fn(TokenStream, Ident) -> TokenStream| {
            let fields = self.fields.iter().enumerate();
            fields.map(|(at, field)| print(self.field_of(field), self.value(at))).collect::<Vec<_>>()
        };
        let lengths = each(&|field, value| quote_spanned!(site=> (#field.saved_len)(#value)));
        let writes =
            each(&|field, value| quote_spanned!(site=> __stackpool_writer.field(#field.write, #value);));
        let changed_lengths = each(&|field, value| quote_spanned!(site=> (#field.changed_len)(#value)));
        let changed_writes = each(
            &|field, value| quote_spanned!(site=> __stackpool_writer.changed_field(#field.write_changed, #value)?;),
        );
        let cleared = each(&|field, value| quote_spanned!(site=> (#field.clear_changes)(#value);));
        let parts = (0..count).map(|position| {
            let part = self.part(position);
            quote_spanned!(site=> let #part = __stackpool_parts.part();)
        });
        let restored = self.restored(0);
        let shows = self.shows();
        let mutable = if count > 0 { quote_spanned!(site=> mut) } else { TokenStream::new() };
        let unused =
            if count > 0 { TokenStream::new() } else { quote_spanned!(site=> let _ = __stackpool_parts;) };
        quote_spanned! {site=>
            fn saved_len(&self) -> ::core::primitive::usize {
                #shows
                let #pattern = self;
                <Self as #krate::__private::snapshot::Struct>::TOTALS.header_bytes #(+ #lengths)*
            }

            fn write_saved(&self, __stackpool_buffer: &mut [::core::primitive::u8]) -> ::core::primitive::usize {
                #shows
                let #pattern = self;
                let #mutable __stackpool_writer = #krate::__private::snapshot::Writer::new::<Self>(__stackpool_buffer);
                #(#writes)*
                __stackpool_writer.finish()
            }

            fn changed_len(&self) -> ::core::primitive::usize {
                #shows
                let #pattern = self;
                #krate::__private::snapshot::delta_header_bytes(#count) #(+ #changed_lengths)*
            }

            fn write_changed(
                &self,
                __stackpool_buffer: &mut [::core::primitive::u8],
            ) -> ::core::result::Result<::core::primitive::usize, #krate::BufferTooSmall> {
                #shows
                let #pattern = self;
                let #mutable __stackpool_writer =
                    #krate::__private::snapshot::Writer::changed::<Self>(__stackpool_buffer)?;
                #(#changed_writes)*
                ::core::result::Result::Ok(__stackpool_writer.finish_changed())
            }

            fn clear_changes(&mut self) {
                #shows
                let #pattern = self;
                #(#cleared)*
            }

            fn restore_then(
                &mut self,
                __stackpool_saved: &[::core::primitive::u8],
                __stackpool_then: &mut #krate::__private::snapshot::Then<'_>,
            ) -> ::core::result::Result<(), #krate::SnapshotError> {
                #shows
                let #pattern = self;
                let #mutable __stackpool_parts = #krate::__private::snapshot::Parts::split::<Self>(__stackpool_saved)?;
                #unused
                #(#parts)*
                #restored
            }
        }
    }

    /// Checks the fields from `position` on, calls `then`, and restores them from the last one back.
    fn restored(&self, position: usize) -> TokenStream {
        let site = self.site;
        let Some(field) = self.fields.get(position) else {
            return quote_spanned!(site=> __stackpool_then());
        };
        let (krate, name) = (&self.krate, text::member(&field.member));
        let (field, value, part) = (self.field_of(field), self.value(position), self.part(position));
        let later = self.restored(position + 1);
        quote_spanned! {site=>
            #krate::__private::snapshot::restore_field(#field.restore_then, #name, #value, #part, &mut || #later)
        }
    }

    /// Brings in scope what `field_of` needs: how values without `Debug` are shown, and what is true of most types.
    fn shows(&self) -> Option<TokenStream> {
        let krate = &self.krate;
        (!self.fields.is_empty()).then(
            || quote_spanned!(self.site=> use #krate::__private::snapshot::{IsNot as _, ShowBytes as _};),
        )
    }

    /// What the runtime knows of a field. The type has the place where the user wrote it.
    fn field_of(&self, field: &SavedField) -> TokenStream {
        let krate = &self.krate;
        let (name, ty) = (text::member(&field.member), &field.ty);
        let place = SpanRange::of(ty);
        let before = place.claim(quote!(#krate::__private::snapshot::FieldOf::<));
        let after = SpanRange::at(place.end());
        let written = field.written;
        match field.is_plain {
            true => {
                let show = quote!(#krate::__private::snapshot::ShowAs::<#ty>::SHOW);
                let call = after.claim(quote!(>::plain(#name, #written, #show)));
                quote!(#before #ty #call)
            }
            false => {
                let (by_form, form) = self.form_of(ty);
                let (new, arguments) =
                    (after.claim(quote!(>::of::<)), after.claim(quote!(>(#name, #written))));
                quote!(#before #ty #new #by_form, #form #arguments)
            }
        }
    }

    /// Whether a field of this type is saved as a field of an item, and its form if it is.
    fn form_of(&self, ty: &Type) -> (TokenStream, TokenStream) {
        let krate = &self.krate;
        if !asked(ty, &self.spec.generics) {
            return (quote!(false), quote!(()));
        }
        let form = part_of(krate, &self.spec.generics, ty);
        let by_form = quote! {
            #krate::__private::snapshot::HasForm::<#form>::IS_IN_SAVES
                && !#krate::__private::snapshot::BySnapshot::<#ty>::IS_IN_SAVES
        };
        (question(ty, by_form), form)
    }

    /// Takes the struct apart. Without fields, the type may be another one, which has an error.
    fn pattern(&self) -> TokenStream {
        if self.fields.is_empty() {
            return quote_spanned!(self.site=> _);
        }
        let fields = self.fields.iter().enumerate().map(|(position, field)| {
            let (member, value) = (printed(&field.member), self.value(position));
            quote_spanned!(self.site=> #member: #value,)
        });
        quote_spanned!(self.site=> Self { #(#fields)* .. })
    }

    fn value(&self, position: usize) -> Ident {
        format_ident!("__stackpool_value_{position}", span = self.site)
    }

    fn part(&self, position: usize) -> Ident {
        format_ident!("__stackpool_part_{position}", span = self.site)
    }

    /// The parameters, with bounds on the fields whose types have some of them.
    fn generics(&self) -> Generics {
        let krate = &self.krate;
        let bound = |field: &'a SavedField| match field.is_plain {
            true => (&field.ty, quote!(#krate::__private::snapshot::PlainValue)),
            false => (&field.ty, quote!(#krate::Snapshot)),
        };
        bounded(&self.spec.generics, self.fields.iter().map(bound).collect())
    }
}

/// The functions of `Snapshot` for a type whose values all have the same number of bytes. `form` is what they call, and
/// `diff` reports differences.
fn fixed_functions(site: Span, krate: &TokenStream, form: &TokenStream, diff: &TokenStream) -> TokenStream {
    quote_spanned! {site=>
        #[inline]
        fn saved_len(&self) -> ::core::primitive::usize {
            <Self as #krate::Snapshot>::SAVED_BYTES
        }

        #[inline]
        fn write_saved(&self, __stackpool_buffer: &mut [::core::primitive::u8]) -> ::core::primitive::usize {
            (#form.write)(self, __stackpool_buffer)
        }

        #[inline]
        fn check_saved(
            __stackpool_saved: &[::core::primitive::u8],
        ) -> ::core::result::Result<(), #krate::SnapshotError> {
            (#form.check)(__stackpool_saved)
        }

        #[inline]
        fn restore_then(
            &mut self,
            __stackpool_saved: &[::core::primitive::u8],
            __stackpool_then: &mut #krate::__private::snapshot::Then<'_>,
        ) -> ::core::result::Result<(), #krate::SnapshotError> {
            (#form.restore_then)(self, __stackpool_saved, __stackpool_then)
        }

        #[inline]
        fn restore_elements(
            __stackpool_elements: &mut [Self],
            __stackpool_saved: &[::core::primitive::u8],
            __stackpool_then: &mut #krate::__private::snapshot::Then<'_>,
        ) -> ::core::result::Result<(), #krate::SnapshotError> {
            (#form.restore_elements)(__stackpool_elements, __stackpool_saved, __stackpool_then)
        }

        fn diff_saved(
            __stackpool_saved: [&[::core::primitive::u8]; 2],
            __stackpool_report: &mut #krate::DiffReport<'_>,
        ) {
            #diff
        }
    }
}

/// The report of a struct whose fields are known.
fn diff_fields(site: Span, krate: &TokenStream) -> TokenStream {
    quote_spanned! {site=>
        #krate::__private::snapshot::diff_plain(
            __stackpool_saved,
            <Self as #krate::Snapshot>::FIELDS,
            __stackpool_report,
        )
    }
}

/// The parameters, with the bounds of those types that have some of them.
fn bounded(generics: &Generics, bounds: Vec<(&Type, TokenStream)>) -> Generics {
    let names: Vec<_> = generics.type_params().map(|param| param.ident.clone()).collect();
    let mut generics = generics.clone();
    for (ty, bound) in bounds {
        if !mentions(ty.to_token_stream(), &names) {
            continue;
        }
        // In parentheses: after `*const fn(T)`, rustc takes the `:` of a bound for a wrong `->`.
        let ty = quote_spanned!(Span::mixed_site()=> (#ty));
        generics.make_where_clause().predicates.push(parse_quote!(#ty: #bound));
    }
    generics
}

/// A field of plain data, for a report of what differs. `ShowBytes` is in scope.
pub(crate) fn item_field(
    site: Span,
    krate: &impl ToTokens,
    name: &str,
    column: usize,
    ty: &TokenStream,
) -> TokenStream {
    quote_spanned! {site=>
        #krate::__private::snapshot::ItemField {
            name: #name,
            column: #column,
            bytes: ::core::mem::size_of::<#ty>(),
            shape: 0,
            show: #krate::__private::snapshot::ShowAs::<#ty>::SHOW,
        }
    }
}

/// The bytes before the names of fields in a save, and those before each name.
const NAMES_BYTES: usize = 4;
const NAME_BYTES: usize = 6;

/// The name of a field, as bytes have it.
fn saved_name(field: &SavedField) -> String {
    field.saved_name.clone().unwrap_or_else(|| text::member(&field.member))
}

/// Whether one of the names is in the tokens.
fn mentions(tokens: TokenStream, names: &[Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Ident(ident) => names.contains(&ident),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
