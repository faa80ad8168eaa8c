//! The front end of `pool! { .. }`.
//!
//! ```text
//! #![pool(crate = path)]                                               at most once, at the top
//! [attributes] [visibility] Name: [Type; CAPACITY] [, key = value]* ;  any number of times; of values:
//!                           Name: [Type { field: RANGE, .. }]
//!                           Name: [Type; RANGE]
//!                           Name: [Type = LIST]
//! ```

use crate::attribute::{End, Keys, Place, begins_entry};
use crate::entry_attributes;
use crate::errors::Errors;
use crate::item_type;
use crate::region::{Region, printed_delimiters};
use crate::slot::Slot;
use crate::spec::{Attributes, Definition, Spec};
use crate::text;
use crate::value::Mistake;
use crate::value_set::{self, Shape, ValueSet};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream, Parser};
use syn::{Attribute, Expr, Ident, Meta, Token, Type, Visibility, braced, bracketed, token};

const FORM: &str = "`Name: [Type; 64];`";

/// An entry, and the mistakes in it.
pub(crate) struct Entry {
    pub(crate) spec: Option<Spec>,
    pub(crate) errors: Errors,
    /// Whether another entry has one of its names.
    pub(crate) is_named_twice: bool,
}

/// Reads all entries. Mistakes outside of any go to `errors`.
pub(crate) fn read(input: TokenStream, errors: &mut Errors) -> Vec<Entry> {
    let mut entries = Vec::new();
    let parser = |input: ParseStream<'_>| {
        let krate = read_header(input, errors);
        while !input.is_empty() {
            let chunk = take_chunk(input);
            let parser = |input: ParseStream<'_>| {
                while !input.is_empty() {
                    let mut errors = Errors::new();
                    let spec = read_entry(input, chunk.end, &krate, &mut errors);
                    entries.push(Entry { spec, errors, is_named_twice: false });
                }
                Ok(())
            };
            parser.parse2(chunk.tokens)?;
        }
        Ok(())
    };
    if let Err(error) = parser.parse2(input) {
        errors.add_syntax(&error);
    }
    entries
}

/// The tokens up to a semicolon.
struct Chunk {
    tokens: TokenStream,
    /// The semicolon, or the last token where there is none.
    end: Region,
}

fn take_chunk(input: ParseStream<'_>) -> Chunk {
    let mut chunk = Chunk { tokens: TokenStream::new(), end: Region::at(input.span()) };
    while let Ok(tree) = input.parse::<TokenTree>() {
        chunk.end = Region::of(&tree);
        match tree {
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                if chunk.tokens.is_empty() {
                    // A semicolon too many harms nobody.
                    return chunk;
                }
                break;
            }
            tree => chunk.tokens.extend([tree]),
        }
    }
    chunk
}

/// Takes one attribute, inner or outer, and nothing behind it.
fn take_attribute(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while input.peek(Token![#]) || input.peek(Token![!]) {
        tokens.extend(input.parse::<TokenTree>());
    }
    if input.peek(token::Bracket) {
        tokens.extend(input.parse::<TokenTree>());
    }
    tokens
}

/// Reads `#![pool(crate = path)]`.
fn read_header(input: ParseStream<'_>, errors: &mut Errors) -> Slot<syn::Path> {
    let mut keys = Keys::new();
    while input.peek(Token![#]) && input.peek2(Token![!]) {
        let tokens = take_attribute(input);
        let attributes = Attribute::parse_inner.parse2(tokens.clone()).unwrap_or_default();
        match attributes.first().map(|attribute| (attribute, &attribute.meta)) {
            Some((attribute, Meta::List(list))) if list.path.is_ident("pool") => {
                let parser = |input: ParseStream<'_>| {
                    keys.parse(input, Place::Header, errors);
                    Ok(())
                };
                if let Err(error) = attribute.parse_args_with(parser) {
                    errors.add_syntax(&error);
                }
            }
            _ => errors.add(
                Region::of(tokens),
                "the only attribute for all entries at once is `#![pool(crate = path)]`; others stand before their \
                 entry, as `#[..]`",
            ),
        }
    }
    keys.krate
}

/// Reads the attributes of an entry; `None` where they end in something else, that is no entry either.
fn read_attributes(input: ParseStream<'_>, errors: &mut Errors) -> Option<Attributes> {
    let mut attributes = Vec::new();
    while input.peek(Token![#]) {
        let tokens = take_attribute(input);
        if let Ok(outer) = Attribute::parse_outer.parse2(tokens.clone()) {
            attributes.extend(outer);
        } else {
            errors.add(Region::of(tokens), "expected an attribute, `#[..]`");
            if !begins_entry(input) {
                skip(input);
                return None;
            }
        }
    }
    Some(entry_attributes::sort(attributes, errors))
}

/// Reads one entry to its end, or to where another seems to begin.
fn read_entry(
    input: ParseStream<'_>,
    end: Region,
    krate: &Slot<syn::Path>,
    errors: &mut Errors,
) -> Option<Spec> {
    let mut keys = Keys::new();
    let attributes = read_attributes(input, errors)?;
    let vis = input.parse().unwrap_or(Visibility::Inherited);
    let name = read_name(input, end, errors)?;
    let (item, set) = read_array(input, &name, end, &mut keys, errors);
    read_keys(input, &mut keys, errors);
    if keys.krate.is_empty() {
        keys.krate.clone_from(krate);
    }
    let capacity_place = Region::at(name.span());
    let barred = reject_name_of_item(&name, item.as_ref(), &keys);
    Some(Spec {
        definition: Definition::Marker { item },
        name,
        vis,
        keys,
        capacity_place,
        attributes,
        set,
        barred,
    })
}

/// `Particle: [Particle; 100]`: the marker would be a second type of that name.
fn reject_name_of_item(name: &Ident, item: Option<&Type>, keys: &Keys) -> Option<Mistake> {
    let mut item = item?;
    // `$item` of a `macro_rules!` macro.
    while let Type::Group(group) = item {
        item = &group.elem;
    }
    let Type::Path(item) = item else { return None };
    if item.qself.is_some() || item.path.leading_colon.is_some() || item.path.segments.len() != 1 {
        return None;
    }
    if item.path.segments[0].ident.unraw() != name.unraw() {
        return None;
    }
    let capacity = keys.capacity.given().map_or("64", |given| given.text.as_str());
    let (plain, written) = (name.unraw(), text::of_type(item));
    Some((
        Region::at(name.span()),
        format!(
            "the name of a pool must differ from that of its items, as in `{plain}s: [{written}; {capacity}];`"
        ),
    ))
}

fn read_name(input: ParseStream<'_>, end: Region, errors: &mut Errors) -> Option<Ident> {
    let here = if input.is_empty() { end } else { Region::at(input.span()) };
    if let Ok(name) = input.parse::<Ident>() {
        if input.peek(Token![<]) {
            errors.add(Region::at(name.span()), format!("the name of a pool takes no parameters: {FORM}"));
            while !input.is_empty() && !input.peek(Token![:]) {
                let _: syn::Result<TokenTree> = input.parse();
            }
        }
        return Some(name);
    }
    // `static NAME: [T; 4]`: what was meant is plain, so the entry is read on, and its name is there for its users.
    let keyword = input.call(Ident::parse_any).ok();
    if let (Some(keyword), true) = (&keyword, input.peek(Ident)) {
        errors.add(here, format!("an entry begins with the name of its pool, without `{keyword}`: {FORM}"));
        return input.parse().ok();
    }
    let message = match keyword {
        Some(keyword) => format!("`{keyword}` is a keyword, and cannot be the name of a pool: {FORM}"),
        None => format!("expected the name of a pool: {FORM}"),
    };
    errors.add(here, message);
    skip(input);
    None
}

/// Reads `: [Type; CAPACITY]`.
fn read_array(
    input: ParseStream<'_>,
    name: &Ident,
    end: Region,
    keys: &mut Keys,
    errors: &mut Errors,
) -> (Option<Type>, Option<ValueSet>) {
    let here = if input.is_empty() { end } else { Region::at(input.span()) };
    if input.peek(Token![:]) && !input.peek(Token![::]) {
        let _: syn::Result<Token![:]> = input.parse();
    } else {
        let _: syn::Result<Option<Token![=]>> = input.parse();
        errors.add(here, format!("expected `:` after the name: `{name}: [Type; 64];`"));
        keys.capacity.set_wrong();
        if !input.peek(token::Bracket) {
            skip(input);
            return (None, None);
        }
    }
    if input.peek(token::Bracket) {
        return read_brackets(input, name, keys, errors);
    }
    let start = if input.is_empty() { end } else { Region::at(input.span()) };
    keys.capacity.set_wrong();
    match input.parse::<Type>() {
        Ok(item) => {
            let written = text::of_type(&item);
            errors.add(Region::of(&item), missing_capacity(name, &written));
            (Some(item), None)
        }
        Err(_) => {
            errors.add(
                start,
                format!("expected the type and the capacity, in brackets: `{name}: [Type; 64];`"),
            );
            skip(input);
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
    let (open, close) = (Region::at(bracket.span.open()), Region::at(bracket.span.close()));
    let brackets = open.to(close);
    let start = Region::at(content.span());
    let Ok(item) = content.parse::<Type>() else {
        errors.add(
            if content.is_empty() { brackets } else { start },
            format!("expected a type: `{name}: [Type; 64];`"),
        );
        keys.capacity.set_wrong();
        skip(&content);
        return (None, None);
    };
    let place = Region::of(&item);
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
    let here = Region::at(content.span());
    if !matches!(content.parse::<Option<Token![;]>>(), Ok(Some(_))) {
        errors.add(here, format!("expected `;` between type and capacity: `{name}: [{written}; 64];`"));
        keys.capacity.set_wrong();
        skip(&content);
        return (item, None);
    }
    if content.is_empty() {
        errors.add(brackets, missing_capacity(name, &written));
        keys.capacity.set_wrong();
        return (item, None);
    }
    let (here, ahead) = (Region::at(content.span()), content.fork());
    match content.parse::<Expr>() {
        Ok(expr) if content.is_empty() && value_set::is_ranges(&expr) => {
            let shape = value_set::ranges(&expr, errors).map_or(Shape::Unknown, Shape::Ranges);
            return (item, Some(ValueSet { shape, place }));
        }
        Ok(capacity) if content.is_empty() => keys.set_capacity(&capacity, errors),
        Ok(_) | Err(_) => {
            let rest: TokenStream = ahead.parse().unwrap_or_default();
            errors.add(
                here.to(Region::of(rest)),
                format!("the capacity is a constant integer, such as `{name}: [{written}; 64];`"),
            );
            keys.capacity.set_wrong();
            skip(&content);
        }
    }
    (item, None)
}

/// Reads `{ x: 0..64, y: 0..64 }`, behind the type that is at `place`.
fn read_fields(content: ParseStream<'_>, place: Region, errors: &mut Errors) -> ValueSet {
    let mut shape = Shape::Unknown;
    match braces(content) {
        Ok(fields) => shape = Shape::Fields(value_set::fields(&fields, errors)),
        Err(error) => errors.add_syntax(&error),
    }
    if !content.is_empty() {
        let region = Region::at(content.span());
        let rest: TokenStream = content.parse().unwrap_or_default();
        errors.add(
            region.to(Region::of(rest)),
            "expected nothing behind the fields: the capacity of values is the product of their ranges",
        );
    }
    ValueSet { shape, place }
}

/// Reads `= [7, 9]`, behind the type that is at `place`.
fn read_list(content: ParseStream<'_>, place: Region, errors: &mut Errors) -> ValueSet {
    let equals = Region::at(content.span());
    let _: syn::Result<Token![=]> = content.parse();
    let (here, ahead) =
        (if content.is_empty() { equals } else { Region::at(content.span()) }, content.fork());
    let shape = match content.parse::<Expr>() {
        Ok(list) if content.is_empty() => Shape::List(printed_delimiters(list.to_token_stream())),
        Ok(_) | Err(_) => {
            let rest: TokenStream = ahead.parse().unwrap_or_default();
            let region = if rest.is_empty() { here } else { here.to(Region::of(rest)) };
            errors.add(region, "expected a constant array of values: `Name: [u16 = [80, 443]];`");
            skip(content);
            Shape::Unknown
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
    format!("the capacity is missing: `{name}: [{item}; 64];` is a pool of up to 64")
}

fn brackets<'a>(input: &ParseBuffer<'a>) -> syn::Result<(token::Bracket, ParseBuffer<'a>)> {
    let content;
    let bracket = bracketed!(content in input);
    Ok((bracket, content))
}

/// Reads what follows the brackets.
fn read_keys(input: ParseStream<'_>, keys: &mut Keys, errors: &mut Errors) {
    if input.is_empty() {
        return;
    }
    let here = Region::at(input.span());
    let mut ended = begins_entry(input);
    if !ended {
        if !matches!(input.parse::<Option<Token![,]>>(), Ok(Some(_))) {
            errors.add(
                here,
                format!("expected `;`, or a comma and a key: {FORM} or `Name: [Type; 64], guard = live;`"),
            );
            if !input.peek(Ident::peek_any) || !input.peek2(Token![=]) {
                skip(input);
                return;
            }
        }
        ended = keys.parse(input, Place::Entry, errors) == End::NextEntry;
    }
    if ended {
        errors.add(
            Region::at(input.span()),
            format!("a `;` is missing before this entry: entries are written {FORM}"),
        );
    }
}

/// Skips what cannot be read.
fn skip(input: ParseStream<'_>) {
    while input.parse::<TokenTree>().is_ok() {}
}
