//! The values of a type under `#[derive(Pool)]` with `#[pool(values)]`: its fields and their ranges, or its variants.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::read::expression::Expression;
use crate::read::lookahead::skip_comma;
use crate::read::value_pool_ranges::{self, ranges};
use crate::spec::keys::{KEYS, Key, Keys};
use crate::spec::keywords;
use crate::spec::value_pool_set::{Field, FieldSet, SetShape, ValueSet};
use proc_macro2::{Span, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Data, DataEnum, Fields, Ident, Index, Member, Meta, Token};

/// The key of a field.
pub(crate) const RANGE: &str = "range";

/// Reads the values of the type.
pub(crate) fn read(name: &Ident, data: &Data, keys: &Keys, errors: &mut Errors) -> ValueSet {
    let place = keys.values.given().map_or(SpanRange::at(name.span()), |given| given.span);
    let shape = match data {
        Data::Struct(data) => SetShape::Fields(read_fields(&data.fields, errors)),
        Data::Enum(data) => read_variants(name, data, errors),
        // A union is reported in any case.
        Data::Union(_) => SetShape::Unknown,
    };
    ValueSet { shape, place }
}

fn read_fields(fields: &Fields, errors: &mut Errors) -> Vec<Field> {
    let mut read = Vec::new();
    for (position, field) in fields.iter().enumerate() {
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index { index: position as u32, span: Span::call_site() }),
        };
        let shown = match &member {
            Member::Named(name) => name.unraw().to_string(),
            Member::Unnamed(index) => format!("field {}", index.index),
        };
        let set = match field_range(&field.attrs, errors) {
            FieldRange::Given(_, span) if value_pool_ranges::is_bool(&field.ty) => {
                errors.add(span, "a `bool` takes no range: remove this attribute");
                FieldSet::Unknown
            }
            FieldRange::Given(set, _) => set,
            FieldRange::Wrong => FieldSet::Unknown,
            FieldRange::None => value_pool_ranges::of_type(&shown, &field.ty, errors),
        };
        read.push(Field { member, set });
    }
    read
}

fn read_variants(name: &Ident, data: &DataEnum, errors: &mut Errors) -> SetShape {
    let mut is_settled = true;
    if data.variants.is_empty() {
        errors.add(
            SpanRange::at(name.span()),
            "an enum without variants has no values, and a pool needs at least one value: add a variant",
        );
        is_settled = false;
    }
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            let (name, variant) = (&variant.ident, SpanRange::of(variant));
            errors.add(
                variant,
                format!(
                    "each variant of an enum is one value, so it cannot have fields, and `{name}` has fields: make \
                     it a struct with `#[pool(values)]`"
                ),
            );
            is_settled = false;
        }
        let inner = variant.attrs.iter().chain(variant.fields.iter().flat_map(|field| &field.attrs));
        for attribute in inner.filter(|attribute| attribute.path().is_ident("pool")) {
            errors.add(
                SpanRange::of(attribute),
                "a variant takes no `#[pool(..)]`, because it is one value: remove this",
            );
        }
    }
    if !is_settled {
        return SetShape::Unknown;
    }
    SetShape::Variants(data.variants.iter().map(|variant| variant.ident.clone()).collect())
}

/// The range in the attributes of a field.
enum FieldRange {
    None,
    Given(FieldSet, SpanRange),
    Wrong,
}

fn field_range(attributes: &[Attribute], errors: &mut Errors) -> FieldRange {
    let mut range = FieldRange::None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("pool")) {
        let parser = |input: ParseStream<'_>| {
            parse_field(input, &mut range, errors);
            Ok(())
        };
        let result = match &attribute.meta {
            Meta::List(_) => attribute.parse_args_with(parser),
            Meta::Path(_) | Meta::NameValue(_) => {
                errors.add(
                    SpanRange::of(attribute),
                    "write the range in parentheses: `#[pool(range = 0..64)]`",
                );
                range = FieldRange::Wrong;
                Ok(())
            }
        };
        if let Err(error) = result {
            errors.add_syntax(&error);
            range = FieldRange::Wrong;
        }
    }
    range
}

/// Reads `range = 0..64`, and continues after mistakes.
fn parse_field(input: ParseStream<'_>, range: &mut FieldRange, errors: &mut Errors) {
    if input.is_empty() {
        errors.add(
            SpanRange::at(Span::call_site()),
            "the range of the field is missing: `#[pool(range = 0..64)]`",
        );
        *range = FieldRange::Wrong;
    }
    while !input.is_empty() {
        let here = SpanRange::at(input.span());
        let word = input.call(Ident::parse_any).map(|ident| ident.to_string()).unwrap_or_default();
        if word != RANGE {
            errors.add(here, wrong_key(&word));
            *range = FieldRange::Wrong;
            skip_comma(input);
            continue;
        }
        if !matches!(input.parse::<Option<Token![=]>>(), Ok(Some(_))) || input.is_empty() {
            errors.add(here, "`range` needs a value, such as `range = 0..64`");
            *range = FieldRange::Wrong;
            skip_comma(input);
            continue;
        }
        let start = SpanRange::at(input.span());
        let set = match input.parse::<Expression>() {
            Ok(expr) => ranges(&expr, errors).map(|ranges| (ranges, here.to(SpanRange::of(&expr.tokens)))),
            Err(_) => {
                errors.add(start, "`range` takes a range, such as `range = 0..64`");
                None
            }
        };
        let is_understood = set.is_some();
        match (set, &mut *range) {
            (Some((_, span)), FieldRange::Given(..)) => errors.add(
                span,
                "`range` is given twice: write several ranges of a field in brackets: `range = [0..8, 16..24]`",
            ),
            (_, FieldRange::Wrong) | (None, _) => *range = FieldRange::Wrong,
            (Some((ranges, span)), FieldRange::None) => {
                *range = FieldRange::Given(FieldSet::Ranges(ranges), span);
            }
        }
        let here = SpanRange::at(input.span());
        if !input.is_empty() && !input.peek(Token![,]) && is_understood {
            errors.add(here, "expected a comma, or nothing, after the range");
        }
        skip_comma(input);
    }
}

fn wrong_key(word: &str) -> String {
    let is_of_type = keywords::find(KEYS, word).is_some();
    if is_of_type {
        return format!(
            "`{word}` belongs on the type: a field takes only `range`, as in `#[pool(range = 0..64)]`"
        );
    }
    "a field takes only `range`, as in `#[pool(range = 0..64)]`".to_owned()
}

/// The message for `#[pool(range = ..)]` on a field if the type has no key `values`; `None` for other attributes.
pub(crate) fn missing_values(attribute: &Attribute) -> Option<String> {
    let Meta::List(list) = &attribute.meta else { return None };
    let TokenTree::Ident(first) = list.tokens.to_token_stream().into_iter().next()? else { return None };
    (first == RANGE).then(|| {
        format!("`range` is for a pool of values: add `#[pool({})]` to the type", Key::Values.word())
    })
}
