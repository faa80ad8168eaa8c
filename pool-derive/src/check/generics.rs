//! Keys of a generic definition whose values use its parameters.
//!
//! The widths of a pool are const arguments of its layout. Stable Rust computes no const argument from a parameter.

use crate::base::text;
use crate::check::conflict::Conflict;
use crate::spec::Spec;
use crate::spec::given::Given;
use crate::spec::keys::Key;
use crate::spec::number::{Integer, Marks};
use syn::{GenericParam, Ident};

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    let parameters = spec.definition.parameters();
    if parameters.is_empty() {
        return;
    }
    let keys = &spec.keys;
    let integers = [
        (Key::Capacity, keys.capacity.given()),
        (Key::GenerationBits, keys.generation_bits.given()),
        (Key::Quarantine, keys.quarantine.given()),
        (Key::Align, keys.align.given()),
        (Key::MaxBytes, keys.max_bytes.given()),
    ];
    for (key, given) in integers {
        if let Some(given) = given {
            refuse(spec, key, given, &given.value, &parameters, found);
        }
    }
    if let Some(given) = keys.marks.given() {
        if let Marks::Given(count) = &given.value {
            refuse(spec, Key::Marks, given, count, &parameters, found);
        }
    }
}

/// Reports a value that uses a parameter.
fn refuse<T>(
    spec: &Spec,
    key: Key,
    given: &Given<T>,
    value: &Integer,
    parameters: &[Ident],
    found: &mut Vec<Conflict>,
) {
    let Some(parameter) = text::first_mentioned(value.tokens.clone(), parameters) else { return };
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
    found.push(Conflict::new(given.span, message, &[key]));
}

/// A parameter as an argument of its type.
fn argument(param: &GenericParam) -> String {
    match param {
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
    }
}
