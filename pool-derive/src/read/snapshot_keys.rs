//! The keys of `#[snapshot(..)]`: `item`, `plain`, `name = ".."` and `crate = path` on a type, `name = ".."` on a
//! variant, `skip`, `keep`, `plain`, `name = ".."` and `type = ".."` on a field.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::read::expression::Expression;
use crate::read::lookahead::{at_key, rest_of_value, skip_comma};
use crate::read::saved_keys;
use crate::spec::keywords;
use crate::spec::snapshot::{KEYS, Key};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::{Attribute, Ident, LitStr, Meta, Path, Token};

/// What the attributes of a type, of a variant or of a field say.
#[derive(Default)]
pub(crate) struct Keys {
    pub(crate) skip: Option<SpanRange>,
    pub(crate) keep: Option<SpanRange>,
    pub(crate) plain: Option<SpanRange>,
    pub(crate) item: Option<SpanRange>,
    pub(crate) krate: Option<Path>,
    pub(crate) name: Option<SpanRange>,
    pub(crate) ty: Option<SpanRange>,
    /// Whether there are words that were not understood, so that it is unclear how this is to be saved.
    pub(crate) is_unclear: bool,
}

impl Keys {
    /// The keys of a field that say how it is saved.
    pub(crate) fn all(&self) -> impl Iterator<Item = SpanRange> + use<> {
        [self.skip, self.keep, self.plain].into_iter().flatten()
    }

    fn has(&self, key: Key) -> bool {
        match key {
            Key::Item => self.item.is_some(),
            Key::Plain => self.plain.is_some(),
            Key::Skip => self.skip.is_some(),
            Key::Keep => self.keep.is_some(),
            Key::Name => self.name.is_some(),
            Key::Type => self.ty.is_some(),
            Key::Crate => self.krate.is_some(),
        }
    }
}

/// What an attribute is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    Type,
    Variant,
    Field,
}

impl Key {
    /// Whether the key can be there.
    fn is_on(self, on: On) -> bool {
        match self {
            Key::Item | Key::Crate => on == On::Type,
            Key::Plain => on != On::Variant,
            Key::Skip | Key::Keep | Key::Type => on == On::Field,
            Key::Name => true,
        }
    }
}

impl On {
    fn word(self) -> &'static str {
        match self {
            On::Type => "type",
            On::Variant => "variant",
            On::Field => "field",
        }
    }
}

/// Reads the attributes of the type, or of a part of it.
pub(crate) fn read_keys(attributes: &[Attribute], on: On, errors: &mut Errors) -> Keys {
    let mut keys = Keys::default();
    let are_lists = each_key(attributes, "snapshot", forms(on), errors, |input, errors| {
        read_one(input, on, &mut keys, errors);
    });
    keys.is_unclear |= !are_lists;
    keys
}

/// Calls `read_one` for each key in the attributes of this name. Returns whether all of them have keys in parentheses.
pub(crate) fn each_key(
    attributes: &[Attribute],
    name: &str,
    forms: &str,
    errors: &mut Errors,
    mut read_one: impl FnMut(ParseStream<'_>, &mut Errors),
) -> bool {
    let mut are_lists = true;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
        if !matches!(&attribute.meta, Meta::List(list) if !list.tokens.is_empty()) {
            errors.add(SpanRange::of(attribute), format!("write a key in parentheses: {forms}"));
            are_lists = false;
            continue;
        }
        let parser = |input: ParseStream<'_>| {
            while !input.is_empty() {
                read_one(input, errors);
            }
            Ok(())
        };
        if let Err(error) = attribute.parse_args_with(parser) {
            errors.add_syntax(&error);
        }
    }
    are_lists
}

/// A word where a key is expected.
struct Word<'a> {
    text: &'a str,
    at: SpanRange,
    on: On,
}

/// Reads one key with its value, and the comma. Continues after mistakes.
fn read_one(input: ParseStream<'_>, on: On, keys: &mut Keys, errors: &mut Errors) {
    let here = SpanRange::at(input.span());
    let Ok(word) = input.call(Ident::parse_any) else {
        let (span, _) = rest_of_value(input);
        errors.add(span, format!("expected a key: {}", known(on)));
        keys.is_unclear = true;
        return skip_comma(input);
    };
    let text = word.to_string();
    let word = Word { text: &text, at: here, on };
    let is_understood = match keywords::find(KEYS, &text).filter(|_| !input.peek(Token![::])) {
        Some(key) => read_key(key, &word, input, keys, errors),
        None => {
            unknown_key(&word, keys, errors);
            false
        }
    };
    if !input.is_empty() && !input.peek(Token![,]) {
        if is_understood || at_key(input) {
            let here = SpanRange::at(input.span());
            errors.add(here, "expected a comma before this: `plain, name = \"score\"`");
            // What follows can be the next key.
            return;
        }
        // The value of a key that was not understood is no mistake of its own.
        let ahead = input.fork();
        match ahead.parse::<Option<Token![=]>>().and_then(|_| ahead.parse::<Expression>()) {
            Ok(_) => input.advance_to(&ahead),
            Err(_) => drop(rest_of_value(input)),
        }
    }
    skip_comma(input);
}

fn unknown_key(&Word { text: word, at, on }: &Word<'_>, keys: &mut Keys, errors: &mut Errors) {
    keys.is_unclear = true;
    let guess = keywords::guess(KEYS, word, |key| key.is_on(on) && !keys.has(*key));
    let known = known(on);
    let message = match guess {
        Some(guess) => {
            format!("unknown key `{word}`; did you mean `{}`? {}", guess.word, text::capitalised(&known))
        }
        None => format!("unknown key `{word}`: {known}"),
    };
    errors.add(at, message);
    match guess.map(|guess| guess.meaning) {
        Some(Key::Plain) => keys.plain = Some(at),
        Some(Key::Item) => keys.item = Some(at),
        Some(_) | None => {}
    }
}

/// Reads a key with its value. Returns whether it was understood.
fn read_key(
    key: Key,
    found: &Word<'_>,
    input: ParseStream<'_>,
    keys: &mut Keys,
    errors: &mut Errors,
) -> bool {
    let &Word { text: word, at, on } = found;
    let noted = match key {
        Key::Name | Key::Type => return read_saved_key(key, found, input, keys, errors),
        Key::Crate if on == On::Type => return note_crate(at, input, keys, errors),
        Key::Skip if on == On::Type => {
            errors.add(at, "`skip` belongs on a field: it leaves the field out of the bytes");
            keys.is_unclear = true;
            return false;
        }
        Key::Keep if on == On::Type => {
            errors.add(at, "`keep` belongs on a field: a restore leaves the field alone");
            keys.is_unclear = true;
            return false;
        }
        Key::Item | Key::Crate if on != On::Type => {
            let why = if key == Key::Item { ": its values can be items of pools" } else { "" };
            errors.add(at, format!("`{word}` belongs on the type{why}"));
            keys.is_unclear = true;
            return false;
        }
        Key::Item | Key::Crate => &mut keys.item,
        Key::Plain => &mut keys.plain,
        Key::Skip => &mut keys.skip,
        Key::Keep => &mut keys.keep,
    };
    note(noted, word, at, errors);
    let has_value = input.peek(Token![=]);
    if has_value {
        errors.add(at, format!("`{word}` takes no value: write it alone, or leave it out"));
    }
    !has_value
}

/// Reads the value of `crate = path`.
pub(crate) fn read_crate(input: ParseStream<'_>, at: SpanRange, errors: &mut Errors) -> Option<Path> {
    let path = input.parse::<Token![=]>().and_then(|_| input.call(Path::parse_mod_style));
    if path.is_err() {
        errors.add(at, "`crate` takes the path to this library: `crate = path::to::stackpool`");
    }
    path.ok()
}

/// Notes the path of `crate`.
fn note_crate(at: SpanRange, input: ParseStream<'_>, keys: &mut Keys, errors: &mut Errors) -> bool {
    let Some(path) = read_crate(input, at, errors) else { return false };
    if keys.krate.replace(path).is_some() {
        errors.add(at, "`crate` is given twice: keep one of the two");
    }
    true
}

/// Reads how saves know a type, a variant or a field: `name = ".."`, `type = ".."`.
fn read_saved_key(
    key: Key,
    &Word { text: word, at, on }: &Word<'_>,
    input: ParseStream<'_>,
    keys: &mut Keys,
    errors: &mut Errors,
) -> bool {
    let is_name = key == Key::Name;
    let example = match (is_name, on) {
        (true, On::Field) => "name = \"score\"",
        (true, _) => "name = \"Ship\"",
        (false, _) => "type = \"Option<ShipHandle>\"",
    };
    if !input.peek(Token![=]) {
        errors.add(at, format!("`{word}` says how saves know this {}: `{example}`", on.word()));
        return false;
    }
    if !key.is_on(on) {
        errors.add(at, "`type` belongs on a field: it is the type of the field as saves know it");
        return false;
    }
    let (_, text): (syn::Result<Token![=]>, _) = (input.parse(), input.parse::<LitStr>());
    let Ok(text) = text else {
        let (rest, _) = rest_of_value(input);
        errors.add(rest, format!("write it in quotes: `{example}`"));
        return false;
    };
    let span = SpanRange::at(text.span());
    if !is_name && saved_keys::type_of(&text).is_none() {
        errors.add(span, format!("this is no type: write the one that saves know, `{example}`"));
    } else if is_name && !is_name_of(&text.value(), on) {
        errors.add(span, format!("this is no name: write the one that saves know, `{example}`"));
    }
    note(if is_name { &mut keys.name } else { &mut keys.ty }, word, at, errors);
    true
}

/// Whether a type, a variant or a field can have this name. The fields of a tuple struct have numbers.
fn is_name_of(text: &str, on: On) -> bool {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    syn::parse::Parser::parse_str(Ident::parse_any, text).is_ok() || (on == On::Field && is_number)
}

fn note(key: &mut Option<SpanRange>, word: &str, at: SpanRange, errors: &mut Errors) {
    if key.replace(at).is_some() {
        errors.add(at, format!("`{word}` is given twice: keep one of the two"));
    }
}

/// The keys, for messages.
fn known(on: On) -> String {
    format!("{} {}", if on == On::Variant { "the key is" } else { "the keys are" }, forms(on))
}

/// How to write them.
fn forms(on: On) -> &'static str {
    match on {
        On::Type => {
            "`#[snapshot(item)]`, `#[snapshot(plain)]`, `#[snapshot(name = \"Ship\")]` and `#[snapshot(crate = \
             path::to::stackpool)]`"
        }
        On::Variant => "`#[snapshot(name = \"Idle\")]`",
        On::Field => {
            "`#[snapshot(skip)]`, `#[snapshot(keep)]`, `#[snapshot(plain)]`, `#[snapshot(name = \"score\")]` and \
             `#[snapshot(type = \"Option<ShipHandle>\")]`"
        }
    }
}
