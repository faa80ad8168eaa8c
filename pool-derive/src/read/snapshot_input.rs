//! The front end of `#[derive(Snapshot)]`: `#[snapshot(skip)]` and `#[snapshot(plain)]` on fields, `#[snapshot(item)]`,
//! `#[snapshot(plain)]` and `#[snapshot(crate = path)]` on the type.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::read::expression::Expression;
use crate::read::item_shape;
use crate::spec::snapshot::{SavedField, SavedForm, SavedVariant, SnapshotSpec};
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Data, DataEnum, DeriveInput, Field, Fields, Index, Member, Meta, Path, Token};

/// What the attributes of a type, of a variant or of a field say.
#[derive(Default)]
struct Keys {
    skip: Option<SpanRange>,
    plain: Option<SpanRange>,
    item: Option<SpanRange>,
    krate: Option<Path>,
}

impl Keys {
    /// The keys of a field.
    fn all(&self) -> impl Iterator<Item = SpanRange> + use<> {
        self.skip.into_iter().chain(self.plain)
    }
}

/// Reads a type. One that cannot be saved has an error, and then no fields.
pub(crate) fn read(input: DeriveInput, errors: &mut Errors) -> SnapshotSpec {
    let keys = read_keys(&input.attrs, true, errors);
    let form = match &input.data {
        Data::Struct(data) => read_struct(&input, &data.fields, &keys, errors),
        Data::Enum(data) => read_enum(&input, data, &keys, errors),
        Data::Union(data) => {
            let message = format!(
                "`Snapshot` can be derived for structs and enums, and `{}` is a union: if it is plain data, write \
                 `#[snapshot(plain)]` before a field of this type",
                input.ident
            );
            errors.add(SpanRange::at(data.union_token.span), message);
            SavedForm::Fields(Vec::new())
        }
    };
    SnapshotSpec { name: input.ident, generics: input.generics, krate: keys.krate, form }
}

fn read_struct(input: &DeriveInput, fields: &Fields, keys: &Keys, errors: &mut Errors) -> SavedForm {
    if let (Some(_), Some(at)) = (keys.plain, keys.item) {
        errors.add(
            at,
            "`plain` saves the bytes in memory, `item` saves field by field, and both are items: remove one",
        );
    }
    let whole = keys.plain.map(|_| "plain").or(keys.item.map(|_| "item"));
    let mut saved = Vec::new();
    for (position, field) in fields.iter().enumerate() {
        let of_field = read_keys(&field.attrs, false, errors);
        if let (Some(at), Some("plain")) = (of_field.skip.or(of_field.plain), whole) {
            errors.add(
                at,
                "the struct is saved as its bytes in memory, by its `#[snapshot(plain)]`: its fields have no keys",
            );
        } else if let (Some(at), Some("item")) = (of_field.plain, whole) {
            errors.add(at, "the fields of an item are plain data: remove `plain`");
        } else if let (Some(_), Some(at)) = (of_field.skip, of_field.plain) {
            errors.add(
                at,
                "`skip` leaves the field out, so there are no bytes to be plain: remove one of the two",
            );
        }
        // A value of an item is made of all fields.
        let is_skipped = of_field.skip.is_some();
        if !is_skipped || whole == Some("item") {
            let plain = of_field.plain.map(|_| item_shape::of_tokens(field.ty.to_token_stream()));
            saved.push(SavedField { is_skipped, ..saved_field(position, field, plain) });
        }
    }
    let packed = item_shape::word_in(&input.attrs, "repr", "packed");
    if let Some(word) = packed.filter(|_| whole != Some("plain") && !saved.is_empty()) {
        errors.add(
            SpanRange::of(word),
            "a packed struct has no references to its fields: write `#[snapshot(plain)]` on the struct, with \
             `bytemuck::Pod` and `Zeroable` in its derives, to save it as its bytes in memory",
        );
        return SavedForm::Fields(Vec::new());
    }
    let shape = item_shape::of_declaration(&input.data);
    match whole {
        Some("plain") => SavedForm::Plain { shape, fields: saved },
        Some(_) => SavedForm::Item { shape, fields: saved },
        None => SavedForm::Fields(saved),
    }
}

/// The number of a variant is one byte.
const MOST_VARIANTS: usize = 256;

fn read_enum(input: &DeriveInput, data: &DataEnum, keys: &Keys, errors: &mut Errors) -> SavedForm {
    if let Some(at) = keys.plain {
        errors.add(
            at,
            "`plain` is for structs: an enum is saved as its variant and the fields of that, so remove it",
        );
    }
    let (name, count) = (&input.ident, data.variants.len());
    if count == 0 || count > MOST_VARIANTS {
        let message =
            format!("`{name}` has {count} variants: an enum that is saved has 1 to {MOST_VARIANTS}");
        errors.add(SpanRange::of(name), message);
        return SavedForm::Fields(Vec::new());
    }
    let variants = data.variants.iter().map(|variant| {
        for at in read_keys(&variant.attrs, false, errors).all() {
            errors.add(at, "the variants of an enum have no keys: a value is saved and restored as a whole");
        }
        let fields = variant.fields.iter().enumerate().map(|(position, field)| {
            for at in read_keys(&field.attrs, false, errors).all() {
                errors.add(at, "the fields of an enum have no keys: all of them are saved, as plain data");
            }
            saved_field(position, field, None)
        });
        SavedVariant { fields: fields.collect(), name: variant.ident.clone() }
    });
    let variants: Vec<_> = variants.collect();
    // `bytemuck` derives its traits for enums with a `#[repr]` and without fields, and a type is plain data in one way
    // only.
    let has_repr = input.attrs.iter().any(|attribute| attribute.path().is_ident("repr"));
    let has_fields = variants.iter().any(|variant| !variant.fields.is_empty());
    let is_item = keys.item.is_some() || has_fields || !has_repr;
    SavedForm::Variants { variants, shape: item_shape::of_declaration(&input.data), is_item }
}

fn saved_field(position: usize, field: &Field, plain: Option<u64>) -> SavedField {
    let member = match &field.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(position)),
    };
    SavedField { member, ty: field.ty.clone(), is_skipped: false, plain, saved_name: None }
}

/// Reads the attributes of the type, or of a part of it.
fn read_keys(attributes: &[Attribute], is_type: bool, errors: &mut Errors) -> Keys {
    let mut keys = Keys::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("snapshot")) {
        let is_list = matches!(&attribute.meta, Meta::List(list) if !list.tokens.is_empty());
        if !is_list {
            errors.add(SpanRange::of(attribute), format!("write a key in parentheses: {}", forms(is_type)));
            continue;
        }
        let result = attribute.parse_nested_meta(|meta| read_key(&meta, is_type, &mut keys, errors));
        if let Err(error) = result {
            errors.add_syntax(&error);
        }
    }
    keys
}

fn read_key(
    meta: &ParseNestedMeta<'_>,
    is_type: bool,
    keys: &mut Keys,
    errors: &mut Errors,
) -> syn::Result<()> {
    let at = SpanRange::of(&meta.path);
    let word = meta.path.to_token_stream().to_string();
    match word.as_str() {
        "crate" if is_type => {
            meta.input.parse::<Token![=]>()?;
            let path = meta.input.call(Path::parse_mod_style)?;
            if keys.krate.replace(path).is_some() {
                errors.add(at, "`crate` is given twice: keep one of the two");
            }
            return Ok(());
        }
        "skip" if is_type => {
            errors.add(at, "`skip` belongs on a field: it leaves the field out of the bytes");
        }
        "item" if is_type => note(&mut keys.item, "item", at, errors),
        "item" => errors.add(at, "`item` belongs on the type: its values can be items of pools"),
        "plain" => note(&mut keys.plain, "plain", at, errors),
        "skip" => note(&mut keys.skip, "skip", at, errors),
        "crate" => errors.add(at, "`crate` belongs on the type"),
        _ => errors.add(at, format!("unknown key `{word}`: the keys are {}", forms(is_type))),
    }
    // A value that does not belong here. The value of an unknown key is no mistake of its own.
    if meta.input.peek(Token![=]) {
        if ["item", "skip", "plain"].contains(&word.as_str()) {
            errors.add(at, format!("`{word}` takes no value: write it alone, or leave it out"));
        }
        meta.value()?.parse::<Expression>()?;
    }
    Ok(())
}

fn note(key: &mut Option<SpanRange>, word: &str, at: SpanRange, errors: &mut Errors) {
    if key.replace(at).is_some() {
        errors.add(at, format!("`{word}` is given twice: keep one of the two"));
    }
}

/// How to write the keys.
fn forms(is_type: bool) -> &'static str {
    if is_type {
        "`#[snapshot(item)]`, `#[snapshot(plain)]` and `#[snapshot(crate = path::to::stackpool)]`"
    } else {
        "`#[snapshot(skip)]` and `#[snapshot(plain)]`"
    }
}
