//! `Self` in the values of keys. rustc computes these values outside of the type, where `Self` means nothing.
//!
//! A name does not say which type a type with parameters is. There `Self` stays, and is [reported](crate::check).

use crate::base::self_type::without_self;
use crate::base::text;
use crate::spec::Spec;
use crate::spec::keys::{AnySetting, KEYS};
use crate::spec::number::Integer;
use crate::spec::value_pool_set::{FieldSet, SetShape, ValueRange, ValueSet};
use syn::Ident;

/// Replaces `Self` by the name of the type.
pub(crate) fn replace(spec: &mut Spec) {
    if spec.definition.is_many_types() {
        return;
    }
    let (name, keys) = (&spec.name, &mut spec.keys);
    for key in KEYS.iter().map(|key| key.meaning) {
        if let Some((value, text)) = keys.of_mut(key).integer_mut() {
            *text = in_integer(value, name);
        }
    }
    for field in spec.columns.iter_mut().flat_map(|columns| &mut columns.fields) {
        if let Some((value, text)) = field.keys.align.integer_mut() {
            *text = in_integer(value, name);
        }
    }
    if let Some(set) = &mut spec.set {
        in_values(set, name);
    }
}

/// Returns the number as text.
fn in_integer(integer: &mut Integer, name: &Ident) -> String {
    integer.tokens = without_self(integer.tokens.clone(), name);
    text::expression(&integer.tokens)
}

fn in_values(set: &mut ValueSet, name: &Ident) {
    let SetShape::Fields(fields) = &mut set.shape else { return };
    for field in fields {
        if let FieldSet::Ranges(ranges) = &mut field.set {
            ranges.iter_mut().for_each(|range| in_range(range, name));
        }
    }
}

fn in_range(range: &mut ValueRange, name: &Ident) {
    for bound in [&mut range.first, &mut range.last] {
        bound.tokens = without_self(bound.tokens.clone(), name);
    }
}
