//! The front end of `#[derive(Columns)]`.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::read::column_fields;
use crate::read::derive_input::read_attributes;
use crate::read::{item_shape, saved_keys, self_type};
use crate::spec::keys::{KEYS, Key};
use crate::spec::{Definition, Spec};
use proc_macro2::Span;
use syn::DeriveInput;

/// Reads a struct. Its `#[pool(..)]` can be that of `#[derive(Pool)]`, which reports what is wrong in it.
pub(crate) fn read(input: DeriveInput, errors: &mut Errors) -> Spec {
    let read = read_attributes(&input);
    let (keys, attributes, mut of_pool) = (read.keys, read.attributes, read.errors);
    let here = SpanRange::at(Span::call_site());
    if !keys.columns.is_empty() {
        errors.add(
            here,
            "`#[derive(Pool)]` with the key `columns` makes the columns too: derive `Pool` only, without `Columns`",
        );
    } else if keys.capacity.is_empty() && keys.values.is_empty() {
        // There is no `#[derive(Pool)]`, or it reports that the capacity is missing.
        errors.append(&mut of_pool);
        for key in KEYS.iter().map(|key| key.meaning).filter(|key| !matches!(key, Key::Crate | Key::Saved)) {
            if let Some(at) = keys.of(key).whole() {
                let word = key.word();
                errors.add(
                    at,
                    format!(
                        "`{word}` is a key of pools: write it after the type in `pool!`, or derive `Pool` in place of \
                         `Columns`, with `columns` and a capacity"
                    ),
                );
            }
        }
    }
    of_pool.discard();
    let (columns, barred) = match column_fields::read(&input, errors) {
        Ok(columns) => (Some(columns), None),
        Err(mistake) => (None, Some(mistake)),
    };
    let (shape, saved_name) = (item_shape::of_declaration(&input), saved_keys::of(&input.attrs).name);
    let mut spec = Spec {
        definition: Definition::Type { generics: input.generics, elides: false, shape, saved_name },
        name: input.ident,
        vis: input.vis,
        keys,
        capacity_place: here,
        attributes,
        set: None,
        columns,
        further: Vec::new(),
        missing: Vec::new(),
        barred,
    };
    self_type::replace(&mut spec);
    spec
}
