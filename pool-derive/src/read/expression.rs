//! Constant expressions, as far as the macros have to understand them: where they end, and what they are. rustc reads
//! what is in blocks, calls and literals of structs.
//!
//! `syn` reads whole expressions only with its feature `full`, which doubles its compile time.

use crate::read::lookahead::between;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{
    AngleBracketedGenericArguments, BinOp, ExprPath, Ident, Lifetime, Lit, LitFloat, Member, Result, Token,
    Type, token,
};

/// An expression, as the user wrote it.
pub(crate) struct Expression {
    pub(crate) tokens: TokenStream,
    pub(crate) form: Form,
    /// Whether it consists of integer literals without a suffix. Without a given type, rustc would take them as `i32`.
    pub(crate) untyped: bool,
}

/// What an expression is.
pub(crate) enum Form {
    Literal(Lit),
    Negative(Box<Expression>),
    /// In parentheses, or in the invisible delimiters around `$value` of a `macro_rules!` macro.
    InParentheses(Box<Expression>),
    Array(Vec<Expression>),
    Range {
        first: Option<Box<Expression>>,
        last: Option<Box<Expression>>,
        is_inclusive: bool,
    },
    /// `name = value`, which is no value.
    Assignment,
    Other,
}

/// A form, and whether the expression is untyped.
type Found = (Form, bool);

impl Expression {
    /// The literal that this is, without its parentheses and minus signs.
    pub(crate) fn literal(&self) -> Option<&Lit> {
        match &self.form {
            Form::Literal(literal) => Some(literal),
            Form::Negative(inner) | Form::InParentheses(inner) => inner.literal(),
            Form::Array(_) | Form::Range { .. } | Form::Assignment | Form::Other => None,
        }
    }

    /// Reads what `read` reads.
    fn of(input: ParseStream<'_>, read: fn(ParseStream<'_>) -> Result<Found>) -> Result<Box<Self>> {
        let before = input.fork();
        let (form, untyped) = read(input)?;
        Ok(Box::new(Expression { tokens: between(&before, input), form, untyped }))
    }
}

impl Parse for Expression {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        Expression::of(input, range).map(|expression| *expression)
    }
}

/// Reads an expression with all of its operators.
fn range(input: ParseStream<'_>) -> Result<Found> {
    let begins = input.peek(Token![..]);
    let before = input.fork();
    let found = if begins { (Form::Other, false) } else { operators(input)? };
    if !input.peek(Token![..]) {
        if input.peek(Token![=]) && !input.peek(Token![=>]) {
            input.parse::<Token![=]>()?;
            range(input)?;
            return Ok((Form::Assignment, false));
        }
        return Ok(found);
    }
    let (form, untyped) = found;
    let first = (!begins).then(|| Box::new(Expression { tokens: between(&before, input), form, untyped }));
    let is_inclusive = input.peek(Token![..=]);
    if input.peek(Token![...]) {
        return Err(input.error("expected `..` or `..=`"));
    } else if is_inclusive {
        input.parse::<Token![..=]>()?;
    } else {
        input.parse::<Token![..]>()?;
    }
    let ends = input.is_empty() || input.peek(Token![,]);
    let last = if ends { None } else { Some(Expression::of(input, operators)?) };
    Ok((Form::Range { first, last, is_inclusive }, false))
}

/// Reads operands, and the operators between them. How strong these bind is for rustc to know.
fn operators(input: ParseStream<'_>) -> Result<Found> {
    let mut found = prefixed(input)?;
    loop {
        let ahead = input.fork();
        if ahead.parse::<BinOp>().is_ok() {
            input.advance_to(&ahead);
            let (_, untyped) = prefixed(input)?;
            found = (Form::Other, found.1 && untyped);
        } else if input.parse::<Option<Token![as]>>()?.is_some() {
            Type::without_plus(input)?;
            found = (Form::Other, false);
        } else {
            return Ok(found);
        }
    }
}

/// Reads an operand, and the operators before it.
fn prefixed(input: ParseStream<'_>) -> Result<Found> {
    if input.peek(Token![&]) {
        input.parse::<Token![&]>()?;
        input.parse::<Option<Token![mut]>>()?;
        prefixed(input)?;
        return Ok((Form::Other, false));
    }
    if input.parse::<Option<Token![-]>>()?.is_some() {
        let inner = Expression::of(input, prefixed)?;
        let untyped = inner.untyped;
        return Ok((Form::Negative(inner), untyped));
    }
    if input.peek(Token![!]) || input.peek(Token![*]) {
        input.parse::<TokenTree>()?;
        let (_, untyped) = prefixed(input)?;
        return Ok((Form::Other, untyped));
    }
    let mut found = operand(input)?;
    while follows(input)? {
        found = (Form::Other, false);
    }
    Ok(found)
}

/// Reads one thing that can follow an operand: a call, an index, a field or `?`.
fn follows(input: ParseStream<'_>) -> Result<bool> {
    if input.peek(token::Paren) {
        let group: Group = input.parse()?;
        list.parse2(group.stream())?;
        return Ok(true);
    }
    if input.peek(token::Bracket) {
        let group: Group = input.parse()?;
        syn::parse2::<Expression>(group.stream())?;
        return Ok(true);
    }
    if input.parse::<Option<Token![?]>>()?.is_some() {
        return Ok(true);
    }
    if !input.peek(Token![.]) || input.peek(Token![..]) {
        return Ok(false);
    }
    input.parse::<Token![.]>()?;
    // Two fields of tuples, `.0.1`, are one token.
    if input.parse::<Option<LitFloat>>()?.is_none() && input.parse::<Option<Token![await]>>()?.is_none() {
        input.parse::<Member>()?;
    }
    if input.peek(Token![::]) {
        input.parse::<AngleBracketedGenericArguments>()?;
    }
    Ok(true)
}

fn operand(input: ParseStream<'_>) -> Result<Found> {
    if let Some((inside, ..)) = input.cursor().group(Delimiter::None) {
        input.parse::<TokenTree>()?;
        if input.peek(Token![::]) {
            return path(input);
        }
        let inner: Box<Expression> = Box::new(syn::parse2(inside.token_stream())?);
        let untyped = inner.untyped;
        return Ok((Form::InParentheses(inner), untyped));
    }
    if input.peek(Lit) {
        let literal: Lit = input.parse()?;
        let untyped = matches!(&literal, Lit::Int(literal) if literal.suffix().is_empty());
        return Ok((Form::Literal(literal), untyped));
    }
    if input.peek(token::Paren) {
        let group: Group = input.parse()?;
        let elements = list.parse2(group.stream())?;
        let is_tuple = elements.trailing_punct() || elements.len() != 1;
        return Ok(match elements.into_iter().next() {
            Some(inner) if !is_tuple => {
                let untyped = inner.untyped;
                (Form::InParentheses(Box::new(inner)), untyped)
            }
            _ => (Form::Other, false),
        });
    }
    if input.peek(token::Bracket) {
        let group: Group = input.parse()?;
        return Ok((array.parse2(group.stream())?, false));
    }
    if input.peek(token::Brace) {
        let group: Group = input.parse()?;
        let untyped = syn::parse2::<Expression>(group.stream()).is_ok_and(|inner| inner.untyped);
        return Ok((Form::Other, untyped));
    }
    let begins_block = input.peek(Lifetime)
        || input.peek(Token![if])
        || input.peek(Token![match])
        || input.peek(Token![const])
        || input.peek(Token![unsafe])
        || input.peek(Token![loop])
        || input.peek(Token![while])
        || input.peek(Token![for]);
    if begins_block { block(input) } else { path(input) }
}

/// Reads the elements of a tuple or an array.
fn list(input: ParseStream<'_>) -> Result<Punctuated<Expression, Token![,]>> {
    Punctuated::parse_terminated(input)
}

/// Reads the inside of the brackets of an array.
fn array(input: ParseStream<'_>) -> Result<Form> {
    let ahead = input.fork();
    if ahead.parse::<Expression>().is_ok() && ahead.peek(Token![;]) {
        input.advance_to(&ahead);
        input.parse::<Token![;]>()?;
        input.parse::<Expression>()?;
        return Ok(Form::Other);
    }
    Ok(Form::Array(list(input)?.into_iter().collect()))
}

/// Reads a keyword and all that belongs to it: to the end of its block, or of the last `else`.
fn block(input: ParseStream<'_>) -> Result<Found> {
    loop {
        while !input.peek(token::Brace) {
            input.parse::<TokenTree>()?;
        }
        input.parse::<TokenTree>()?;
        if input.parse::<Option<Token![else]>>()?.is_none() {
            return Ok((Form::Other, false));
        }
    }
}

/// Reads a path, and what makes it a call of a macro or the literal of a struct.
fn path(input: ParseStream<'_>) -> Result<Found> {
    let is_path = input.peek(Ident::peek_any) || input.peek(Token![::]) || input.peek(Token![<]);
    if !is_path {
        return Err(input.error("expected an expression"));
    }
    input.parse::<ExprPath>()?;
    if input.peek(Token![!]) && !input.peek(Token![!=]) {
        input.parse::<Token![!]>()?;
        input.parse::<Group>()?;
    } else if input.peek(token::Brace) {
        input.parse::<TokenTree>()?;
    }
    Ok((Form::Other, false))
}

#[cfg(test)]
mod tests;
