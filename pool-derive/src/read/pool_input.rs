//! The front end of `pool! { .. }`.
//!
//! ```text
//! #![pool(crate = path)]                                               at most once, at the top
//! [attributes] [visibility] Name: [Type; CAPACITY] [, key = value]* ;  any number of times; of values:
//!                           Name: [Type { field: RANGE, .. }]
//!                           Name: [Type; RANGE]
//!                           Name: [Type = LIST]
//! ```

use crate::base::errors::{Errors, Mistake};
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::read::entry_attributes;
use crate::read::key_list::{End, Place};
use crate::read::lookahead::{begins_entry, skip_rest};
use crate::read::pool_array::read_array;
use crate::spec::attributes::Attributes;
use crate::spec::given::Setting;
use crate::spec::keys::Keys;
use crate::spec::{Definition, Spec};
use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, Meta, Token, Type, Visibility, token};

const FORM: &str = "`Name: [Type; 64];`";

/// An entry, and the mistakes in it.
pub(crate) struct Entry {
    pub(crate) spec: Option<Spec>,
    pub(crate) errors: Errors,
    /// Whether an earlier entry declares one of its names.
    pub(crate) is_named_twice: bool,
}

/// Reads all entries. Mistakes outside of entries go to `errors`.
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
    /// The semicolon, or the last token if there is no semicolon.
    end: SpanRange,
}

fn take_chunk(input: ParseStream<'_>) -> Chunk {
    let mut chunk = Chunk { tokens: TokenStream::new(), end: SpanRange::at(input.span()) };
    while let Ok(tree) = input.parse::<TokenTree>() {
        chunk.end = SpanRange::of(&tree);
        match tree {
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                if chunk.tokens.is_empty() {
                    // An extra semicolon is accepted.
                    return chunk;
                }
                break;
            }
            tree => chunk.tokens.extend([tree]),
        }
    }
    chunk
}

/// Takes one attribute, inner or outer, and nothing after it.
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
fn read_header(input: ParseStream<'_>, errors: &mut Errors) -> Setting<syn::Path> {
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
                SpanRange::of(tokens),
                "the only attribute for all entries at once is `#![pool(crate = path)]`: write other attributes \
                 before their entry, as `#[..]`",
            ),
        }
    }
    keys.krate
}

/// Reads the attributes of an entry; `None` if neither an attribute nor an entry follows.
fn read_attributes(input: ParseStream<'_>, errors: &mut Errors) -> Option<Attributes> {
    let mut attributes = Vec::new();
    while input.peek(Token![#]) {
        let tokens = take_attribute(input);
        if let Ok(outer) = Attribute::parse_outer.parse2(tokens.clone()) {
            attributes.extend(outer);
        } else {
            errors.add(SpanRange::of(tokens), "expected an attribute, `#[..]`");
            if !begins_entry(input) {
                skip_rest(input);
                return None;
            }
        }
    }
    Some(entry_attributes::sort(attributes, errors))
}

/// Reads one entry to its end, or to the place where another entry seems to begin.
fn read_entry(
    input: ParseStream<'_>,
    end: SpanRange,
    krate: &Setting<syn::Path>,
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
    let capacity_place = SpanRange::at(name.span());
    let barred = reject_name_of_item(&name, item.as_ref(), &keys);
    Some(Spec {
        definition: Definition::Marker { item },
        name,
        vis,
        keys,
        capacity_place,
        attributes,
        set,
        columns: None,
        further: Vec::new(),
        missing: Vec::new(),
        barred,
    })
}

/// Reports `Particle: [Particle; 100]`: the marker would be a second type with that name.
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
        SpanRange::at(name.span()),
        format!(
            "the name of an entry must differ from the name of its type, as in `{plain}s: [{written}; {capacity}];`"
        ),
    ))
}

fn read_name(input: ParseStream<'_>, end: SpanRange, errors: &mut Errors) -> Option<Ident> {
    let here = if input.is_empty() { end } else { SpanRange::at(input.span()) };
    if let Ok(name) = input.parse::<Ident>() {
        if input.peek(Token![<]) {
            errors
                .add(SpanRange::at(name.span()), format!("the name of an entry takes no parameters: {FORM}"));
            while !input.is_empty() && !input.peek(Token![:]) {
                let _: syn::Result<TokenTree> = input.parse();
            }
        }
        return Some(name);
    }
    // `static NAME: [T; 4]`: the intention is clear. So the rest of the entry is read, and its name is declared.
    let keyword = input.call(Ident::parse_any).ok();
    if let (Some(keyword), true) = (&keyword, input.peek(Ident)) {
        errors.add(here, format!("an entry begins with its name, without `{keyword}`: {FORM}"));
        return input.parse().ok();
    }
    let message = match keyword {
        Some(keyword) => format!("`{keyword}` is a keyword, and cannot be the name of an entry: {FORM}"),
        None => format!("expected the name of an entry: {FORM}"),
    };
    errors.add(here, message);
    skip_rest(input);
    None
}

/// Reads the keys after the brackets.
fn read_keys(input: ParseStream<'_>, keys: &mut Keys, errors: &mut Errors) {
    if input.is_empty() {
        return;
    }
    let here = SpanRange::at(input.span());
    let mut ended = begins_entry(input);
    if !ended {
        if !matches!(input.parse::<Option<Token![,]>>(), Ok(Some(_))) {
            errors.add(
                here,
                format!("expected `;`, or a comma and a key: {FORM} or `Name: [Type; 64], guard = live;`"),
            );
            if !input.peek(Ident::peek_any) || !input.peek2(Token![=]) {
                skip_rest(input);
                return;
            }
        }
        ended = keys.parse(input, Place::Entry, errors) == End::NextEntry;
    }
    if ended {
        errors.add(
            SpanRange::at(input.span()),
            format!("a `;` is missing before this entry: each entry ends with `;`, as in {FORM}"),
        );
    }
}
