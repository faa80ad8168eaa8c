//! The columns of a struct with every name and type resolved: what the macro prints for the struct itself, whether it
//! has a pool or not.

use crate::base::self_type::without_self;
use crate::base::span_range::{SpanRange, printed, printed_ident};
use crate::check::columns::{FieldConflict, Part};
use crate::plan::column_docs::ColumnDocs;
use crate::plan::krate::{Krate, krate, site};
use crate::read::item_shape::{self, ColumnShape, OwnName};
use crate::spec::column_order::{ColumnNames, Methods, row_name};
use crate::spec::column_set::{ColumnField, ColumnSet};
use crate::spec::given::Given;
use crate::spec::number::Integer;
use crate::spec::shape::Shape;
use crate::spec::visibility::is_as_visible;
use crate::spec::{Definition, Spec};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Generics, Lifetime};

/// Everything that is printed for the columns of one struct.
pub(crate) struct Columns {
    /// The span of printed tokens.
    pub(crate) site: Span,
    pub(crate) krate: Krate,
    /// The struct.
    pub(crate) name: Ident,
    /// Its name, as the user wrote it.
    pub(crate) place: SpanRange,
    pub(crate) vis: TokenStream,
    pub(crate) names: ColumnNames,
    /// That of the references. No field mentions it.
    pub(crate) lifetime: Lifetime,
    /// Attributes of all types: `#[deprecated]` and `#[doc(hidden)]`.
    pub(crate) attributes: Vec<Attribute>,
    /// Of the types whose fields are those of the struct.
    pub(crate) non_exhaustive: Option<Attribute>,
    /// In the order of the struct.
    pub(crate) fields: Vec<Field>,
    pub(crate) columns: Vec<Column>,
    /// The visible columns without methods, for the documentation.
    pub(crate) without_methods: Vec<String>,
    /// The [shape](crate::read::item_shape).
    pub(crate) shape: Shape,
    /// Whether a restore may put together any values of the fields: all of them are as visible as the struct, or the
    /// user said so.
    pub(crate) is_open: bool,
    pub(crate) docs: ColumnDocs,
}

/// A field of the struct.
pub(crate) struct Field {
    pub(crate) name: Ident,
    /// Without `r#`.
    pub(crate) shown: String,
    pub(crate) vis: TokenStream,
    pub(crate) ty: TokenStream,
    /// `#[doc]` and `#[deprecated]`.
    pub(crate) attributes: Vec<Attribute>,
    /// Whether it is not saved.
    pub(crate) is_skipped: bool,
    /// How the runtime is told so: `Saved`, `Skipped` or `Kept`.
    pub(crate) kind: &'static str,
}

/// A column.
pub(crate) struct Column {
    /// The name of the field or of the group.
    pub(crate) name: Ident,
    pub(crate) shown: String,
    pub(crate) vis: TokenStream,
    /// The fields, by their positions: one, or those of a group.
    pub(crate) fields: Vec<usize>,
    /// The type of the rows of a group.
    pub(crate) row: Option<Ident>,
    pub(crate) align: Option<Given<Integer>>,
    /// The names of its methods.
    pub(crate) methods: Option<Methods>,
}

impl Columns {
    /// Resolves the columns of a struct, without the settings that are in conflict.
    pub(crate) fn new(spec: &Spec, set: &ColumnSet, conflicts: &[FieldConflict]) -> Columns {
        let is_free = |field: usize, part: Part| {
            !conflicts.iter().any(|conflict| conflict.part == part && conflict.fields.contains(&field))
        };
        let fields: Vec<Field> = set.fields.iter().map(|field| Field::new(spec, field)).collect();
        let columns = set.columns(&|field| is_free(field, Part::Group));
        let (mut without_methods, mut resolved) = (Vec::new(), Vec::new());
        for column in columns {
            let methods = column.methods(spec);
            if methods.is_none() && column.is_visible(spec) {
                without_methods.push(format!("`{}`", column.name));
            }
            let mut aligned = column.fields.iter().filter(|field| is_free(**field, Part::Align));
            let methods = methods.filter(|_| is_free(column.fields[0], Part::Methods));
            resolved.push(Column {
                shown: column.name.unraw().to_string(),
                vis: printed(&column.vis),
                align: aligned.find_map(|field| set.fields[*field].keys.align.given().cloned()),
                row: column.group.map(|group| printed_ident(&row_name(spec, &group, group.span()))),
                methods: methods.map(|Methods { dense, in_slots }| Methods {
                    dense: dense.map(|name| printed_ident(&name)),
                    in_slots: in_slots.map(|name| printed_ident(&name)),
                }),
                name: printed_ident(&column.name),
                fields: column.fields,
            });
        }
        let names = ColumnNames::new(spec);
        let mut fields_of_struct = set.fields.iter();
        let is_visible = fields_of_struct.all(|field| is_as_visible(&field.vis, &spec.vis));
        Columns {
            site: site(spec),
            krate: krate(spec),
            name: printed_ident(&spec.name),
            place: SpanRange::at(spec.name.span()),
            vis: printed(&spec.vis),
            attributes: spec.attributes.aliases.clone(),
            non_exhaustive: set.non_exhaustive.clone(),
            shape: shape(spec, set, &fields, &resolved),
            is_open: is_visible || !spec.keys.saved.is_empty(),
            docs: ColumnDocs::new(spec),
            names: names.printed(),
            lifetime: lifetime(&fields, site(spec)),
            fields,
            columns: resolved,
            without_methods,
        }
    }

    /// The fields of a column.
    pub(crate) fn fields_of<'a>(
        &'a self,
        column: &'a Column,
    ) -> impl DoubleEndedIterator<Item = &'a Field> + ExactSizeIterator {
        column.fields.iter().map(|field| &self.fields[*field])
    }
}

impl ColumnNames {
    /// These names as printed by the macro.
    fn printed(&self) -> Self {
        ColumnNames {
            by_ref: printed_ident(&self.by_ref),
            by_mut: printed_ident(&self.by_mut),
            slices: printed_ident(&self.slices),
            slices_mut: printed_ident(&self.slices_mut),
            methods: printed_ident(&self.methods),
        }
    }
}

impl Field {
    fn new(spec: &Spec, field: &ColumnField) -> Self {
        let kind = match (field.keys.keep.is_empty(), field.keys.skip.is_empty()) {
            (false, _) => "Kept",
            (true, false) => "Skipped",
            (true, true) => "Saved",
        };
        Field {
            name: printed_ident(&field.name),
            shown: field.name.unraw().to_string(),
            vis: printed(&field.vis),
            ty: printed(without_self(field.ty.to_token_stream(), &spec.name)),
            attributes: field.attributes.clone(),
            is_skipped: kind != "Saved",
            kind,
        }
    }
}

/// The lifetime of references: a type of a field can declare one of its own, as `for<'a> fn(&'a u8)` does, or what a
/// macro makes of it.
fn lifetime(fields: &[Field], site: Span) -> Lifetime {
    let is_mentioned = fields.iter().any(|field| may_mention_a(field.ty.clone()));
    Lifetime::new(if is_mentioned { "'__stackpool" } else { "'a" }, site)
}

/// Whether the lifetime `'a` is in `tokens`, or a call of a macro.
fn may_mention_a(tokens: TokenStream) -> bool {
    let mut after_quote = false;
    tokens.into_iter().any(|tree| {
        let is_lifetime = std::mem::replace(&mut after_quote, false);
        match tree {
            TokenTree::Punct(punct) => {
                after_quote = punct.as_char() == '\'';
                punct.as_char() == '!'
            }
            TokenTree::Ident(ident) => is_lifetime && ident == "a",
            TokenTree::Group(group) => may_mention_a(group.stream()),
            TokenTree::Literal(_) => false,
        }
    })
}

/// The shape of the fields that are saved.
fn shape(spec: &Spec, set: &ColumnSet, fields: &[Field], columns: &[Column]) -> Shape {
    let mut saved = Vec::new();
    for column in columns {
        let mut of_column = Vec::new();
        for at in &column.fields {
            let (field, keys) = (&fields[*at], &set.fields[*at].saved);
            if !field.is_skipped {
                of_column.push(ColumnShape { name: &field.shown, ty: &field.ty, keys });
            }
        }
        if !of_column.is_empty() {
            saved.push(of_column);
        }
    }
    let (saved_name, generics) = match &spec.definition {
        Definition::Type { saved_name, generics, .. } => (saved_name.as_deref(), generics),
        Definition::Marker { .. } => (None, &Generics::default()),
    };
    item_shape::of_columns(&saved, &OwnName { rust: &spec.name, saved: saved_name }, generics)
}
