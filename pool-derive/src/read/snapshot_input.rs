//! The front end of `#[derive(Snapshot)]`.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::read::item_shape::{self, OwnName};
use crate::read::saved_keys;
use crate::read::snapshot_keys::{Keys, On, read_keys};
use crate::spec::snapshot::{SavedField, SavedForm, SavedVariant, SnapshotSpec};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Data, DataEnum, DeriveInput, Field, Fields, Index, Member};

/// Reads a type. One that cannot be saved has an error, and then no fields.
pub(crate) fn read(input: DeriveInput, errors: &mut Errors) -> SnapshotSpec {
    let keys = read_keys(&input.attrs, On::Type, errors);
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
            SavedForm::Unclear { is_item: false }
        }
    };
    SnapshotSpec { name: input.ident, generics: input.generics, krate: keys.krate, form }
}

/// Reports what is wrong in the keys of a type and of its fields, for a derive that reads `name` and `type` only. If
/// `Snapshot` is derived too, both report the same mistake at the same place, and rustc shows one.
pub(crate) fn check_keys(input: &DeriveInput, errors: &mut Errors) {
    read_keys(&input.attrs, On::Type, errors);
    match &input.data {
        Data::Struct(data) => {
            for field in &data.fields {
                read_keys(&field.attrs, On::Field, errors);
            }
        }
        Data::Enum(data) => {
            for variant in &data.variants {
                read_keys(&variant.attrs, On::Variant, errors);
                for field in &variant.fields {
                    read_keys(&field.attrs, On::Field, errors);
                }
            }
        }
        Data::Union(_) => {}
    }
}

fn read_struct(input: &DeriveInput, fields: &Fields, keys: &Keys, errors: &mut Errors) -> SavedForm {
    let mut is_unclear = keys.is_unclear;
    if let (Some(_), Some(at)) = (keys.plain, keys.item) {
        errors.add(
            at,
            "`plain` saves the bytes in memory, `item` saves field by field, and both are items: remove one",
        );
        is_unclear = true;
    }
    let whole = keys.plain.map(|_| "plain").or(keys.item.map(|_| "item"));
    let saved_name = saved_keys::of(&input.attrs).name;
    let own = OwnName { rust: &input.ident, saved: saved_name.as_deref() };
    let mut saved = Vec::new();
    for (position, field) in fields.iter().enumerate() {
        let of_field = read_keys(&field.attrs, On::Field, errors);
        if let (Some(at), Some("plain")) = (of_field.all().next(), whole) {
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
        check_kept(&of_field, whole, errors);
        check_saved_keys(&of_field, whole, errors);
        if of_field.is_unclear {
            // A struct that is saved field by field goes without it.
            is_unclear |= whole.is_some();
            continue;
        }
        // A value of an item is made of all fields.
        let is_kept = of_field.keep.is_some();
        let is_skipped = is_kept || of_field.skip.is_some();
        if !is_skipped || whole == Some("item") {
            let saved_keys = saved_keys::of(&field.attrs);
            let saved_name = saved_keys.name.clone().filter(|_| whole.is_none());
            let written = item_shape::of_type(field.ty.to_token_stream(), saved_keys, &own);
            let is_plain = of_field.plain.is_some();
            let field = SavedField {
                is_skipped,
                is_kept,
                is_plain,
                written,
                saved_name,
                ..saved_field(position, field)
            };
            saved.push((field, of_field.name.filter(|_| whole.is_none())));
        }
    }
    check_names(&saved, errors);
    let saved: Vec<SavedField> = saved.into_iter().map(|(field, _)| field).collect();
    let packed = item_shape::word_in(&input.attrs, "repr", "packed");
    if let Some(word) = packed.filter(|_| whole != Some("plain") && !saved.is_empty()) {
        errors.add(
            SpanRange::of(word),
            "a packed struct has no references to its fields: write `#[snapshot(plain)]` on the struct, with \
             `bytemuck::Pod` and `Zeroable` in its derives, to save it as its bytes in memory",
        );
        is_unclear = true;
    }
    if is_unclear {
        // A type with a key of which nothing is known is an item. With a `#[repr]` it can be plain data by `bytemuck`,
        // and then it is an item already.
        let has_repr = input.attrs.iter().any(|attribute| attribute.path().is_ident("repr"));
        return SavedForm::Unclear { is_item: whole.map_or(!has_repr, |whole| whole == "item") };
    }
    let shape = item_shape::of_declaration(input);
    match whole {
        Some("plain") => SavedForm::Plain { shape, fields: saved },
        Some(_) => SavedForm::Item { shape, fields: saved },
        None => SavedForm::Fields(saved),
    }
}

/// Reports a `keep` on a field that is no field of an item, or has another key for the same.
fn check_kept(keys: &Keys, whole: Option<&str>, errors: &mut Errors) {
    let Some(at) = keys.keep else { return };
    if whole.is_none() {
        errors.add(
            at,
            "`keep` is for the fields of items, with `#[snapshot(item)]` on the struct: of this struct, a restore \
             leaves a field with `skip` alone",
        );
    } else if keys.skip.is_some() && whole == Some("item") {
        errors.add(at, "`keep` leaves the field out of the bytes, as `skip` does: remove one of the two");
    }
}

/// Reports how saves know a field, if its bytes do not depend on that.
fn check_saved_keys(keys: &Keys, whole: Option<&str>, errors: &mut Errors) {
    if let (Some(_), Some(at)) = (keys.skip.or(keys.keep), keys.name.or(keys.ty)) {
        let word = if keys.keep.is_some() { "keep" } else { "skip" };
        errors.add(
            at,
            format!("`{word}` leaves the field out, so saves do not know it: remove one of the two"),
        );
    } else if let (Some(at), Some(whole)) = (keys.name, whole) {
        let message = format!(
            "with `{whole}` on the struct, its saves have no names of fields: rename the field, and remove `name`"
        );
        errors.add(at, message);
    } else if let (Some(at), None, None) = (keys.ty, keys.plain, whole) {
        errors.add(
            at,
            "the bytes of this field do not depend on the name of its type: remove `type`, which is for fields with \
             `plain`, and for those of items and enums",
        );
    }
}

/// Reports a `name` that another field has too, in a save. The fields have the places of their keys.
fn check_names(fields: &[(SavedField, Option<SpanRange>)], errors: &mut Errors) {
    let name = |field: &SavedField| match (&field.saved_name, &field.member) {
        (Some(saved), _) => saved.clone(),
        (None, Member::Named(member)) => member.unraw().to_string(),
        (None, Member::Unnamed(index)) => index.index.to_string(),
    };
    for (position, (field, at)) in fields.iter().enumerate() {
        let taken = fields[..position].iter().find(|(earlier, _)| name(earlier) == name(field));
        let Some((_, earlier)) = taken else { continue };
        if let Some(at) = at.or(*earlier) {
            let name = name(field);
            errors.add(
                at,
                format!("saves have two fields with the name `{name}`: give one of them another name"),
            );
        }
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
        return SavedForm::Unclear { is_item: true };
    }
    let mut is_unclear = keys.is_unclear;
    let variants = data.variants.iter().map(|variant| {
        for at in read_keys(&variant.attrs, On::Variant, errors).all() {
            errors.add(
                at,
                "a value of an enum is saved and restored as a whole: a variant has no key but `name`",
            );
        }
        let fields = variant.fields.iter().enumerate().map(|(position, field)| {
            let of_field = read_keys(&field.attrs, On::Field, errors);
            is_unclear |= of_field.is_unclear;
            for at in of_field.all() {
                errors.add(
                    at,
                    "all fields of an enum are saved, as plain data: they have no keys but `name` and `type`",
                );
            }
            saved_field(position, field)
        });
        SavedVariant { fields: fields.collect(), name: variant.ident.clone() }
    });
    let variants: Vec<_> = variants.collect();
    // `bytemuck` derives its traits for enums with a `#[repr]` and without fields, and a type is plain data in one way
    // only.
    let has_repr = input.attrs.iter().any(|attribute| attribute.path().is_ident("repr"));
    let has_fields = variants.iter().any(|variant| !variant.fields.is_empty());
    let is_item = keys.item.is_some() || has_fields || !has_repr;
    if is_unclear {
        return SavedForm::Unclear { is_item };
    }
    SavedForm::Variants { variants, shape: item_shape::of_declaration(input), is_item }
}

fn saved_field(position: usize, field: &Field) -> SavedField {
    let member = match &field.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(position)),
    };
    SavedField {
        member,
        ty: field.ty.clone(),
        is_skipped: false,
        is_kept: false,
        is_plain: false,
        written: 0,
        saved_name: None,
    }
}
