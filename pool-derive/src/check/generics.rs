//! Keys of a generic definition whose values use its parameters, or `Self`, whose constants can depend on them.
//!
//! The widths of a pool are const arguments of its layout. Stable Rust computes no const argument from a parameter.

use crate::base::self_type::self_type;
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::check::conflict::Conflict;
use crate::spec::Spec;
use crate::spec::keys::Key;
use crate::spec::number::Integer;
use syn::{GenericParam, Ident};

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    let parameters = spec.definition.parameters();
    if parameters.is_empty() {
        return;
    }
    for (key, span, value) in spec.keys.integers() {
        refuse(spec, key, span, value, &parameters, found);
    }
}

/// Reports a value that uses a parameter.
fn refuse(
    spec: &Spec,
    key: Key,
    at: SpanRange,
    value: &Integer,
    parameters: &[Ident],
    found: &mut Vec<Conflict>,
) {
    let Some(parameter) = text::first_mentioned(value.tokens.clone(), parameters) else {
        return refuse_self(spec, key, value, found);
    };
    let mut message = format!(
        "`{}` cannot use the parameter `{parameter}`: stable Rust computes no layout from a parameter",
        key.word()
    );
    if key == Key::Capacity {
        let arguments: Vec<_> = spec.definition.generics().map(argument).collect();
        let is_const =
            |param: &GenericParam| matches!(param, GenericParam::Const(param) if param.ident == parameter);
        let capacity =
            if spec.definition.generics().any(is_const) { parameter.to_string() } else { "N".to_owned() };
        message.push_str(&format!(
            "; in place of the derive, `Pool<Sized16<{}<{}>, {capacity}>>` has a const parameter as its capacity",
            spec.plain_name(),
            arguments.join(", "),
        ));
    }
    found.push(Conflict::new(at, message, &[key]));
}

/// Reports a value that uses `Self`. Only `max_bytes` is compared inside of the type.
fn refuse_self(spec: &Spec, key: Key, value: &Integer, found: &mut Vec<Conflict>) {
    if key == Key::MaxBytes || !spec.definition.is_many_types() {
        return;
    }
    let Some(own) = text::first_mentioned(value.tokens.clone(), &[self_type()]) else { return };
    let message = format!(
        "`{}` cannot use `Self`, because `{}` has parameters, and stable Rust computes no layout from them: write \
         the name of a constant outside of the type",
        key.word(),
        spec.plain_name(),
    );
    found.push(Conflict::new(SpanRange::at(own.span()), message, &[key]));
}

/// A parameter as an argument of its type.
fn argument(param: &GenericParam) -> String {
    match param {
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
    }
}
