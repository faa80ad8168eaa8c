//! The front end of `#[derive(Pool)]`.

use crate::base::errors::{Errors, Mistake};
use crate::base::span_range::SpanRange;
use crate::read::entry_attributes::is_doc_hidden;
use crate::read::key_list::{End, Place};
use crate::read::{column_fields, item_shape, missing_keys, saved_keys, self_type, value_pool_fields};
use crate::spec::attributes::Attributes;
use crate::spec::keys::{KEYS, Key, Keys};
use crate::spec::keywords::find;
use crate::spec::{Definition, Spec};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Attribute, Data, DeriveInput, GenericParam, Ident, Meta, Type};

/// What the attributes of a type say.
pub(crate) struct TypeAttributes {
    pub(crate) keys: Keys,
    /// Where a missing capacity is reported: the first attribute, or the name of the derive.
    capacity_place: SpanRange,
    pub(crate) attributes: Attributes,
    /// The names of further pools, and of their handles.
    further: Vec<(Key, Ident)>,
    /// Whether there is no `#[pool(..)]`.
    is_bare: bool,
    pub(crate) errors: Errors,
}

/// Reads the attributes of a type.
pub(crate) fn read_attributes(input: &DeriveInput) -> TypeAttributes {
    let mut read = TypeAttributes {
        keys: Keys::new(),
        capacity_place: SpanRange::at(Span::call_site()),
        attributes: Attributes::default(),
        further: Vec::new(),
        is_bare: true,
        errors: Errors::new(),
    };
    for attribute in &input.attrs {
        if attribute.path().is_ident("pool") {
            if std::mem::take(&mut read.is_bare) {
                read.capacity_place = SpanRange::of(attribute);
            }
            if defines_another(attribute, &read.keys) {
                read_another(attribute, input, &mut read);
            } else {
                read_keys(attribute, &mut read.keys, &mut read.errors);
            }
        } else if attribute.path().is_ident("deprecated") || is_doc_hidden(&attribute.meta) {
            read.attributes.aliases.push(attribute.clone());
        }
    }
    read
}

/// Reads a type and its `#[pool(..)]` attributes.
pub(crate) fn read(input: DeriveInput, errors: &mut Errors) -> Spec {
    let TypeAttributes { mut keys, capacity_place, attributes, further, is_bare, errors: mut of_type } =
        read_attributes(&input);
    errors.append(&mut of_type);
    of_type.discard();
    let (mut set, mut columns, mut barred) = (None, None, None);
    if !keys.values.is_empty() {
        set = Some(value_pool_fields::read(&input.ident, &input.data, &keys, errors));
    } else if !keys.columns.is_empty() {
        match column_fields::read(&input, errors) {
            Ok(read) => columns = Some(read),
            Err(mistake) => barred = Some(mistake),
        }
    } else if reject_inner_attributes(&input.data, errors) && (is_bare || has_ranges(&input.data)) {
        // The keys are in the wrong place, or `values` is missing. The capacity is then not a second mistake.
        keys.capacity.set_wrong();
    }
    if barred.is_none() {
        reject_union(&input.data, errors);
        barred = reject_static(&input, &keys, set.is_some());
    }
    let (shape, saved_name) = (item_shape::of_declaration(&input), saved_keys::of(&input.attrs).name);
    let mut spec = Spec {
        definition: Definition::Type { generics: input.generics, elides: false, shape, saved_name },
        name: input.ident,
        vis: input.vis,
        keys,
        capacity_place,
        attributes,
        set,
        columns,
        further,
        missing: Vec::new(),
        barred,
    };
    self_type::replace(&mut spec);
    let fields = match &input.data {
        Data::Struct(data) => data.fields.to_token_stream(),
        Data::Enum(data) => data.variants.to_token_stream(),
        Data::Union(data) => data.fields.to_token_stream(),
    };
    spec.missing = missing_keys::find(&spec, fields.clone());
    let names = spec.names();
    if let Definition::Type { elides, .. } = &mut spec.definition {
        *elides = names_without_generics(fields, &[&names.alias, &names.handle]);
    }
    spec
}

/// Whether one of `names` is in `tokens` without a `<` after it.
fn names_without_generics(tokens: TokenStream, names: &[&Ident]) -> bool {
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let found = match tree {
            TokenTree::Group(group) => names_without_generics(group.stream(), names),
            TokenTree::Ident(ident) if names.contains(&&ident) => {
                !matches!(trees.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == '<')
            }
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

fn read_keys(attribute: &Attribute, keys: &mut Keys, errors: &mut Errors) {
    match &attribute.meta {
        // Without keys: the mistake is the missing capacity, which is reported later.
        Meta::Path(_) => {}
        Meta::NameValue(_) => {
            errors.add(
                SpanRange::of(attribute),
                format!("write the keys in parentheses: `#[pool({})]`", Key::Capacity.example()),
            );
            keys.capacity.set_wrong();
        }
        Meta::List(_) => {
            let parser = |input: ParseStream<'_>| {
                let end = keys.parse(input, Place::Type, errors);
                debug_assert_eq!(end, End::Input);
                Ok(())
            };
            if let Err(error) = attribute.parse_args_with(parser) {
                errors.add_syntax(&error);
            }
        }
    }
}

/// Whether the attribute names a pool, beside earlier keys that name another one or have another capacity.
fn defines_another(attribute: &Attribute, earlier: &Keys) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    let trees: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
    let (mut name, mut has_capacity) = (None, false);
    for window in trees.windows(3) {
        let [TokenTree::Ident(key), TokenTree::Punct(equals), value] = window else { continue };
        match (find(KEYS, &key.to_string()), value) {
            _ if equals.as_char() != '=' => {}
            (Some(Key::Capacity), _) => has_capacity = true,
            (Some(Key::Pool), TokenTree::Ident(value)) => name = Some((&earlier.pool, value)),
            (Some(Key::Box), TokenTree::Ident(value)) => name = Some((&earlier.pool_box, value)),
            _ => {}
        }
    }
    let Some((earlier_name, name)) = name else { return false };
    let is_another = !earlier_name.is_empty() || (has_capacity && !earlier.capacity.is_empty());
    is_another && earlier_name.value() != Some(name)
}

/// Reads the keys of a further pool, and reports that the type has a pool already.
fn read_another(attribute: &Attribute, input: &DeriveInput, read: &mut TypeAttributes) {
    let mut keys = Keys::new();
    read_keys(attribute, &mut keys, &mut read.errors);
    let generics = if input.generics.params.is_empty() { "" } else { "<..>" };
    let entry = |keys: &Keys| {
        let name = keys.pool.value().or(keys.pool_box.value());
        let name = name.map_or_else(|| format!("{}s", input.ident), Ident::to_string);
        let capacity = keys.capacity.given().map_or("64", |given| &given.text);
        let boxes = match keys.ask_for_boxes() {
            true => format!(", {}", keys.box_key().word()),
            false => String::new(),
        };
        (format!("{name}: [{}{generics}; {capacity}]{boxes};", input.ident), name)
    };
    let ((first, first_name), (second, second_name)) = (entry(&read.keys), entry(&keys));
    let kind = if keys.ask_for_boxes() || read.keys.ask_for_boxes() { "Box" } else { "Pool" };
    let message = format!(
        "the derive defines one pool, and this would be another one: `pool!` defines several pools of one type, as in \
         `pool! {{ {first} {second} }}`, which makes `{first_name}{kind}` and `{second_name}{kind}`"
    );
    read.errors.add(SpanRange::of(attribute), message);
    for (key, name) in [(Key::Pool, &keys.pool), (Key::Box, &keys.pool_box), (Key::Handle, &keys.handle)] {
        read.further.extend(name.value().map(|name| (key, name.clone())));
    }
}

/// Reports each `#[pool(..)]` on a field or a variant. Returns whether there was one.
fn reject_inner_attributes(data: &Data, errors: &mut Errors) -> bool {
    let mut found = false;
    let (mut misses_values, mut misses_columns) = (false, false);
    for (attribute, on) in inner_attributes(data) {
        found = true;
        if let Some(message) = value_pool_fields::missing_values(attribute) {
            // Reported once, even if several fields have a range.
            if !std::mem::replace(&mut misses_values, true) {
                errors.add(SpanRange::of(attribute), message);
            }
            continue;
        }
        if let Some(key) = column_fields::first_key(attribute).filter(|_| on == "field") {
            if !std::mem::replace(&mut misses_columns, true) {
                errors.add(SpanRange::of(attribute), missing_columns(key));
            }
            continue;
        }
        let message = format!("`#[pool(..)]` belongs on the type, not on a {on}: a pool holds whole objects");
        errors.add(SpanRange::of(attribute), message);
    }
    found
}

/// The message for a key of a column if the type has no key `columns`.
fn missing_columns(key: &str) -> String {
    format!(
        "`{key}` on a field is for columns: add `columns` to the keys of the type. If the columns are those of \
         `#[derive(Columns)]`, define this pool in `pool!` instead"
    )
}

/// Whether a field has a range.
fn has_ranges(data: &Data) -> bool {
    inner_attributes(data)
        .into_iter()
        .any(|(attribute, _)| value_pool_fields::missing_values(attribute).is_some())
}

/// Every `#[pool(..)]` on a field or a variant, with the word "field" or "variant".
fn inner_attributes<'a>(data: &'a Data) -> Vec<(&'a Attribute, &'static str)> {
    let mut found = Vec::new();
    let mut add = |attributes: &'a [Attribute], on| {
        for attribute in attributes {
            if attribute.path().is_ident("pool") {
                found.push((attribute, on));
            }
        }
    };
    match data {
        Data::Struct(data) => data.fields.iter().for_each(|field| add(&field.attrs, "field")),
        Data::Enum(data) => {
            for variant in &data.variants {
                add(&variant.attrs, "variant");
                variant.fields.iter().for_each(|field| add(&field.attrs, "field"));
            }
        }
        Data::Union(data) => data.fields.named.iter().for_each(|field| add(&field.attrs, "field")),
    }
    found
}

fn reject_union(data: &Data, errors: &mut Errors) {
    if let Data::Union(data) = data {
        errors.add(
            SpanRange::at(data.union_token.span),
            "`#[derive(Pool)]` is for structs and enums: wrap the union in a struct, and derive `Pool` for the \
             struct",
        );
    }
}

/// Why a type with parameters cannot have a static, if the keys need one.
fn reject_static(input: &DeriveInput, keys: &Keys, is_values: bool) -> Option<Mistake> {
    let name = &input.ident;
    let first = input.generics.params.first()?;
    let span = SpanRange::of(&input.generics.params);
    if is_values {
        let message = format!(
            "a type with parameters is many types, and a pool of values is for one of them: use `pool!`, as in \
             `pool! {{ {name}s: [{name}<..> {{ x: 0..64 }}]; }}`"
        );
        return Some((span, message));
    }
    if !keys.ask_for_boxes() {
        return None;
    }
    let word = keys.box_key().word();
    let (spec, held) = match keys.box_key() {
        Key::Shared => ("SharedSpec", "SharedBox"),
        Key::Objects => ("ObjectSpec", "ObjectBox"),
        _ => ("BoxSpec", "PoolBox"),
    };
    let has_types =
        input.generics.type_params().next().is_some() || input.generics.const_params().next().is_some();
    let message = if has_types {
        let arguments: Vec<_> = input.generics.params.iter().map(example_argument).collect();
        let arguments = arguments.join(", ");
        format!(
            "`{word}` keeps its objects in a static, and a type with parameters has none: use `pool!` for one of its \
             types, as in `pool! {{ {name}s: [{name}<{arguments}>; 64], {word}; }}`. A type that owns objects of its \
             own kind takes the definition as a parameter, `P: {spec}`, and holds `{held}<P>`"
        )
    } else {
        let lifetime = match first {
            GenericParam::Lifetime(param) => param.lifetime.to_string(),
            _ => String::new(),
        };
        format!(
            "`{word}` keeps its objects in a static, which outlives `{lifetime}`: own the data, or borrow for \
             `'static` with `pool! {{ {name}s: [{name}<'static>; 64], {word}; }}`, or leave `{word}` out"
        )
    };
    Some((span, message))
}

fn example_argument(param: &GenericParam) -> &'static str {
    match param {
        GenericParam::Lifetime(_) => "'static",
        GenericParam::Type(_) => "f32",
        GenericParam::Const(param) => match &param.ty {
            Type::Path(ty) if ty.path.is_ident("bool") => "true",
            Type::Path(ty) if ty.path.is_ident("char") => "'x'",
            _ => "4",
        },
    }
}
