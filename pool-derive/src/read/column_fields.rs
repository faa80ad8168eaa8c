//! The fields of a struct of columns: `#[pool(skip)]`, `#[pool(keep)]`, `#[pool(group = hot)]` and
//! `#[pool(align = 16)]`.

use crate::base::errors::{Errors, Mistake};
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::read::lookahead::{at_key, between, rest_of_value, skip_comma};
use crate::read::saved_keys;
use crate::spec::column_set::{ColumnField, ColumnSet, FIELD_KEYS, FieldKey, FieldKeys};
use crate::spec::given::{Read, Setting};
use crate::spec::keys::{KEYS, Key, Value};
use crate::spec::keywords;
use crate::spec::number::Integer;
use proc_macro2::TokenTree;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Ident, Lit, Meta, Token};

/// Reads the fields of a struct. If the type has no columns, returns why.
pub(crate) fn read(input: &DeriveInput, errors: &mut Errors) -> Result<ColumnSet, Mistake> {
    let fields = named_fields(input);
    let mistakes = [reject_parameters(input), fields.as_ref().err().cloned()];
    let mut mistakes = mistakes.into_iter().flatten();
    let first = mistakes.next();
    mistakes.for_each(|(span, message)| errors.add(span, message));
    match (first, fields) {
        (None, Ok(fields)) => limited(
            input,
            ColumnSet {
                fields: fields.iter().filter_map(|field| read_field(field, errors)).collect(),
                non_exhaustive: find(&input.attrs, "non_exhaustive").next().cloned(),
            },
        ),
        (Some(mistake), _) | (None, Err(mistake)) => Err(mistake),
    }
}

/// The most columns of a struct, and fields of a group. They are a nested type, and rustc stops at types that are
/// nested 128 times.
const MOST_COLUMNS: usize = 100;

/// The fields, if there are not too many columns, nor fields of a group.
fn limited(input: &DeriveInput, set: ColumnSet) -> Result<ColumnSet, Mistake> {
    let columns = set.columns(&|_| true);
    if let Some(large) = columns.iter().find(|column| column.fields.len() > MOST_COLUMNS) {
        let (name, fields) = (&large.name, large.fields.len());
        return Err((
            large.span(),
            format!(
                "a group has at most {MOST_COLUMNS} fields, and `{name}` has {fields}: make two groups of it, or a \
                 field that is a struct"
            ),
        ));
    }
    match columns.get(MOST_COLUMNS) {
        None => Ok(set),
        Some(first) => Err((
            first.span(),
            format!(
                "a struct has at most {MOST_COLUMNS} columns, and `{}` would have {}: `#[pool(group = hot)]` puts \
                 several fields in one column",
                input.ident,
                columns.len()
            ),
        )),
    }
}

/// The fields, if they have names.
fn named_fields(input: &DeriveInput) -> Result<Vec<&Field>, Mistake> {
    let name = &input.ident;
    let data = match &input.data {
        Data::Struct(data) => data,
        Data::Enum(data) => {
            let message = format!(
                "an enum has no columns, because its variants have different fields: make `{name}` a struct, or make \
                 the enum, if it is `Copy`, the type of a field"
            );
            return Err((SpanRange::at(data.enum_token.span), message));
        }
        Data::Union(data) => {
            let message = format!(
                "a union has no columns, because its fields share their memory: make `{name}` a struct, or make the \
                 union, if it is `Copy`, the type of a field"
            );
            return Err((SpanRange::at(data.union_token.span), message));
        }
    };
    match &data.fields {
        Fields::Named(fields) if !fields.named.is_empty() => Ok(fields.named.iter().collect()),
        Fields::Unnamed(fields) if !fields.unnamed.is_empty() => {
            let message = format!(
                "columns are named as their fields, and the fields of `{name}` have no names: write `struct {name} {{ \
                 x: .., y: .. }}`"
            );
            Err((SpanRange::of(fields), message))
        }
        fields => {
            let span = if matches!(fields, Fields::Unit) {
                SpanRange::at(name.span())
            } else {
                SpanRange::of(fields)
            };
            Err((
                span,
                format!(
                    "`{name}` has no fields, so there are no columns: a pool without `columns` stores objects of \
                 any type"
                ),
            ))
        }
    }
}

/// The types that the macro generates take no parameters.
fn reject_parameters(input: &DeriveInput) -> Option<Mistake> {
    let name = &input.ident;
    input.generics.params.first()?;
    let message = format!(
        "columns need a struct without parameters for now: write one for a concrete type, such as `{name}OfU32`. A \
         pool without `columns` stores objects of any type"
    );
    Some((SpanRange::of(&input.generics.params), message))
}

fn find<'a>(attributes: &'a [Attribute], name: &'a str) -> impl Iterator<Item = &'a Attribute> {
    attributes.iter().filter(move |attribute| attribute.path().is_ident(name))
}

fn read_field(field: &Field, errors: &mut Errors) -> Option<ColumnField> {
    let mut keys = FieldKeys::new();
    for attribute in find(&field.attrs, "pool") {
        read_keys(attribute, &mut keys, errors);
    }
    if let (Setting::Given(_), Setting::Given(keep)) = (&keys.skip, &keys.keep) {
        let message = "`keep` leaves the field out of the bytes, as `skip` does: remove one of the two";
        errors.add(keep.whole, message);
    }
    let is_copied =
        |attribute: &&Attribute| attribute.path().is_ident("doc") || attribute.path().is_ident("deprecated");
    Some(ColumnField {
        name: field.ident.clone()?,
        vis: field.vis.clone(),
        ty: field.ty.clone(),
        attributes: field.attrs.iter().filter(is_copied).cloned().collect(),
        keys,
        saved: saved_keys::of(&field.attrs),
    })
}

fn read_keys(attribute: &Attribute, keys: &mut FieldKeys, errors: &mut Errors) {
    let parser = |input: ParseStream<'_>| {
        while !input.is_empty() {
            parse_one(input, keys, errors);
        }
        Ok(())
    };
    let result = match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => attribute.parse_args_with(parser),
        Meta::List(_) | Meta::Path(_) | Meta::NameValue(_) => {
            let message = format!("write the keys of a field in parentheses: {}", forms());
            errors.add(SpanRange::of(attribute), message);
            Ok(())
        }
    };
    if let Err(error) = result {
        errors.add_syntax(&error);
    }
}

/// Reads one key with its value, and the comma. Continues after mistakes.
fn parse_one(input: ParseStream<'_>, keys: &mut FieldKeys, errors: &mut Errors) {
    let here = SpanRange::at(input.span());
    let Ok(word) = input.call(Ident::parse_any).map(|ident| ident.to_string()) else {
        let (span, _) = rest_of_value(input);
        errors.add(span, format!("expected a key of a field: {}", forms()));
        skip_comma(input);
        return;
    };
    let Some(key) = keywords::find(FIELD_KEYS, &word) else {
        unknown_key(here, &word, keys, errors);
        rest_of_value(input);
        skip_comma(input);
        return;
    };
    let is_understood = match key {
        FieldKey::Skip => parse_word("skip", &mut keys.skip, input, here, errors),
        FieldKey::Keep => parse_word("keep", &mut keys.keep, input, here, errors),
        FieldKey::Group | FieldKey::Align => parse_value(key, input, here, keys, errors),
    };
    let here = SpanRange::at(input.span());
    if !input.is_empty() && !input.peek(Token![,]) {
        if is_understood || at_key(input) {
            errors.add(here, "expected a comma before this: `skip, group = hot`");
            // What follows can be the next key.
            return;
        }
        rest_of_value(input);
    }
    skip_comma(input);
}

/// Notes a key that is a word alone. Returns whether there was no mistake.
fn parse_word(
    word: &str,
    key: &mut Setting<()>,
    input: ParseStream<'_>,
    at: SpanRange,
    errors: &mut Errors,
) -> bool {
    if input.peek(Token![=]) || input.peek(syn::token::Paren) {
        let (rest, _) = rest_of_value(input);
        errors.add(at.to(rest), format!("`{word}` takes no value: write it alone, or leave it out"));
        key.set_wrong();
        return false;
    }
    key.fill(word, at, Read { value: Ok(()), span: at, text: String::new() }, errors);
    true
}

/// Reads `= value`. Returns whether there was no mistake.
fn parse_value(
    key: FieldKey,
    input: ParseStream<'_>,
    at: SpanRange,
    keys: &mut FieldKeys,
    errors: &mut Errors,
) -> bool {
    let example = key.example();
    let word = example.split(' ').next().unwrap_or_default();
    let equals = SpanRange::at(input.span());
    if input.is_empty() || input.peek(Token![,]) {
        errors.add(at, format!("`{word}` needs a value, such as `{example}`"));
        keys.set_wrong(key);
        return false;
    }
    if !matches!(input.parse::<Option<Token![=]>>(), Ok(Some(_))) {
        let (span, _) = rest_of_value(input);
        errors.add(at.to(span), format!("write the value of `{word}` after `=`: `{example}`"));
        keys.set_wrong(key);
        return false;
    }
    if input.is_empty() || input.peek(Token![,]) {
        errors.add(at.to(equals), format!("`{word}` needs a value, such as `{example}`"));
        keys.set_wrong(key);
        return false;
    }
    match key {
        FieldKey::Align => {
            let read = read_value(input, |input| Integer::read(input, Key::Align));
            let is_right = read.value.is_ok();
            keys.align.fill(word, at, read, errors);
            is_right
        }
        FieldKey::Group | FieldKey::Skip | FieldKey::Keep => {
            let read = read_value(input, read_name);
            let is_right = read.value.is_ok();
            keys.group.fill(word, at, read, errors);
            is_right
        }
    }
}

fn read_value<T>(
    input: ParseStream<'_>,
    read: impl FnOnce(ParseStream<'_>) -> Result<T, Mistake>,
) -> Read<T> {
    let before = input.fork();
    let value = read(input);
    let tokens = between(&before, input);
    Read { value, span: SpanRange::of(&tokens), text: text::expression(tokens) }
}

/// Reads the name of a group.
fn read_name(input: ParseStream<'_>) -> Result<Ident, Mistake> {
    if let Ok(name) = input.parse::<Ident>() {
        return Ok(name);
    }
    let (span, tokens) = rest_of_value(input);
    let written = text::expression(&tokens);
    let message = match syn::parse2::<Lit>(tokens.clone()) {
        Ok(Lit::Str(name)) if syn::parse_str::<Ident>(&name.value()).is_ok() => {
            format!("`group` takes a name without quotes: `group = {}`", name.value())
        }
        _ if syn::parse::Parser::parse2(Ident::parse_any, tokens).is_ok() => {
            format!("`{written}` is a keyword: a column has the name of its group, so choose another name")
        }
        _ => "`group` takes the name of a column, such as `group = hot`".to_owned(),
    };
    Err((span, message))
}

fn unknown_key(at: SpanRange, word: &str, keys: &mut FieldKeys, errors: &mut Errors) {
    if keywords::find(KEYS, word).is_some() {
        errors.add(at, format!("`{word}` belongs on the type: the keys of a field are {}", words()));
        return;
    }
    if word == "range" {
        errors.add(at, format!("`range` is for a pool of values: the keys of a column are {}", words()));
        return;
    }
    let guess = keywords::guess(FIELD_KEYS, word, |key| keys.is_empty(*key));
    errors.add(
        at,
        match guess {
            Some(guess) => format!(
                "unknown key `{word}`; did you mean `{}`? The keys of a field are {}",
                guess.meaning.example(),
                words()
            ),
            None => format!("unknown key `{word}`: the keys of a field are {}", words()),
        },
    );
    if let Some(guess) = guess {
        keys.set_wrong(guess.meaning);
    }
}

/// The keys, for messages.
fn words() -> String {
    keywords::list(FIELD_KEYS, " and")
}

/// How to write them.
fn forms() -> String {
    let forms: Vec<_> =
        FIELD_KEYS.iter().map(|key| format!("`#[pool({})]`", key.meaning.example())).collect();
    text::list(&forms, " or")
}

/// Whether the type-level rules know a key of this attribute of a field: the first such key.
pub(crate) fn first_key(attribute: &Attribute) -> Option<&'static str> {
    let Meta::List(list) = &attribute.meta else { return None };
    let TokenTree::Ident(first) = list.tokens.clone().into_iter().next()? else { return None };
    FIELD_KEYS.iter().find(|key| first == key.word).map(|key| key.word)
}
