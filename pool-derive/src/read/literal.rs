//! The values of the keys: how each kind is read, and the messages for wrong values.

use crate::base::errors::Mistake;
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::read::expression::{Expression, Form};
use crate::read::lookahead::{at_end_of_value, rest_of_value};
use crate::spec::freed::Function;
use crate::spec::keys::{Key, Value};
use crate::spec::keywords::{
    self, BOOKKEEPINGS, Bookkeeping, GUARDS, Guard, Keyword, LAYOUTS, ON_WRAPS, OnWrap, PACKED, PACKED_BITS,
    SYNCS, Sync,
};
use crate::spec::number::{Integer, Marks, TableBits};
use crate::spec::objects::{First, Method};
use proc_macro2::{Delimiter, Group};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::{Ident, Lit};

impl Value for () {
    const IS_NOTHING: bool = true;

    fn read(_: ParseStream<'_>, _: Key) -> Result<Self, Mistake> {
        Ok(())
    }
}

impl Value for Bookkeeping {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        keyword(input, key, BOOKKEEPINGS)
    }
}

impl Value for Guard {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        keyword(input, key, GUARDS)
    }
}

impl Value for OnWrap {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        keyword(input, key, ON_WRAPS)
    }
}

impl Value for Marks {
    const ALONE: Option<(Self, &'static str)> = Some((Marks::Default, "8"));

    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        Integer::read(input, key).map(Marks::Given)
    }

    fn integer(&self) -> Option<&Integer> {
        match self {
            Marks::Default => None,
            Marks::Given(count) => Some(count),
        }
    }

    fn integer_mut(&mut self) -> Option<&mut Integer> {
        match self {
            Marks::Default => None,
            Marks::Given(count) => Some(count),
        }
    }
}

impl Value for Integer {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        let ahead = input.fork();
        match ahead.parse::<Expression>() {
            Ok(Expression { form: Form::Assignment, .. }) | Err(_) => {
                let (span, _) = rest_of_value(input);
                Err((span, format!("`{}` takes a constant integer, such as `{}`", key.word(), example(key))))
            }
            Ok(expr) => {
                input.advance_to(&ahead);
                Integer::new(expr, key)
            }
        }
    }

    fn integer(&self) -> Option<&Integer> {
        Some(self)
    }

    fn integer_mut(&mut self) -> Option<&mut Integer> {
        Some(self)
    }
}

impl Integer {
    /// `expr` as the value of `key`.
    pub(crate) fn new(expr: Expression, key: Key) -> Result<Self, Mistake> {
        let span = SpanRange::of(&expr.tokens);
        let word = key.word();
        let what = match expr.literal() {
            None | Some(Lit::Int(_) | Lit::Byte(_)) => {
                let literal = match &expr.form {
                    Form::Literal(Lit::Int(literal)) => literal.base10_parse().ok(),
                    _ => None,
                };
                return Ok(Integer { tokens: expr.tokens, untyped: expr.untyped, literal });
            }
            Some(Lit::Str(text)) if is_integer(&text.value()) => {
                let value = text.value();
                return Err((
                    span,
                    format!("`{word}` takes a constant integer, without quotes: `{word} = {value}`"),
                ));
            }
            Some(Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_)) => "a string",
            Some(Lit::Char(_)) => "a character",
            Some(Lit::Float(_)) => "a floating-point number",
            Some(Lit::Bool(_)) => "a `bool`",
            Some(_) => "something else",
        };
        let written = text::expression(&expr.tokens);
        Err((
            span,
            format!("`{word}` takes a constant integer, such as `{}`; `{written}` is {what}", example(key)),
        ))
    }
}

/// Whether the text in quotes is an integer.
fn is_integer(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// The value in the example of a key that takes an integer.
fn example(key: Key) -> &'static str {
    key.example().split_once("= ").map_or("64", |(_, value)| value)
}

/// Reads the value of `key`: one of the words in `known`.
fn keyword<T: Copy>(input: ParseStream<'_>, key: Key, known: &[Keyword<T>]) -> Result<T, Mistake> {
    let (span, written) = word(input);
    let word = key.word();
    if let Some(meaning) = written.as_deref().ok().and_then(|written| keywords::find(known, written)) {
        return Ok(meaning);
    }
    let list = keywords::list(known, " or");
    Err((span, wrong_word(word, &list, written, &|word| is_one_of(known, word), &|word| guess(known, word))))
}

impl Value for Sync {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        let ahead = input.fork();
        let span = SpanRange::at(input.span());
        match ahead.call(Ident::parse_any) {
            Ok(ident) if ident == Key::Exact.word() && at_end_of_value(&ahead) => {
                input.advance_to(&ahead);
                Err((span, "`exact` is a separate key: write `sync = threads, exact`".to_owned()))
            }
            _ => keyword(input, key, SYNCS),
        }
    }
}

impl Value for TableBits {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        let ahead = input.fork();
        match ahead.parse::<Ident>() {
            Ok(ident) if ident == PACKED => {
                input.advance_to(&ahead);
                return packed_bits(input, SpanRange::at(ident.span())).map(TableBits);
            }
            _ => {}
        }
        let (span, written) = word(input);
        if let Some(bits) = written.as_deref().ok().and_then(|written| keywords::find(LAYOUTS, written)) {
            return Ok(TableBits(bits));
        }
        let list = format!("{} or `packed({})`", keywords::list(LAYOUTS, ","), packed_list(" | "));
        let guess = |written: &str| keywords::guess_layout(written).or_else(|| guess(LAYOUTS, written));
        Err((span, wrong_word(key.word(), &list, written, &|word| is_one_of(LAYOUTS, word), &guess)))
    }
}

/// Reads `(18)`, after `packed`.
fn packed_bits(input: ParseStream<'_>, packed: SpanRange) -> Result<u32, Mistake> {
    let takes = format!("`packed` takes the number of bits of an entry: {}", packed_list(" | "));
    let ahead = input.fork();
    let Some(group) = ahead.parse().ok().filter(|group: &Group| group.delimiter() == Delimiter::Parenthesis)
    else {
        return Err((packed, format!("{takes}; write `layout = packed(18)`")));
    };
    input.advance_to(&ahead);
    let Ok(Lit::Int(literal)) = syn::parse2::<Lit>(group.stream()) else {
        return Err((packed.to(SpanRange::at(group.span_close())), format!("{takes}, as a literal")));
    };
    match literal.base10_parse() {
        Ok(bits) if PACKED_BITS.contains(&bits) => Ok(bits),
        Ok(8 | 16 | 24 | 32) => Err((
            SpanRange::at(literal.span()),
            format!(
                "a table with entries of {literal} bits needs no packing: write `layout = {}`",
                match literal.base10_parse() {
                    Ok(8_u32) => "u8",
                    Ok(16) => "u16",
                    Ok(24) => "split24",
                    _ => "u32",
                }
            ),
        )),
        _ => Err((
            SpanRange::at(literal.span()),
            format!(
                "there is no table with entries of {literal} bits: `packed` takes one of {}",
                packed_list(", ")
            ),
        )),
    }
}

/// The bits that `packed(..)` takes.
fn packed_list(separator: &str) -> String {
    PACKED_BITS.iter().map(u32::to_string).collect::<Vec<_>>().join(separator)
}

/// A name for an alias.
impl Value for Ident {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        let ahead = input.fork();
        if let Ok(ident) = ahead.parse::<Ident>() {
            if at_end_of_value(&ahead) {
                input.advance_to(&ahead);
                return Ok(ident);
            }
        }
        let (span, tokens) = rest_of_value(input);
        let takes = format!("`{}` takes a name for the alias, such as `{}`", key.word(), key.example());
        let written = text::expression(tokens);
        let is_number = written.starts_with(|first: char| first.is_ascii_digit());
        Err((
            span,
            if key == Key::Handle && is_number {
                format!("{takes}; for a handle of {written} bytes write `handle_bytes = {written}`")
            } else {
                takes
            },
        ))
    }
}

/// The first value of objects that stay. rustc checks that it is a constant of the right type.
impl Value for First {
    const ALONE: Option<(Self, &'static str)> = Some((First::Zeros, ""));

    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        let ahead = input.fork();
        match ahead.parse::<Expression>() {
            Ok(Expression { form: Form::Assignment, .. }) | Err(_) => {
                let (span, _) = rest_of_value(input);
                let example = key.example();
                let message =
                    format!("`objects` takes the first value of every object, a constant: `{example}`");
                Err((span, message))
            }
            Ok(expr) => {
                input.advance_to(&ahead);
                Ok(First::Given(expr.tokens))
            }
        }
    }
}

/// The name of a method.
impl Value for Method {
    const ALONE: Option<(Self, &'static str)> = Some((Method::Default, "clear"));

    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        let ahead = input.fork();
        if let Ok(ident) = ahead.parse::<Ident>() {
            if at_end_of_value(&ahead) {
                input.advance_to(&ahead);
                return Ok(Method::Named(ident));
            }
        }
        let (span, tokens) = rest_of_value(input);
        let word = key.word();
        let takes =
            format!("`{word}` takes the name of a method of the item, which is called with `&mut self`");
        let message =
            match syn::parse2::<syn::Path>(tokens).ok().and_then(|path| path.segments.last().cloned()) {
                Some(last) => format!("{takes}: write `{word} = {}`", last.ident),
                None => format!("{takes}, such as `{}`", key.example()),
            };
        Err((span, message))
    }
}

/// A path to a crate.
impl Value for syn::Path {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        path(input, key, "the path to `stackpool`")
    }
}

/// The path of a function. rustc checks its type.
impl Value for Function {
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake> {
        path(input, key, "the path of a function without arguments").map(Function)
    }
}

/// Reads a path, which is `what`.
fn path(input: ParseStream<'_>, key: Key, what: &str) -> Result<syn::Path, Mistake> {
    let ahead = input.fork();
    if let Ok(path) = ahead.call(syn::Path::parse_mod_style) {
        if at_end_of_value(&ahead) {
            input.advance_to(&ahead);
            return Ok(path);
        }
    }
    let (span, tokens) = rest_of_value(input);
    let word = key.word();
    let message = match syn::parse2::<syn::LitStr>(tokens) {
        Ok(path) => format!("`{word}` takes a path, without quotes: `{word} = {}`", path.value()),
        Err(_) => format!("`{word}` takes {what}, such as `{}`", key.example()),
    };
    Err((span, message))
}

/// Reads one word; `Err` with the text if it is not one word.
fn word(input: ParseStream<'_>) -> (SpanRange, Result<String, String>) {
    let ahead = input.fork();
    if let Ok(ident) = ahead.call(Ident::parse_any) {
        if at_end_of_value(&ahead) {
            input.advance_to(&ahead);
            return (SpanRange::at(ident.span()), Ok(ident.to_string()));
        }
    }
    let (span, tokens) = rest_of_value(input);
    (span, Err(text::expression(tokens)))
}

/// The keyword in `known` that the user probably meant by `written`.
fn guess<T>(known: &[Keyword<T>], written: &str) -> Option<String> {
    keywords::guess(known, written, |_| true).map(|keyword| keyword.word.to_owned())
}

fn is_one_of<T>(known: &[Keyword<T>], word: &str) -> bool {
    known.iter().any(|keyword| keyword.word == word)
}

/// The message for a value that is not among the known ones, with a guess if the value is a word.
fn wrong_word(
    key: &str,
    list: &str,
    written: Result<String, String>,
    is_known: &dyn Fn(&str) -> bool,
    guess: &dyn Fn(&str) -> Option<String>,
) -> String {
    match written {
        Ok(word) => match guess(&word) {
            Some(guess) => {
                format!("`{key}` cannot be `{word}`; did you mean `{guess}`? It takes {list}")
            }
            None => format!("`{key}` cannot be `{word}`: it takes {list}"),
        },
        Err(text) => match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(word) if is_known(word) => {
                format!("`{key}` takes a word without quotes: `{key} = {word}`")
            }
            _ => format!("`{key}` takes one word: {list}"),
        },
    }
}
