//! The values of a definition of values: which fields there are, and the ranges of each.

use crate::errors::Errors;
use crate::region::{Region, printed_delimiters};
use crate::text;
use crate::value::{is_untyped, literal};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Expr, ExprRange, Ident, Lit, Member, RangeLimits, Token, Type};

/// How ranges are written.
const FORM: &str = "`0..64`, or several in brackets: `[0..8, 16..24]`";

/// Which values there are.
#[derive(Clone)]
pub(crate) struct ValueSet {
    pub(crate) shape: Shape,
    /// Where it is said that there are too many.
    pub(crate) place: Region,
}

#[derive(Clone)]
pub(crate) enum Shape {
    /// Structs with these fields.
    Fields(Vec<Field>),
    /// These variants of an enum.
    Variants(Vec<Ident>),
    /// What is in these ranges, of a type that has ranges.
    Ranges(Vec<ValueRange>),
    /// What stands in this array.
    List(TokenStream),
    /// There is a mistake in them, that has been reported.
    Unknown,
}

/// A field, and what it can be.
#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) set: FieldSet,
}

#[derive(Clone)]
pub(crate) enum FieldSet {
    Ranges(Vec<ValueRange>),
    /// The values of its type, which is there or, where it is not written, of the field there.
    OfType(Region),
    /// There is a mistake in it, that has been reported.
    Unknown,
}

/// `first..end` or `first..=last`.
#[derive(Clone)]
pub(crate) struct ValueRange {
    pub(crate) first: Bound,
    pub(crate) last: Bound,
    pub(crate) is_inclusive: bool,
    pub(crate) region: Region,
}

/// A constant expression that a range begins or ends with.
#[derive(Clone)]
pub(crate) struct Bound {
    pub(crate) tokens: TokenStream,
    /// Whether it consists of integer literals without a suffix, which would be `i32`s if nothing said otherwise.
    pub(crate) untyped: bool,
}

impl ValueSet {
    /// Whether the values are a list.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.shape, Shape::List(_))
    }

    /// Whether all of it is known.
    pub(crate) fn is_settled(&self) -> bool {
        match &self.shape {
            Shape::Fields(fields) => fields.iter().all(|field| !matches!(field.set, FieldSet::Unknown)),
            Shape::Variants(_) | Shape::Ranges(_) | Shape::List(_) => true,
            Shape::Unknown => false,
        }
    }
}

/// Reads `0..64`, `1..=6` or `[0..8, 16..24]`.
pub(crate) fn ranges(expr: &Expr, errors: &mut Errors) -> Option<Vec<ValueRange>> {
    match expr {
        Expr::Paren(inner) => ranges(&inner.expr, errors),
        Expr::Group(inner) => ranges(&inner.expr, errors),
        Expr::Array(array) if array.elems.is_empty() => {
            errors.add(Region::of(expr), format!("there is no range in these brackets: {FORM}"));
            None
        }
        Expr::Array(array) => {
            let read: Vec<_> = array.elems.iter().map(|elem| range(elem, errors)).collect();
            read.into_iter().collect()
        }
        _ => range(expr, errors).map(|range| vec![range]),
    }
}

/// Whether this is written as ranges are.
pub(crate) fn is_ranges(expr: &Expr) -> bool {
    match expr {
        Expr::Range(_) => true,
        Expr::Paren(inner) => is_ranges(&inner.expr),
        Expr::Group(inner) => is_ranges(&inner.expr),
        Expr::Array(array) => array.elems.iter().any(is_ranges),
        _ => false,
    }
}

fn range(expr: &Expr, errors: &mut Errors) -> Option<ValueRange> {
    let region = Region::of(expr);
    let range = match expr {
        Expr::Paren(inner) => return range(&inner.expr, errors),
        Expr::Group(inner) => return range(&inner.expr, errors),
        Expr::Range(range) => range,
        _ => {
            let written = text::expression(expr);
            errors.add(region, format!("`{written}` is not written as a range: {FORM}"));
            return None;
        }
    };
    let ExprRange { start: Some(first), end: Some(last), limits, .. } = range else {
        errors.add(region, format!("a range of values says where it begins and where it ends: {FORM}"));
        return None;
    };
    let (first, last) = (bound(first, errors), bound(last, errors));
    let is_inclusive = matches!(limits, RangeLimits::Closed(_));
    Some(ValueRange { first: first?, last: last?, is_inclusive, region })
}

fn bound(expr: &Expr, errors: &mut Errors) -> Option<Bound> {
    let what = match literal(expr) {
        Some(Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_)) => "a string",
        Some(Lit::Float(_)) => "a floating-point number",
        Some(Lit::Bool(_)) => "a `bool`, which needs no range",
        _ => {
            let tokens = printed_delimiters(expr.to_token_stream());
            return Some(Bound { tokens, untyped: is_untyped(expr) });
        }
    };
    let written = text::expression(expr);
    errors.add(
        Region::of(expr),
        format!("a range begins and ends with an integer or a `char`; `{written}` is {what}"),
    );
    None
}

/// What a field of this type is without a range; an error where that can only be a mistake.
pub(crate) fn of_type(name: &str, ty: &Type, errors: &mut Errors) -> FieldSet {
    let region = Region::of(ty);
    let word = match ty {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident().map(Ident::to_string),
        _ => None,
    };
    let written = text::of_type(ty);
    match word.as_deref() {
        Some(
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize",
        ) => {
            errors.add(
                region,
                format!("`{name}` needs a range, such as `#[pool(range = 0..64)]`: of which values of `{written}`?"),
            );
            FieldSet::Unknown
        }
        Some("char") => {
            errors.add(
                region,
                format!("`{name}` needs a range, such as `#[pool(range = 'a'..='z')]`: of which `char`s?"),
            );
            FieldSet::Unknown
        }
        Some("f32" | "f64" | "str" | "String") => {
            errors.add(
                region,
                format!(
                    "a field of values is an integer or a `char` with a range, a `bool`, or of a type that derives `Pool` \
                     with `#[pool(values)]`; `{written}` is none of them"
                ),
            );
            FieldSet::Unknown
        }
        _ => FieldSet::OfType(region),
    }
}

/// Whether the type is written as `bool`.
pub(crate) fn is_bool(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("bool"))
}

/// Reads the fields of an entry of `pool!`: `x: 0..64, flipped, y: [0..8, 16..24]`.
pub(crate) fn fields(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    while !input.is_empty() {
        let here = Region::at(input.span());
        let Ok(member) = input.parse::<Member>() else {
            errors.add(here, "expected a field and its range: `x: 0..64`");
            skip_field(input);
            continue;
        };
        let set = field_set(input, here, errors);
        if fields.iter().any(|field| field.member == member) {
            errors.add(
                here,
                format!(
                    "`{}` is given twice: a field of several ranges takes them in brackets: `[0..8, 16..24]`",
                    member.to_token_stream()
                ),
            );
        } else {
            fields.push(Field { member, set });
        }
    }
    fields
}

/// Reads what stands behind the name of a field, and the comma.
fn field_set(input: ParseStream<'_>, member: Region, errors: &mut Errors) -> FieldSet {
    if input.parse::<Option<Token![,]>>().is_ok_and(|comma| comma.is_some()) || input.is_empty() {
        return FieldSet::OfType(member);
    }
    let here = Region::at(input.span());
    if !matches!(input.parse::<Option<Token![:]>>(), Ok(Some(_))) {
        errors.add(here, "expected `:` and a range behind the field, or a comma: `x: 0..64, y: 0..64`");
        skip_field(input);
        return FieldSet::Unknown;
    }
    let here = if input.is_empty() { here } else { Region::at(input.span()) };
    let set = match input.parse::<Expr>() {
        Ok(expr) => ranges(&expr, errors).map_or(FieldSet::Unknown, FieldSet::Ranges),
        Err(_) => {
            errors.add(here, "expected a range: `x: 0..64`, or several in brackets: `x: [0..8, 16..24]`");
            FieldSet::Unknown
        }
    };
    let here = Region::at(input.span());
    if !input.is_empty() && !matches!(input.parse::<Option<Token![,]>>(), Ok(Some(_))) {
        if !matches!(set, FieldSet::Unknown) {
            errors.add(here, "expected a comma between fields: `x: 0..64, y: 0..64`");
        }
        skip_field(input);
    }
    set
}

/// Skips what cannot be read: up to behind the next comma, or to the end.
fn skip_field(input: ParseStream<'_>) {
    while let Ok(tree) = input.parse::<proc_macro2::TokenTree>() {
        if matches!(&tree, proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ',') {
            return;
        }
    }
}
