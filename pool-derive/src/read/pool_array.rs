//! The brackets of an entry: `[Type; CAPACITY]`, or values.

use crate::base::errors::Errors;
use crate::base::span_range::{SpanRange, printed_delimiters};
use crate::base::text;
use crate::read::expression::Expression;
use crate::read::lookahead::skip_rest;
use crate::read::value_pool_ranges::{is_ranges, ranges};
use crate::read::{item_type, value_pool_entry};
use crate::spec::keys::Keys;
use crate::spec::value_pool_set::{SetShape, ValueSet};
use proc_macro2::{Ident, TokenStream};
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Token, Type, braced, bracketed, token};

/// Reads `: [Type; CAPACITY]`.
pub(crate) fn read_array(
    input: ParseStream<'_>,
    name: &Ident,
    end: SpanRange,
    keys: &mut Keys,
    errors: &mut Errors,
) -> (Option<Type>, Option<ValueSet>) {
    let here = if input.is_empty() { end } else { SpanRange::at(input.span()) };
    if input.peek(Token![:]) && !input.peek(Token![::]) {
        let _: syn::Result<Token![:]> = input.parse();
    } else {
        let _: syn::Result<Option<Token![=]>> = input.parse();
        errors.add(here, format!("expected `:` after the name: `{name}: [Type; 64];`"));
        keys.capacity.set_wrong();
        if !input.peek(token::Bracket) {
            skip_rest(input);
            return (None, None);
        }
    }
    if input.peek(token::Bracket) {
        return read_brackets(input, name, keys, errors);
    }
    let start = if input.is_empty() { end } else { SpanRange::at(input.span()) };
    keys.capacity.set_wrong();
    match item_type::read(input) {
        Some(item) => {
            let item = item.shown();
            let written = text::of_type(&item);
            errors.add(SpanRange::of(&item), missing_capacity(name, &written));
            (Some(item), None)
        }
        None => {
            errors.add(
                start,
                format!("expected the type and the capacity, in brackets: `{name}: [Type; 64];`"),
            );
            skip_rest(input);
            (None, None)
        }
    }
}

/// Reads `[Type; CAPACITY]`, or values: `[Type { x: 0..64 }]` and `[u16; 8_000..9_000]`.
fn read_brackets(
    input: ParseStream<'_>,
    name: &Ident,
    keys: &mut Keys,
    errors: &mut Errors,
) -> (Option<Type>, Option<ValueSet>) {
    let (bracket, content) = match brackets(input) {
        Ok(inside) => inside,
        Err(error) => {
            errors.add_syntax(&error);
            return (None, None);
        }
    };
    let (open, close) = (SpanRange::at(bracket.span.open()), SpanRange::at(bracket.span.close()));
    let brackets = open.to(close);
    let start = SpanRange::at(content.span());
    let Some(item) = item_type::read(&content) else {
        errors.add(
            if content.is_empty() { brackets } else { start },
            format!("expected a type: `{name}: [Type; 64];`"),
        );
        keys.capacity.set_wrong();
        skip_rest(&content);
        return (None, None);
    };
    let place = SpanRange::of(&item.ty);
    let item = item_type::check(item, errors);
    if content.peek(Token![=]) {
        let set = read_list(&content, place, errors);
        return (item, Some(set));
    }
    if content.peek(token::Brace) {
        let set = read_fields(&content, place, errors);
        return (item, Some(set));
    }
    let written = item.as_ref().map_or("Type".to_owned(), text::of_type);
    if content.is_empty() {
        errors.add(brackets, missing_capacity(name, &written));
        keys.capacity.set_wrong();
        return (item, None);
    }
    let here = SpanRange::at(content.span());
    if !matches!(content.parse::<Option<Token![;]>>(), Ok(Some(_))) {
        errors.add(here, format!("expected `;` between type and capacity: `{name}: [{written}; 64];`"));
        keys.capacity.set_wrong();
        skip_rest(&content);
        return (item, None);
    }
    if content.is_empty() {
        errors.add(brackets, missing_capacity(name, &written));
        keys.capacity.set_wrong();
        return (item, None);
    }
    let (here, ahead) = (SpanRange::at(content.span()), content.fork());
    match content.parse::<Expression>() {
        Ok(expr) if content.is_empty() && is_ranges(&expr) => {
            let shape = ranges(&expr, errors).map_or(SetShape::Unknown, SetShape::Ranges);
            return (item, Some(ValueSet { shape, place }));
        }
        Ok(capacity) if content.is_empty() => keys.set_capacity(capacity, errors),
        Ok(_) | Err(_) => {
            let rest: TokenStream = ahead.parse().unwrap_or_default();
            errors.add(
                here.to(SpanRange::of(rest)),
                format!("the capacity is a constant integer, such as `{name}: [{written}; 64];`"),
            );
            keys.capacity.set_wrong();
            skip_rest(&content);
        }
    }
    (item, None)
}

/// Reads `{ x: 0..64, y: 0..64 }`, after the type at `place`.
fn read_fields(content: ParseStream<'_>, place: SpanRange, errors: &mut Errors) -> ValueSet {
    let mut shape = SetShape::Unknown;
    match braces(content) {
        Ok(fields) => shape = SetShape::Fields(value_pool_entry::fields(&fields, errors)),
        Err(error) => errors.add_syntax(&error),
    }
    if !content.is_empty() {
        let span = SpanRange::at(content.span());
        let rest: TokenStream = content.parse().unwrap_or_default();
        errors.add(
            span.to(SpanRange::of(rest)),
            "expected nothing after the fields: the capacity of a pool of values is the number of its values",
        );
    }
    ValueSet { shape, place }
}

/// Reads `= [7, 9]`, after the type at `place`.
fn read_list(content: ParseStream<'_>, place: SpanRange, errors: &mut Errors) -> ValueSet {
    let equals = SpanRange::at(content.span());
    let _: syn::Result<Token![=]> = content.parse();
    let (here, ahead) =
        (if content.is_empty() { equals } else { SpanRange::at(content.span()) }, content.fork());
    let shape = match content.parse::<Expression>() {
        Ok(list) if content.is_empty() => SetShape::List(printed_delimiters(list.tokens)),
        Ok(_) | Err(_) => {
            let rest: TokenStream = ahead.parse().unwrap_or_default();
            let span = if rest.is_empty() { here } else { here.to(SpanRange::of(rest)) };
            errors.add(span, "expected a constant array of values: `Name: [u16 = [80, 443]];`");
            skip_rest(content);
            SetShape::Unknown
        }
    };
    ValueSet { shape, place }
}

fn braces<'a>(input: &ParseBuffer<'a>) -> syn::Result<ParseBuffer<'a>> {
    let content;
    let _: token::Brace = braced!(content in input);
    Ok(content)
}

fn missing_capacity(name: &Ident, item: &str) -> String {
    format!("the capacity is missing: `{name}: [{item}; 64];` is a pool of up to 64 objects")
}

fn brackets<'a>(input: &ParseBuffer<'a>) -> syn::Result<(token::Bracket, ParseBuffer<'a>)> {
    let content;
    let bracket = bracketed!(content in input);
    Ok((bracket, content))
}
