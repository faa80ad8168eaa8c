//! The code for a pool of values: the numbering of the values, as digits of mixed radix.
//!
//! ```text
//! type __StackpoolItem = TileCoord;
//! const __STACKPOOL_FIELD_0: Ranges<1> =
//!     Ranges([RangedField::new(|value: &__StackpoolItem| value.x).exclusive(0, 64)]);
//! const __STACKPOOL_COUNT: Count = Count::ONE.ranges(&__STACKPOOL_FIELD_0).values(&TypedField::new(..));
//! ```
//!
//! The closures tell rustc the types of fields, which the macros do not always know. If a user's constant had the
//! name of a variable, the variable would be a pattern that matches the constant. So the variables have long names.

use crate::base::span_range::{SpanRange, printed, printed_ident};
use crate::plan::krate::Krate;
use crate::plan::{Item, Plan};
use crate::print::{definition, layout};
use crate::spec::value_pool_set::{Bound, Field, FieldSet, SetShape, ValueRange, ValueSet};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::Member;

/// Prints the values of one definition.
struct Printer<'a> {
    site: Span,
    krate: &'a Krate,
    set: &'a ValueSet,
}

/// A field whose set is known, by its position.
struct Known<'a> {
    position: usize,
    /// The field; `None` if the item itself has the ranges.
    member: Option<&'a Member>,
    set: Set<'a>,
}

enum Set<'a> {
    Ranges(&'a [ValueRange]),
    OfType(SpanRange),
}

/// The sets of the fields, the number of values, and the checks; nothing for a set that is not known.
pub(crate) fn constants(site: Span, krate: &Krate, set: &ValueSet, item: &TokenStream) -> TokenStream {
    let printer = Printer { site, krate, set };
    let fields = printer.fields();
    let ranges = fields.iter().map(|field| printer.ranges(field));
    let count = set.is_settled().then(|| printer.count(&fields));
    quote_spanned! {site=>
        type __StackpoolItem = #item;
        #(#ranges)*
        #count
    }
}

/// The impl of the definition.
pub(crate) fn spec_impl(plan: &Plan) -> TokenStream {
    let Plan { site, krate, name, shown_name, .. } = plan;
    let site = *site;
    let item = match &plan.item {
        Item::Itself { .. } => quote_spanned!(site=> type Item = #name;),
        Item::Type(item) | Item::Columns(item) => definition::claimed_item(item),
    };
    let layout = layout::print(site, krate, &plan.constants);
    let (value, index) = match &plan.set {
        Some(set) => Printer { site, krate, set }.numbering(),
        // In a fallback: neither is ever called.
        None => (quote_spanned!(site=> loop {}), quote_spanned!(site=> ::core::option::Option::None)),
    };
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::ValueSpec for #name {
            #item
            type Layout = #layout;
            const NAME: &'static ::core::primitive::str = #shown_name;
            #[inline]
            fn value(__stackpool_index: ::core::primitive::u32) -> Self::Item {
                let _ = __stackpool_index;
                #value
            }
            #[inline]
            fn index(__stackpool_value: &Self::Item) -> ::core::option::Option<::core::primitive::u32> {
                let _ = __stackpool_value;
                #index
            }
        }
    }
}

impl<'a> Printer<'a> {
    /// The fields whose sets are known.
    fn fields(&self) -> Vec<Known<'a>> {
        match &self.set.shape {
            SetShape::Fields(fields) => fields.iter().enumerate().filter_map(known).collect(),
            SetShape::Ranges(ranges) => {
                vec![Known { position: 0, member: None, set: Set::Ranges(ranges) }]
            }
            SetShape::Variants(_) | SetShape::List(_) | SetShape::Unknown => Vec::new(),
        }
    }

    /// `RangedField::new(|value: &__StackpoolItem| value.x)`. It is printed in the same way at all places, so that
    /// rustc reports a mistake in the type of the field once.
    fn field(&self, field: &Known<'_>) -> TokenStream {
        let (span, constructor) = match field.set {
            Set::Ranges(ranges) => (span_of(ranges), quote!(::__private::RangedField::new)),
            Set::OfType(span) => (span, quote!(::__private::TypedField::new)),
        };
        let access = match field.member {
            Some(member) => access_of_field(span, member),
            None => span.claim(quote!(|__stackpool_value: &__StackpoolItem| *__stackpool_value)),
        };
        let constructor = self.krate.claim(span, constructor);
        let mut arguments = Group::new(Delimiter::Parenthesis, access);
        arguments.set_span(span.end());
        quote!(#constructor #arguments)
    }

    /// The constant of a field that has ranges, and its checks.
    fn ranges(&self, field: &Known<'_>) -> TokenStream {
        let Set::Ranges(ranges) = field.set else { return TokenStream::new() };
        let (site, krate) = (self.site, self.krate);
        let constant = constant(site, field.position);
        let len = ranges.len();
        let values = ranges.iter().map(|range| self.range(field, range));
        let mut checks = TokenStream::new();
        for (position, range) in ranges.iter().enumerate() {
            let literal = Literal::usize_unsuffixed(position);
            let this = quote_spanned!(site=> #constant.0[#literal]);
            checks.extend(self.check(range.span, quote!(ValueRange::check), this));
            if position > 0 {
                let of_all = quote_spanned!(site=> #constant, #literal);
                checks.extend(self.check(range.span, quote!(Ranges::check_overlap), of_all));
            }
        }
        quote_spanned! {site=>
            const #constant: #krate::__private::Ranges<#len> = #krate::__private::Ranges([#(#values),*]);
            #checks
        }
    }

    /// One range of a field. rustc reports mistakes in its bounds at the range.
    fn range(&self, field: &Known<'_>, range: &ValueRange) -> TokenStream {
        let function = if range.is_inclusive { quote!(inclusive) } else { quote!(exclusive) };
        let type_of = |bound: &Bound| if bound.untyped { quote!(::core::primitive::i128) } else { quote!(_) };
        let (first_type, last_type) = (type_of(&range.first), type_of(&range.last));
        let function = range.span.claim(quote!(.#function::<#first_type, #last_type>));
        let (field, first, last) = (self.field(field), &range.first.tokens, &range.last.tokens);
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#first, #last));
        arguments.set_span(range.span.end());
        quote!(#field #function #arguments)
    }

    /// The number of values, and its check.
    fn count(&self, fields: &[Known<'_>]) -> TokenStream {
        let (site, krate) = (self.site, self.krate);
        let mut factors = TokenStream::new();
        for field in fields {
            factors.extend(match field.set {
                Set::Ranges(_) => {
                    let constant = constant(site, field.position);
                    quote_spanned!(site=> .ranges(&#constant))
                }
                Set::OfType(_) => {
                    let field = self.field(field);
                    quote_spanned!(site=> .values(&#field))
                }
            });
        }
        if let SetShape::Variants(variants) = &self.set.shape {
            let variants = variants.len();
            factors.extend(quote_spanned!(site=> .variants(#variants)));
        }
        let check =
            self.check(self.set.place, quote!(Count::check), quote_spanned!(site=> __STACKPOOL_COUNT));
        quote_spanned! {site=>
            const __STACKPOOL_COUNT: #krate::__private::Count = #krate::__private::Count::ONE #factors;
            #check
        }
    }

    /// A constant whose evaluation fails if a value is not possible. The error is at `span`.
    fn check(&self, span: SpanRange, function: TokenStream, arguments: TokenStream) -> TokenStream {
        let function = self.krate.claim(span, quote!(::__private::#function));
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(span.end());
        let head = span.claim(quote!(const _: () =));
        let tail = SpanRange::at(span.end()).claim(quote!(;));
        quote!(#head #function #arguments #tail)
    }

    /// The bodies of `value` and `index`.
    fn numbering(&self) -> (TokenStream, TokenStream) {
        let (site, krate) = (self.site, self.krate);
        if let SetShape::Variants(variants) = &self.set.shape {
            return numbering_of_variants(site, variants);
        }
        let fields = self.fields();
        let mut values = TokenStream::new();
        let mut pushes = TokenStream::new();
        // The last field is in the lowest place, which `Digits` returns first.
        for field in fields.iter().rev() {
            let member = field.member.map(|member| {
                let member = printed(member);
                quote_spanned!(site=> #member:)
            });
            let comma = field.member.map(|_| quote_spanned!(site=> ,));
            let (constant, printed_field) = (constant(site, field.position), self.field(field));
            values.extend(match field.set {
                Set::Ranges(_) => {
                    quote_spanned!(site=> #member __stackpool_digits.ranges(&#constant, &#printed_field) #comma)
                }
                Set::OfType(_) => quote_spanned!(site=> #member __stackpool_digits.values(&#printed_field) #comma),
            });
        }
        for field in &fields {
            let (constant, printed_field) = (constant(site, field.position), self.field(field));
            pushes.extend(match field.set {
                Set::Ranges(_) => {
                    quote_spanned!(site=> .ranges(&#constant, &#printed_field, __stackpool_value)?)
                }
                Set::OfType(_) => quote_spanned!(site=> .values(&#printed_field, __stackpool_value)?),
            });
        }
        let value = match self.set.shape {
            SetShape::Ranges(_) => values,
            _ => {
                // rustc reports a missing field at the type.
                let item = self.set.place.claim(quote!(__StackpoolItem));
                quote_spanned!(site=> #item { #values })
            }
        };
        let mutable = (!fields.is_empty()).then(|| quote_spanned!(site=> mut));
        (
            quote_spanned! {site=>
                let #mutable __stackpool_digits = #krate::__private::Digits::new(__stackpool_index);
                let _ = &__stackpool_digits;
                #value
            },
            quote_spanned!(site=> ::core::option::Option::Some(#krate::__private::Number::ZERO #pushes .get())),
        )
    }
}

fn known((position, field): (usize, &Field)) -> Option<Known<'_>> {
    let set = match &field.set {
        FieldSet::Ranges(ranges) => Set::Ranges(ranges),
        FieldSet::OfType(span) => Set::OfType(*span),
        FieldSet::Unknown => return None,
    };
    Some(Known { position, member: Some(&field.member), set })
}

/// `|value: &__StackpoolItem| { value.x }`. The field can be deprecated, so its use is known to rustc as printed by the
/// macro, and the closure around it is not: errors about the type of the field are at `span`.
fn access_of_field(span: SpanRange, member: &Member) -> TokenStream {
    let end = SpanRange::at(span.end());
    let variable = printed(end.claim(quote!(__stackpool_value)));
    let mut body = Group::new(Delimiter::Brace, printed(end.claim(quote!(#variable.#member))));
    body.set_span(span.end());
    let (before, after) = (span.claim(quote!(|)), end.claim(quote!(: &__StackpoolItem|)));
    quote!(#before #variable #after #body)
}

fn span_of(ranges: &[ValueRange]) -> SpanRange {
    match ranges {
        [first, .., last] => first.span.to(last.span),
        [one] => one.span,
        [] => SpanRange::at(Span::call_site()),
    }
}

/// The name of the constant with the ranges of the field at `position`.
fn constant(site: Span, position: usize) -> Ident {
    Ident::new(&format!("__STACKPOOL_FIELD_{position}"), site)
}

/// Each variant is one value, in the order of their declaration.
fn numbering_of_variants(site: Span, variants: &[Ident]) -> (TokenStream, TokenStream) {
    let paths: Vec<_> = variants
        .iter()
        .map(|variant| {
            let variant = printed_ident(variant);
            quote_spanned!(site=> Self::#variant)
        })
        .collect();
    let numbers: Vec<_> =
        (0..variants.len()).map(|number| TokenTree::from(Literal::u32_suffixed(number as u32))).collect();
    let Some((last, first)) = paths.split_last() else {
        return (quote_spanned!(site=> loop {}), quote_spanned!(site=> ::core::option::Option::None));
    };
    let first_numbers = &numbers[..first.len()];
    (
        quote_spanned! {site=>
            match __stackpool_index {
                #(#first_numbers => #first,)*
                _ => #last,
            }
        },
        quote_spanned! {site=>
            ::core::option::Option::Some(match *__stackpool_value {
                #(#paths => #numbers,)*
            })
        },
    )
}
