//! The front end of `#[derive(Snapshot)]`: `#[snapshot(skip)]`, `#[snapshot(plain)]`, `#[snapshot(name = "..")]` and
//! `#[snapshot(type = "..")]` on fields, `#[snapshot(item)]`, `#[snapshot(plain)]`, `#[snapshot(name = "..")]` and
//! `#[snapshot(crate = path)]` on the type.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::read::expression::Expression;
use crate::read::item_shape::{self, OwnName};
use crate::read::lookahead::rest_of_value;
use crate::read::saved_keys;
use crate::spec::snapshot::{SavedField, SavedForm, SavedVariant, SnapshotSpec};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Field, Fields, Ident, Index, LitStr, Member, Meta, Path, Token,
};

/// What the attributes of a type, of a variant or of a field say.
#[derive(Default)]
struct Keys {
    skip: Option<SpanRange>,
    plain: Option<SpanRange>,
    item: Option<SpanRange>,
    krate: Option<Path>,
    name: Option<SpanRange>,
    ty: Option<SpanRange>,
}

/// What an attribute is on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Type,
    Variant,
    Field,
}

impl Keys {
    /// The keys of a field.
    fn all(&self) -> impl Iterator<Item = SpanRange> + use<> {
        self.skip.into_iter().chain(self.plain)
    }
}

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
            SavedForm::Fields(Vec::new())
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
    if let (Some(_), Some(at)) = (keys.plain, keys.item) {
        errors.add(
            at,
            "`plain` saves the bytes in memory, `item` saves field by field, and both are items: remove one",
        );
    }
    let whole = keys.plain.map(|_| "plain").or(keys.item.map(|_| "item"));
    let saved_name = saved_keys::of(&input.attrs).name;
    let own = OwnName { rust: &input.ident, saved: saved_name.as_deref() };
    let mut saved = Vec::new();
    for (position, field) in fields.iter().enumerate() {
        let of_field = read_keys(&field.attrs, On::Field, errors);
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
        check_saved_keys(&of_field, whole, errors);
        // A value of an item is made of all fields.
        let is_skipped = of_field.skip.is_some();
        if !is_skipped || whole == Some("item") {
            let saved_keys = saved_keys::of(&field.attrs);
            let saved_name = saved_keys.name.clone().filter(|_| whole.is_none());
            let written = item_shape::of_type(field.ty.to_token_stream(), saved_keys, &own);
            let is_plain = of_field.plain.is_some();
            let field =
                SavedField { is_skipped, is_plain, written, saved_name, ..saved_field(position, field) };
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
        return SavedForm::Fields(Vec::new());
    }
    let shape = item_shape::of_declaration(input);
    match whole {
        Some("plain") => SavedForm::Plain { shape: shape.hash, fields: saved },
        Some(_) => SavedForm::Item { shape, fields: saved },
        None => SavedForm::Fields(saved),
    }
}

/// Reports how saves know a field, if its bytes do not depend on that.
fn check_saved_keys(keys: &Keys, whole: Option<&str>, errors: &mut Errors) {
    if let (Some(_), Some(at)) = (keys.skip, keys.name.or(keys.ty)) {
        errors.add(at, "`skip` leaves the field out, so saves do not know it: remove one of the two");
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
        return SavedForm::Fields(Vec::new());
    }
    let variants = data.variants.iter().map(|variant| {
        for at in read_keys(&variant.attrs, On::Variant, errors).all() {
            errors.add(
                at,
                "a value of an enum is saved and restored as a whole: a variant has no key but `name`",
            );
        }
        let fields = variant.fields.iter().enumerate().map(|(position, field)| {
            for at in read_keys(&field.attrs, On::Field, errors).all() {
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
    SavedForm::Variants { variants, shape: item_shape::of_declaration(input).hash, is_item }
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
        is_plain: false,
        written: 0,
        saved_name: None,
    }
}

/// Reads the attributes of the type, or of a part of it.
fn read_keys(attributes: &[Attribute], on: On, errors: &mut Errors) -> Keys {
    let mut keys = Keys::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("snapshot")) {
        let is_list = matches!(&attribute.meta, Meta::List(list) if !list.tokens.is_empty());
        if !is_list {
            errors.add(SpanRange::of(attribute), format!("write a key in parentheses: {}", forms(on)));
            continue;
        }
        let result = attribute.parse_nested_meta(|meta| read_key(&meta, on, &mut keys, errors));
        if let Err(error) = result {
            errors.add_syntax(&error);
        }
    }
    keys
}

fn read_key(meta: &ParseNestedMeta<'_>, on: On, keys: &mut Keys, errors: &mut Errors) -> syn::Result<()> {
    let at = SpanRange::of(&meta.path);
    let word = meta.path.to_token_stream().to_string();
    match word.as_str() {
        "crate" if on == On::Type => {
            meta.input.parse::<Token![=]>()?;
            let path = meta.input.call(Path::parse_mod_style)?;
            if keys.krate.replace(path).is_some() {
                errors.add(at, "`crate` is given twice: keep one of the two");
            }
            return Ok(());
        }
        "skip" if on == On::Type => {
            errors.add(at, "`skip` belongs on a field: it leaves the field out of the bytes");
        }
        "item" if on == On::Type => note(&mut keys.item, "item", at, errors),
        "item" => errors.add(at, "`item` belongs on the type: its values can be items of pools"),
        "plain" => note(&mut keys.plain, "plain", at, errors),
        "skip" => note(&mut keys.skip, "skip", at, errors),
        "crate" => errors.add(at, "`crate` belongs on the type"),
        "name" | "type" => return read_saved_key(meta, &word, on, keys, errors),
        _ => errors.add(at, format!("unknown key `{word}`: the keys are {}", forms(on))),
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

/// Reads how saves know a type, a variant or a field: `name = ".."`, `type = ".."`.
fn read_saved_key(
    meta: &ParseNestedMeta<'_>,
    word: &str,
    on: On,
    keys: &mut Keys,
    errors: &mut Errors,
) -> syn::Result<()> {
    let at = SpanRange::of(&meta.path);
    let is_name = word == "name";
    let example = match (is_name, on) {
        (true, On::Field) => "name = \"score\"",
        (true, _) => "name = \"Ship\"",
        (false, _) => "type = \"Option<ShipHandle>\"",
    };
    if !meta.input.peek(Token![=]) {
        errors.add(at, format!("`{word}` says how saves know this {}: `{example}`", on.word()));
        return Ok(());
    }
    meta.input.parse::<Token![=]>()?;
    if !is_name && on != On::Field {
        errors.add(at, "`type` belongs on a field: it is the type of the field as saves know it");
        rest_of_value(meta.input);
        return Ok(());
    }
    let Ok(text) = meta.input.parse::<LitStr>() else {
        let (rest, _) = rest_of_value(meta.input);
        errors.add(rest, format!("write it in quotes: `{example}`"));
        return Ok(());
    };
    let span = SpanRange::at(text.span());
    if !is_name && saved_keys::type_of(&text).is_none() {
        errors.add(span, format!("this is no type: write the one that saves know, `{example}`"));
    } else if is_name && !is_name_of(&text.value(), on) {
        errors.add(span, format!("this is no name: write the one that saves know, `{example}`"));
    }
    note(if is_name { &mut keys.name } else { &mut keys.ty }, word, at, errors);
    Ok(())
}

/// Whether a type, a variant or a field can have this name. The fields of a tuple struct have numbers.
fn is_name_of(text: &str, on: On) -> bool {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    syn::parse::Parser::parse_str(Ident::parse_any, text).is_ok() || (on == On::Field && is_number)
}

impl On {
    fn word(self) -> &'static str {
        match self {
            On::Type => "type",
            On::Variant => "variant",
            On::Field => "field",
        }
    }
}

fn note(key: &mut Option<SpanRange>, word: &str, at: SpanRange, errors: &mut Errors) {
    if key.replace(at).is_some() {
        errors.add(at, format!("`{word}` is given twice: keep one of the two"));
    }
}

/// How to write the keys.
fn forms(on: On) -> &'static str {
    match on {
        On::Type => {
            "`#[snapshot(item)]`, `#[snapshot(plain)]`, `#[snapshot(name = \"Ship\")]` and `#[snapshot(crate = \
             path::to::stackpool)]`"
        }
        On::Variant => "`#[snapshot(name = \"Idle\")]`",
        On::Field => {
            "`#[snapshot(skip)]`, `#[snapshot(plain)]`, `#[snapshot(name = \"score\")]` and `#[snapshot(type = \
             \"Option<ShipHandle>\")]`"
        }
    }
}
