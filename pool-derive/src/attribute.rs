//! `key = value, key = value`: the one list that both macros take, read into slots that notice duplicates.

use crate::errors::Errors;
use crate::keywords::{self, BOOKKEEPINGS, Bookkeeping, GUARDS, Guard, KEYS, Key, ON_WRAPS, OnWrap, Sync};
use crate::region::Region;
use crate::slot::{Read, Slot};
use crate::text;
use crate::value::{self, Integer, Mistake};
use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Token};

/// The value of every key.
pub(crate) struct Keys {
    pub(crate) capacity: Slot<Integer>,
    pub(crate) values: Slot<()>,
    pub(crate) layout: Slot<u32>,
    pub(crate) bookkeeping: Slot<Bookkeeping>,
    pub(crate) guard: Slot<Guard>,
    pub(crate) generation_bits: Slot<Integer>,
    pub(crate) on_wrap: Slot<OnWrap>,
    pub(crate) marks: Slot<Marks>,
    pub(crate) boxed: Slot<()>,
    pub(crate) sync: Slot<Sync>,
    pub(crate) exact: Slot<()>,
    pub(crate) handle: Slot<Ident>,
    pub(crate) pool: Slot<Ident>,
    pub(crate) pool_box: Slot<Ident>,
    pub(crate) align: Slot<Integer>,
    pub(crate) max_bytes: Slot<Integer>,
    pub(crate) krate: Slot<syn::Path>,
}

/// How many marks there are.
#[derive(Clone)]
pub(crate) enum Marks {
    /// As many as the runtime says.
    Default,
    Given(Integer),
}

/// Where a list of keys stands: what may be in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// `#[pool(..)]` on a type.
    Type,
    /// After the type of an entry of `pool!`.
    Entry,
    /// `#![pool(..)]` at the top of `pool!`.
    Header,
}

/// What ended a list of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Input,
    /// In [`Place::Entry`]: what looks like the next entry.
    NextEntry,
}

impl Keys {
    pub(crate) fn new() -> Self {
        Keys {
            capacity: Slot::Empty,
            values: Slot::Empty,
            layout: Slot::Empty,
            bookkeeping: Slot::Empty,
            guard: Slot::Empty,
            generation_bits: Slot::Empty,
            on_wrap: Slot::Empty,
            marks: Slot::Empty,
            boxed: Slot::Empty,
            sync: Slot::Empty,
            exact: Slot::Empty,
            handle: Slot::Empty,
            pool: Slot::Empty,
            pool_box: Slot::Empty,
            align: Slot::Empty,
            max_bytes: Slot::Empty,
            krate: Slot::Empty,
        }
    }

    /// Whether boxes are asked for: by `boxed`, or, which is a mistake, by a key that is for them alone.
    pub(crate) fn ask_for_boxes(&self) -> bool {
        !(self.boxed.is_empty() && self.sync.is_empty() && self.exact.is_empty() && self.pool_box.is_empty())
    }

    /// The capacity in the brackets of an entry.
    pub(crate) fn set_capacity(&mut self, expr: &syn::Expr, errors: &mut Errors) {
        let region = Region::of(expr);
        let read = Read { value: Integer::new(expr, Key::Capacity), region, text: text::expression(expr) };
        self.capacity.fill(Key::Capacity, region, read, errors);
    }

    /// Reads a list to its end, past any mistakes.
    pub(crate) fn parse(&mut self, input: ParseStream<'_>, place: Place, errors: &mut Errors) -> End {
        while !input.is_empty() {
            if place == Place::Entry && begins_entry(input) {
                return End::NextEntry;
            }
            if !self.parse_one(input, place, errors) {
                skip_to_next_key(input);
                continue;
            }
            if input.is_empty() || (place == Place::Entry && begins_entry(input)) {
                continue;
            }
            if input.parse::<Option<Token![,]>>().is_ok_and(|comma| comma.is_none()) {
                errors.add(
                    Region::at(input.span()),
                    "expected a comma before this: `key = value, key = value`",
                );
                if !at_key(input) {
                    skip_to_next_key(input);
                }
            }
        }
        End::Input
    }

    /// Reads one `key = value`. Says whether the input stands behind it.
    fn parse_one(&mut self, input: ParseStream<'_>, place: Place, errors: &mut Errors) -> bool {
        let here = Region::at(input.span());
        if !input.peek(Ident::peek_any) {
            if input.peek(Token![,]) {
                errors.add(here, "expected a key before this comma");
                return false;
            }
            let (region, tokens) = value::rest_of_value(input);
            self.bare_value(region, &tokens, place, errors);
            return false;
        }
        let ahead = input.fork();
        let Ok(ident) = ahead.call(Ident::parse_any) else {
            return false;
        };
        let word = ident.to_string();
        let Some(key) = keywords::find(KEYS, &word) else {
            if is_value(&word, &ahead) {
                let (region, tokens) = value::rest_of_value(input);
                self.bare_value(region, &tokens, place, errors);
            } else {
                self.unknown_key(here, &word, place, errors);
            }
            return false;
        };
        let _: syn::Result<Ident> = input.call(Ident::parse_any);
        if let Some(message) = misplaced(key, place) {
            errors.add(here, message);
            return false;
        }
        if key.is_flag() {
            return self.parse_flag(key, here, place, input, errors);
        }
        if key == Key::Marks && is_alone(place, input) {
            let read = Read { value: Ok(Marks::Default), region: here, text: "8".to_owned() };
            self.marks.fill(key, here, read, errors);
            return true;
        }
        if input.is_empty() || input.peek(Token![,]) {
            errors.add(here, missing_value(key));
            self.set_wrong(key);
            return false;
        }
        if !input.peek(Token![=]) || input.peek(Token![==]) || input.peek(Token![=>]) {
            let (region, _) = value::rest_of_value(input);
            errors.add(here.to(region), format!("`{word}` takes its value after `=`: `{}`", key.example()));
            self.set_wrong(key);
            return false;
        }
        let equals = Region::at(input.span());
        let _: syn::Result<Token![=]> = input.parse();
        if input.is_empty() || input.peek(Token![,]) {
            errors.add(here.to(equals), missing_value(key));
            self.set_wrong(key);
            return false;
        }
        self.parse_value(key, here, input, errors)
    }

    /// Reads what follows a key that takes no value: nothing.
    fn parse_flag(
        &mut self,
        key: Key,
        at: Region,
        place: Place,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> bool {
        let mut read = Read { value: Ok(()), region: at, text: String::new() };
        let is_alone = is_alone(place, input);
        if !is_alone {
            let (region, tokens) = value::rest_of_value(input);
            let region = at.to(region);
            let message = format!("`{}` takes no value: write it alone, or leave it out", key.word());
            if denies(tokens) {
                errors.add(region, message);
                return false;
            }
            read.value = Err((region, message));
        }
        let slot = match key {
            Key::Values => &mut self.values,
            Key::Boxed => &mut self.boxed,
            _ => &mut self.exact,
        };
        slot.fill(key, at, read, errors);
        is_alone
    }

    fn parse_value(&mut self, key: Key, at: Region, input: ParseStream<'_>, errors: &mut Errors) -> bool {
        fn read<T>(
            input: ParseStream<'_>,
            read: impl FnOnce(ParseStream<'_>) -> Result<T, Mistake>,
        ) -> Read<T> {
            let before = input.fork();
            let value = read(input);
            let tokens = between(&before, input);
            Read { value, region: Region::of(&tokens), text: text::expression(tokens) }
        }
        macro_rules! fill {
            ($slot:ident, $read:expr) => {{
                let read = read(input, $read);
                let ok = read.value.is_ok();
                self.$slot.fill(key, at, read, errors);
                ok
            }};
        }
        match key {
            Key::Capacity => fill!(capacity, |input| Integer::parse(input, key)),
            Key::Layout => fill!(layout, value::layout),
            Key::Bookkeeping => fill!(bookkeeping, |input| value::keyword(input, key, BOOKKEEPINGS)),
            Key::Guard => fill!(guard, |input| value::keyword(input, key, GUARDS)),
            Key::GenerationBits => fill!(generation_bits, |input| Integer::parse(input, key)),
            Key::Marks => fill!(marks, |input| Integer::parse(input, key).map(Marks::Given)),
            Key::OnWrap => fill!(on_wrap, |input| value::keyword(input, key, ON_WRAPS)),
            Key::Values | Key::Boxed | Key::Exact => unreachable!("a flag has no value"),
            Key::Sync => fill!(sync, value::sync),
            Key::Handle => fill!(handle, |input| value::name(input, key)),
            Key::Pool => fill!(pool, |input| value::name(input, key)),
            Key::Box => fill!(pool_box, |input| value::name(input, key)),
            Key::Align => fill!(align, |input| Integer::parse(input, key)),
            Key::MaxBytes => fill!(max_bytes, |input| Integer::parse(input, key)),
            Key::Crate => fill!(krate, value::path),
        }
    }

    fn set_wrong(&mut self, key: Key) {
        match key {
            Key::Capacity => self.capacity.set_wrong(),
            Key::Values => self.values.set_wrong(),
            Key::Layout => self.layout.set_wrong(),
            Key::Bookkeeping => self.bookkeeping.set_wrong(),
            Key::Guard => self.guard.set_wrong(),
            Key::GenerationBits => self.generation_bits.set_wrong(),
            Key::OnWrap => self.on_wrap.set_wrong(),
            Key::Marks => self.marks.set_wrong(),
            Key::Boxed => self.boxed.set_wrong(),
            Key::Sync => self.sync.set_wrong(),
            Key::Exact => self.exact.set_wrong(),
            Key::Handle => self.handle.set_wrong(),
            Key::Pool => self.pool.set_wrong(),
            Key::Box => self.pool_box.set_wrong(),
            Key::Align => self.align.set_wrong(),
            Key::MaxBytes => self.max_bytes.set_wrong(),
            Key::Crate => self.krate.set_wrong(),
        }
    }

    fn is_empty(&self, key: Key) -> bool {
        match key {
            Key::Capacity => self.capacity.is_empty(),
            Key::Values => self.values.is_empty(),
            Key::Layout => self.layout.is_empty(),
            Key::Bookkeeping => self.bookkeeping.is_empty(),
            Key::Guard => self.guard.is_empty(),
            Key::GenerationBits => self.generation_bits.is_empty(),
            Key::OnWrap => self.on_wrap.is_empty(),
            Key::Marks => self.marks.is_empty(),
            Key::Boxed => self.boxed.is_empty(),
            Key::Sync => self.sync.is_empty(),
            Key::Exact => self.exact.is_empty(),
            Key::Handle => self.handle.is_empty(),
            Key::Pool => self.pool.is_empty(),
            Key::Box => self.pool_box.is_empty(),
            Key::Align => self.align.is_empty(),
            Key::MaxBytes => self.max_bytes.is_empty(),
            Key::Crate => self.krate.is_empty(),
        }
    }

    fn unknown_key(&mut self, at: Region, word: &str, place: Place, errors: &mut Errors) {
        let known = match place {
            Place::Type => format!("the keys are {}", keywords::list(KEYS, " and")),
            Place::Entry => format!("the keys are {}", keywords::list(&KEYS[2..], " and")),
            Place::Header => "`crate` is the only key here".to_owned(),
        };
        // A key that was given or suggested already is not what is meant.
        let guess =
            keywords::guess(KEYS, word, |key| self.is_empty(*key) && misplaced(*key, place).is_none());
        errors.add(
            at,
            match guess {
                Some(guess) => {
                    format!("unknown key `{word}`; did you mean `{}`? {}", guess.word, capitalised(&known))
                }
                None => format!("unknown key `{word}`: {known}"),
            },
        );
        if let Some(guess) = guess {
            self.set_wrong(guess.meaning);
        }
    }

    /// A value without a key.
    fn bare_value(&mut self, region: Region, tokens: &TokenStream, place: Place, errors: &mut Errors) {
        let is_expression = syn::parse2::<syn::Expr>(tokens.clone()).is_ok();
        let example = match place {
            // It may have been meant as the capacity, which is then not missing too.
            Place::Type if self.capacity.is_empty() => {
                self.capacity.set_wrong();
                if is_expression {
                    let written = text::expression(tokens);
                    errors.add(region, format!("a value needs its key: `capacity = {written}`"));
                    return;
                }
                Key::Capacity
            }
            Place::Type | Place::Entry => Key::Guard,
            Place::Header => Key::Crate,
        };
        errors.add(region, format!("expected `key = value`, such as `{}`", example.example()));
    }
}

/// Whether a key that stood before this has no value.
fn is_alone(place: Place, input: ParseStream<'_>) -> bool {
    input.is_empty()
        || input.peek(Token![,])
        || at_key(input)
        || (place == Place::Entry && begins_entry(input))
}

/// What is said of `key` without a value.
fn missing_value(key: Key) -> String {
    let (word, example) = (key.word(), key.example());
    match key {
        Key::Box => {
            format!("`box` needs a value, such as `{example}`: it names boxes, and `boxed` asks for them")
        }
        _ => format!("`{word}` needs a value, such as `{example}`"),
    }
}

/// Whether the value that a flag was given, which takes none, says that the flag is not meant.
fn denies(value: TokenStream) -> bool {
    const NO: [&str; 4] = ["false", "no", "off", "none"];
    value.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => NO.iter().any(|no| ident == no),
        TokenTree::Group(group) => denies(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether `word`, which is no key, begins an expression, such as `MAX` or `limits::N`, to judge by what follows it.
fn is_value(word: &str, ahead: ParseStream<'_>) -> bool {
    if ahead.is_empty() || ahead.peek(Token![,]) {
        word.starts_with(char::is_uppercase)
    } else {
        let is_key = ahead.peek(Token![=]) || ahead.peek(Token![:]) || ahead.peek(syn::token::Paren);
        ahead.peek(Token![::]) || !is_key
    }
}

/// What is said of a key that exists, but not in this place.
fn misplaced(key: Key, place: Place) -> Option<&'static str> {
    match (place, key) {
        (Place::Type, _) | (Place::Header, Key::Crate) => None,
        (Place::Entry, Key::Capacity) => {
            Some("the capacity of an entry is the length in its brackets: `Name: [Type; 64];`")
        }
        (Place::Entry, Key::Values) => {
            Some("an entry of values names their ranges: `Name: [Type { x: 0..64, y: 0..64 }];`")
        }
        (Place::Entry, _) => None,
        (Place::Header, _) => {
            Some("only `crate` can be set for all entries at once; other keys follow the type of their entry")
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Whether `[visibility] Name: [` stands here.
pub(crate) fn begins_entry(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    if ahead.call(syn::Attribute::parse_outer).is_err() || ahead.parse::<syn::Visibility>().is_err() {
        return false;
    }
    ahead.peek(Ident) && ahead.peek2(Token![:]) && ahead.peek3(syn::token::Bracket)
}

/// Whether `key =` stands here, or a known key alone.
pub(crate) fn at_key(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let Ok(ident) = ahead.call(Ident::parse_any) else {
        return false;
    };
    let known = keywords::find(KEYS, &ident.to_string()).is_some();
    (ahead.peek(Token![=]) && !ahead.peek(Token![==]))
        || (known && (ahead.is_empty() || ahead.peek(Token![,])))
}

/// Skips what cannot be read: up to behind the next comma that a key follows, or to the end.
fn skip_to_next_key(input: ParseStream<'_>) {
    while !input.is_empty() {
        match input.parse::<TokenTree>() {
            Ok(TokenTree::Punct(punct))
                if punct.as_char() == ',' && (at_key(input) || begins_entry(input)) =>
            {
                return;
            }
            Ok(_) => {}
            Err(_) => return,
        }
    }
}

/// What was read from `before` on.
fn between(before: ParseStream<'_>, input: ParseStream<'_>) -> TokenStream {
    let end = input.cursor();
    let mut tokens = TokenStream::new();
    while before.cursor() < end {
        match before.parse::<TokenTree>() {
            Ok(token) => tokens.extend([token]),
            Err(_) => break,
        }
    }
    tokens
}
