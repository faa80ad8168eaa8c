//! `key = value, key = value`: the list that both macros take, read into settings that report duplicates.

use crate::base::errors::{Errors, Mistake};
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::read::expression::Expression;
use crate::read::lookahead::{at_key, begins_entry, between, path_as_key, rest_of_value, skip_to_next_key};
use crate::spec::given::{Read, Setting};
use crate::spec::keys::{KEYS, Key, Keys, Value, Visitor};
use crate::spec::keywords;
use crate::spec::number::Integer;
use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Token};

/// The place of a list of keys. It decides which keys are accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// `#[pool(..)]` on a type.
    Type,
    /// After the type of an entry of `pool!`.
    Entry,
    /// `#![pool(..)]` at the top of `pool!`.
    Header,
}

/// The end of a list of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Input,
    /// In [`Place::Entry`]: something that looks like the next entry.
    NextEntry,
}

impl Keys {
    /// The capacity in the brackets of an entry.
    pub(crate) fn set_capacity(&mut self, expr: Expression, errors: &mut Errors) {
        let (span, text) = (SpanRange::of(&expr.tokens), text::expression(&expr.tokens));
        let read = Read { value: Integer::new(expr, Key::Capacity), span, text };
        self.capacity.fill(Key::Capacity.word(), span, read, errors);
    }

    /// Reads a list to its end, past any mistakes.
    pub(crate) fn parse(&mut self, input: ParseStream<'_>, place: Place, errors: &mut Errors) -> End {
        while !input.is_empty() {
            if place == Place::Entry && begins_entry(input) {
                return End::NextEntry;
            }
            let start = input.cursor();
            let is_read = self.parse_one(input, place, errors);
            // After a mistake too, the next key can follow, without its comma.
            let is_past = is_read || (start < input.cursor() && at_next(place, input));
            if !is_past {
                skip_to_next_key(input);
                continue;
            }
            if input.is_empty() || (place == Place::Entry && begins_entry(input)) {
                continue;
            }
            if input.parse::<Option<Token![,]>>().is_ok_and(|comma| comma.is_none()) {
                errors.add(
                    SpanRange::at(input.span()),
                    "expected a comma before this: `key = value, key = value`",
                );
                if !at_key(input) {
                    skip_to_next_key(input);
                }
            }
        }
        End::Input
    }

    /// Reads one `key = value`. Returns whether the input is now after it.
    fn parse_one(&mut self, input: ParseStream<'_>, place: Place, errors: &mut Errors) -> bool {
        let here = SpanRange::at(input.span());
        if let Some(last) = path_as_key(input) {
            self.path(here, &last, input, errors);
            return true;
        }
        if !input.peek(Ident::peek_any) {
            if input.peek(Token![,]) {
                errors.add(here, "expected a key before this comma");
                return false;
            }
            let (span, tokens) = rest_of_value(input);
            self.bare_value(span, &tokens, place, errors);
            return false;
        }
        let ahead = input.fork();
        let Ok(ident) = ahead.call(Ident::parse_any) else {
            return false;
        };
        let word = ident.to_string();
        let is_path = ahead.peek(Token![::]);
        let Some(key) = keywords::find(KEYS, &word).filter(|_| !is_path) else {
            if is_value(&word, &ahead) {
                let (span, tokens) = rest_of_value(input);
                self.bare_value(span, &tokens, place, errors);
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
        if is_alone(place, input) && self.visit(key, FillAlone { key, at: here, errors }) {
            return true;
        }
        if input.is_empty() || input.peek(Token![,]) {
            errors.add(here, missing_value(key));
            self.of_mut(key).set_wrong();
            return false;
        }
        if !input.peek(Token![=]) || input.peek(Token![==]) || input.peek(Token![=>]) {
            let (span, _) = rest_of_value(input);
            errors.add(here.to(span), format!("write the value of `{word}` after `=`: `{}`", key.example()));
            self.of_mut(key).set_wrong();
            return false;
        }
        let equals = SpanRange::at(input.span());
        let _: syn::Result<Token![=]> = input.parse();
        if input.is_empty() || input.peek(Token![,]) {
            errors.add(here.to(equals), missing_value(key));
            self.of_mut(key).set_wrong();
            return false;
        }
        self.visit(key, FillValue { key, at: here, input, errors })
    }

    /// Reads a key that takes no value, and reports a value.
    fn parse_flag(
        &mut self,
        key: Key,
        at: SpanRange,
        place: Place,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> bool {
        let mut mistake = None;
        let is_alone = is_alone(place, input);
        if !is_alone {
            let (rest, tokens) = rest_of_value(input);
            let span = at.to(rest);
            let message = format!("`{}` takes no value: write it alone, or leave it out", key.word());
            if denies(tokens) {
                errors.add(span, message);
                return false;
            }
            mistake = Some((span, message));
        }
        self.visit(key, FillFlag { key, at, mistake, input, errors });
        is_alone
    }

    fn unknown_key(&mut self, at: SpanRange, word: &str, place: Place, errors: &mut Errors) {
        let known = match place {
            Place::Type => format!("the keys are {}", keywords::list(KEYS, " and")),
            Place::Entry => format!("the keys are {}", keywords::list(&KEYS[2..], " and")),
            Place::Header => "`crate` is the only key here".to_owned(),
        };
        // A key that was already given or suggested is not the intended one.
        let guess =
            keywords::guess(KEYS, word, |key| self.of(*key).is_empty() && misplaced(*key, place).is_none());
        errors.add(
            at,
            match guess {
                Some(guess) => {
                    format!(
                        "unknown key `{word}`; did you mean `{}`? {}",
                        guess.word,
                        text::capitalised(&known)
                    )
                }
                None => format!("unknown key `{word}`: {known}"),
            },
        );
        if let Some(guess) = guess {
            self.of_mut(guess.meaning).set_wrong();
        }
    }

    /// A key that is written as a path, with the value that can follow.
    fn path(&mut self, at: SpanRange, last: &Ident, input: ParseStream<'_>, errors: &mut Errors) {
        let key = keywords::find(KEYS, &last.to_string());
        let (mut span, mut written) = (SpanRange::at(last.span()), last.to_string());
        if input.peek(Token![=]) {
            let (value, tokens) = rest_of_value(input);
            (span, written) = (value, format!("{last} {}", text::expression(tokens)));
        } else if let Some(key) = key.filter(|key| !key.is_flag()) {
            written = key.example().to_owned();
        }
        errors.add(at.to(span), format!("a key is one word, without a path: write `{written}`"));
        if let Some(key) = key {
            self.of_mut(key).set_wrong();
        }
    }

    /// A value without a key.
    fn bare_value(&mut self, span: SpanRange, tokens: &TokenStream, place: Place, errors: &mut Errors) {
        let is_expression = syn::parse2::<Expression>(tokens.clone()).is_ok();
        let example = match place {
            // The value is probably the capacity, so a missing capacity is not a second mistake.
            Place::Type if self.capacity.is_empty() => {
                self.capacity.set_wrong();
                if is_expression {
                    let written = text::expression(tokens);
                    errors.add(span, format!("a value needs its key: `capacity = {written}`"));
                    return;
                }
                Key::Capacity
            }
            Place::Type | Place::Entry => Key::Guard,
            Place::Header => Key::Crate,
        };
        errors.add(span, format!("expected `key = value`, such as `{}`", example.example()));
    }
}

/// Reads and stores the value of a key. Returns whether it had no mistake.
struct FillValue<'a, 'b> {
    key: Key,
    at: SpanRange,
    input: ParseStream<'a>,
    errors: &'b mut Errors,
}

impl Visitor for FillValue<'_, '_> {
    type Output = bool;

    fn visit<T: Value>(self, setting: &mut Setting<T>) -> bool {
        let FillValue { key, at, input, errors } = self;
        let before = input.fork();
        let value = T::read(input, key);
        let tokens = between(&before, input);
        let is_right = value.is_ok();
        let read = Read { value, span: SpanRange::of(&tokens), text: text::expression(tokens) };
        setting.fill(key.word(), at, read, errors);
        is_right
    }
}

/// Stores a key that is written alone, although it takes a value. Returns whether it may be written so.
struct FillAlone<'b> {
    key: Key,
    at: SpanRange,
    errors: &'b mut Errors,
}

impl Visitor for FillAlone<'_> {
    type Output = bool;

    fn visit<T: Value>(self, setting: &mut Setting<T>) -> bool {
        let FillAlone { key, at, errors } = self;
        let Some((value, text)) = T::ALONE else { return false };
        setting.fill(key.word(), at, Read { value: Ok(value), span: at, text: text.to_owned() }, errors);
        true
    }
}

/// Stores a key that takes no value.
struct FillFlag<'a, 'b> {
    key: Key,
    at: SpanRange,
    mistake: Option<Mistake>,
    input: ParseStream<'a>,
    errors: &'b mut Errors,
}

impl Visitor for FillFlag<'_, '_> {
    type Output = ();

    fn visit<T: Value>(self, setting: &mut Setting<T>) {
        let FillFlag { key, at, mistake, input, errors } = self;
        let value = mistake.map_or_else(|| T::read(input, key), Err);
        setting.fill(key.word(), at, Read { value, span: at, text: String::new() }, errors);
    }
}

/// Whether the key before this has no value.
fn is_alone(place: Place, input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,]) || at_next(place, input)
}

/// Whether the next key or the next entry begins here.
fn at_next(place: Place, input: ParseStream<'_>) -> bool {
    at_key(input) || (place == Place::Entry && begins_entry(input))
}

/// The message for `key` without a value.
fn missing_value(key: Key) -> String {
    let (word, example) = (key.word(), key.example());
    match key {
        Key::Box => {
            format!(
                "`box` needs a value, such as `{example}`: `box` names the box type, `boxed` asks for boxes"
            )
        }
        _ => format!("`{word}` needs a value, such as `{example}`"),
    }
}

/// Whether the value of a flag, which takes no value, says "no".
fn denies(value: TokenStream) -> bool {
    const NO: [&str; 4] = ["false", "no", "off", "none"];
    value.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => NO.iter().any(|no| ident == no),
        TokenTree::Group(group) => denies(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Whether `word`, which is not a key, begins an expression, such as `MAX` or `limits::N`. The following tokens decide.
fn is_value(word: &str, ahead: ParseStream<'_>) -> bool {
    if ahead.is_empty() || ahead.peek(Token![,]) {
        word.starts_with(char::is_uppercase)
    } else {
        let is_key = ahead.peek(Token![=]) || ahead.peek(Token![:]) || ahead.peek(syn::token::Paren);
        ahead.peek(Token![::]) || !is_key
    }
}

/// The message for a key that exists, but not in this place.
fn misplaced(key: Key, place: Place) -> Option<&'static str> {
    match (place, key) {
        (Place::Type, _) | (Place::Header, Key::Crate) => None,
        (Place::Entry, Key::Capacity) => {
            Some("the capacity of an entry is the length in its brackets: `Name: [Type; 64];`")
        }
        (Place::Entry, Key::Values) => {
            Some("the ranges of values are written in the brackets: `Name: [Type { x: 0..64, y: 0..64 }];`")
        }
        (Place::Entry, _) => None,
        (Place::Header, _) => Some(
            "only `crate` can be set for all entries at once: write other keys after the type of their entry",
        ),
    }
}
