//! The front end of `#[derive(Snapshot)]`: `#[snapshot(skip)]` and `#[snapshot(plain)]` on fields, `#[snapshot(plain)]`
//! and `#[snapshot(crate = path)]` on the struct.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::read::item_shape;
use crate::spec::snapshot::{SavedField, SnapshotSpec};
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Data, DeriveInput, Fields, Index, Member, Meta, Path, Token};

/// What the attributes of a struct or of a field say.
#[derive(Default)]
struct Keys {
    skip: Option<SpanRange>,
    plain: Option<SpanRange>,
    krate: Option<Path>,
}

/// Reads a struct. A type that is none has an error, and then no fields.
pub(crate) fn read(input: DeriveInput, errors: &mut Errors) -> SnapshotSpec {
    let keys = read_keys(&input.attrs, true, errors);
    let fields = fields(&input, errors).into_iter().flatten();
    let plain = keys.plain.map(|_| item_shape::of_declaration(&input.data));
    let mut saved = Vec::new();
    for (position, field) in fields.enumerate() {
        let of_field = read_keys(&field.attrs, false, errors);
        if let (Some(at), true) = (of_field.skip.or(of_field.plain), plain.is_some()) {
            errors.add(
                at,
                "the struct is saved as a whole, by its `#[snapshot(plain)]`: its fields have no keys",
            );
        } else if let (Some(_), Some(at)) = (of_field.skip, of_field.plain) {
            errors.add(
                at,
                "`skip` leaves the field out, so there are no bytes to be plain: remove one of the two",
            );
        }
        if of_field.skip.is_none() {
            saved.push(SavedField {
                member: match &field.ident {
                    Some(name) => Member::Named(name.clone()),
                    None => Member::Unnamed(Index::from(position)),
                },
                ty: field.ty.clone(),
                plain: of_field.plain.map(|_| item_shape::of_tokens(field.ty.to_token_stream())),
            });
        }
    }
    SnapshotSpec { name: input.ident, generics: input.generics, krate: keys.krate, plain, fields: saved }
}

fn fields<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Option<&'a Fields> {
    let name = &input.ident;
    match &input.data {
        Data::Struct(data) => Some(&data.fields),
        Data::Enum(data) => {
            let message = format!(
                "`Snapshot` can be derived for structs, and `{name}` is an enum: an enum without fields is plain data \
                 (derive `bytemuck::NoUninit` and `CheckedBitPattern`, and write `#[snapshot(plain)]` before a field \
                 of this type); for others, implement `Snapshot` by hand"
            );
            errors.add(SpanRange::at(data.enum_token.span), message);
            None
        }
        Data::Union(data) => {
            let message = format!(
                "`Snapshot` can be derived for structs, and `{name}` is a union: if it is plain data, write \
                 `#[snapshot(plain)]` before a field of this type"
            );
            errors.add(SpanRange::at(data.union_token.span), message);
            None
        }
    }
}

/// Reads the attributes of the struct, or of a field.
fn read_keys(attributes: &[Attribute], is_struct: bool, errors: &mut Errors) -> Keys {
    let mut keys = Keys::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("snapshot")) {
        let is_list = matches!(&attribute.meta, Meta::List(list) if !list.tokens.is_empty());
        if !is_list {
            errors.add(SpanRange::of(attribute), format!("write a key in parentheses: {}", forms(is_struct)));
            continue;
        }
        let result = attribute.parse_nested_meta(|meta| read_key(&meta, is_struct, &mut keys, errors));
        if let Err(error) = result {
            errors.add_syntax(&error);
        }
    }
    keys
}

fn read_key(
    meta: &ParseNestedMeta<'_>,
    is_struct: bool,
    keys: &mut Keys,
    errors: &mut Errors,
) -> syn::Result<()> {
    let at = SpanRange::of(&meta.path);
    let word = meta.path.to_token_stream().to_string();
    match word.as_str() {
        "crate" if is_struct => {
            meta.input.parse::<Token![=]>()?;
            let path = meta.input.call(Path::parse_mod_style)?;
            if keys.krate.replace(path).is_some() {
                errors.add(at, "`crate` is given twice: keep one of the two");
            }
            return Ok(());
        }
        "skip" if is_struct => {
            errors.add(at, "`skip` belongs on a field: it leaves the field out of the bytes");
        }
        "plain" => note(&mut keys.plain, "plain", at, errors),
        "skip" => note(&mut keys.skip, "skip", at, errors),
        "crate" => errors.add(at, "`crate` belongs on the struct"),
        _ => errors.add(at, format!("unknown key `{word}`: the keys are {}", forms(is_struct))),
    }
    // A value that does not belong here. The value of an unknown key is no mistake of its own.
    if meta.input.peek(Token![=]) {
        if ["skip", "plain"].contains(&word.as_str()) {
            errors.add(at, format!("`{word}` takes no value: write it alone, or leave it out"));
        }
        meta.value()?.parse::<syn::Expr>()?;
    }
    Ok(())
}

fn note(key: &mut Option<SpanRange>, word: &str, at: SpanRange, errors: &mut Errors) {
    if key.replace(at).is_some() {
        errors.add(at, format!("`{word}` is given twice: keep one of the two"));
    }
}

/// How to write the keys.
fn forms(is_struct: bool) -> &'static str {
    if is_struct {
        "`#[snapshot(plain)]` and `#[snapshot(crate = path::to::stackpool)]`"
    } else {
        "`#[snapshot(skip)]` and `#[snapshot(plain)]`"
    }
}
