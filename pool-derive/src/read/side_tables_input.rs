//! The front end of `#[derive(SideTables)]`, with the keys of `#[tables(..)]`: `of = Monster` and `crate = path` on the
//! struct, `skip` on a field.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::read::lookahead::{rest_of_value, skip_comma};
use crate::read::snapshot_keys::{each_key, read_crate};
use crate::spec::keywords;
use crate::spec::side_tables::{KEYS, Key, TablesSpec};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Data, DeriveInput, Ident, Index, Member, Path, Token, Type};

/// What the attributes of the struct or of a field say.
#[derive(Default)]
struct Keys {
    of: Option<Vec<Type>>,
    skip: Option<SpanRange>,
    krate: Option<Path>,
}

/// Reads a struct. After a mistake, the spec has no definitions.
pub(crate) fn read(input: DeriveInput, errors: &mut Errors) -> TablesSpec {
    let keys = read_keys(&input.attrs, true, errors);
    let mut fields = Vec::new();
    let name = &input.ident;
    match &input.data {
        Data::Struct(data) => {
            for (position, field) in data.fields.iter().enumerate() {
                let member = match &field.ident {
                    Some(name) => Member::Named(name.clone()),
                    None => Member::Unnamed(Index::from(position)),
                };
                if read_keys(&field.attrs, false, errors).skip.is_none() {
                    fields.push((member, field.ty.clone()));
                }
            }
        }
        Data::Enum(data) => errors.add(SpanRange::at(data.enum_token.span), no_struct(name, "an enum")),
        Data::Union(data) => errors.add(SpanRange::at(data.union_token.span), no_struct(name, "a union")),
    }
    if keys.of.is_none() && errors.is_empty() {
        let message = format!(
            "say whose objects `{name}` forgets: `#[tables(of = Monster)]`, or of several pools `#[tables(of = \
             (Monster, Item))]`"
        );
        errors.add(SpanRange::of(name), message);
    }
    let of = if errors.is_empty() { keys.of.unwrap_or_default() } else { Vec::new() };
    TablesSpec { name: input.ident, generics: input.generics, krate: keys.krate, of, fields }
}

fn no_struct(name: &Ident, what: &str) -> String {
    format!("`SideTables` can be derived for structs of side tables, and `{name}` is {what}")
}

fn read_keys(attributes: &[Attribute], on_struct: bool, errors: &mut Errors) -> Keys {
    let mut keys = Keys::default();
    each_key(attributes, "tables", forms(on_struct), errors, |input, errors| {
        read_one(input, on_struct, &mut keys, errors);
    });
    keys
}

/// Reads one key with its value, and the comma. Continues after mistakes.
fn read_one(input: ParseStream<'_>, on_struct: bool, keys: &mut Keys, errors: &mut Errors) {
    let here = SpanRange::at(input.span());
    let Ok(word) = input.call(Ident::parse_any) else {
        let (span, _) = rest_of_value(input);
        errors.add(span, format!("expected a key: {}", forms(on_struct)));
        return skip_comma(input);
    };
    let word = word.to_string();
    // A value that was not understood is no mistake of its own.
    let (is_understood, is_twice) = match keywords::find(KEYS, &word) {
        Some(Key::Of) if on_struct => noted(&mut keys.of, read_of(input, here, errors)),
        Some(Key::Crate) if on_struct => noted(&mut keys.krate, read_crate(input, here, errors)),
        Some(Key::Skip) if !on_struct => noted(&mut keys.skip, Some(here)),
        Some(Key::Skip) => {
            errors.add(here, "`skip` belongs on a field: it is no side table, and has nothing to forget");
            (false, false)
        }
        Some(Key::Of | Key::Crate) => {
            errors.add(here, format!("`{word}` belongs on the struct"));
            (false, false)
        }
        None => {
            unknown_key(&word, here, on_struct, keys, errors);
            (false, false)
        }
    };
    if is_twice {
        errors.add(here, format!("`{word}` is given twice: keep one of the two"));
    }
    let has_value = input.peek(Token![=]);
    if !input.is_empty() && !input.peek(Token![,]) {
        let (rest, _) = rest_of_value(input);
        if is_understood && has_value {
            errors.add(here, format!("`{word}` takes no value: write it alone, or leave it out"));
        } else if is_understood {
            errors.add(rest, "expected a comma before this: `of = Monster, crate = path::to::stackpool`");
        }
    }
    skip_comma(input);
}

/// Notes a value. Returns whether there is one, and whether there was one before.
fn noted<T>(place: &mut Option<T>, value: Option<T>) -> (bool, bool) {
    match value {
        Some(value) => (true, place.replace(value).is_some()),
        None => (false, false),
    }
}

/// Reads `= Monster` or `= (Monster, Item)`.
fn read_of(input: ParseStream<'_>, at: SpanRange, errors: &mut Errors) -> Option<Vec<Type>> {
    let of = match input.parse::<Token![=]>().and_then(|_| input.parse::<Type>()) {
        Ok(Type::Tuple(tuple)) => tuple.elems.into_iter().collect(),
        Ok(Type::Paren(paren)) => vec![*paren.elem],
        Ok(ty) => vec![ty],
        Err(_) => Vec::new(),
    };
    if of.is_empty() {
        let (rest, tokens) = rest_of_value(input);
        let at = if tokens.is_empty() { at } else { rest };
        errors.add(
            at,
            "`of` takes the definition of a pool, or several: `of = Monster`, `of = (Monster, Item)`",
        );
    }
    let written = |ty: &Type| ty.to_token_stream().to_string();
    for (position, ty) in of.iter().enumerate() {
        if of[..position].iter().any(|earlier| written(earlier) == written(ty)) {
            let ty = SpanRange::of(ty);
            errors.add(ty, "this definition is there twice: keep one of the two");
        }
    }
    Some(of)
}

fn unknown_key(word: &str, at: SpanRange, on_struct: bool, keys: &Keys, errors: &mut Errors) {
    let is_free = |key: &Key| match key {
        Key::Of => on_struct && keys.of.is_none(),
        Key::Crate => on_struct && keys.krate.is_none(),
        Key::Skip => !on_struct,
    };
    let guess = match keywords::guess(KEYS, word, is_free) {
        // A definition without its key.
        None if on_struct && word.starts_with(char::is_uppercase) => Some(format!("of = {word}")),
        guess => guess.map(|guess| guess.word.to_owned()),
    };
    let message = match guess {
        Some(guess) => {
            format!("unknown key `{word}`; did you mean `{guess}`? {}", text::capitalised(&known(on_struct)))
        }
        None => format!("unknown key `{word}`: {}", known(on_struct)),
    };
    errors.add(at, message);
}

/// The keys, for messages.
fn known(on_struct: bool) -> String {
    format!("{} {}", if on_struct { "the keys are" } else { "the key is" }, forms(on_struct))
}

/// How to write them.
fn forms(on_struct: bool) -> &'static str {
    match on_struct {
        true => "`#[tables(of = Monster)]` and `#[tables(crate = path::to::stackpool)]`",
        false => "`#[tables(skip)]`",
    }
}
