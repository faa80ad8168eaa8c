//! What the user wrote, as both macros read it: every value with its place, nothing resolved or checked.

pub(crate) mod attributes;
pub(crate) mod column_order;
pub(crate) mod column_set;
pub(crate) mod freed;
pub(crate) mod given;
pub(crate) mod keys;
pub(crate) mod keywords;
pub(crate) mod number;
pub(crate) mod objects;
pub(crate) mod shape;
pub(crate) mod side_tables;
pub(crate) mod snapshot;
pub(crate) mod value_pool_set;
pub(crate) mod visibility;

use crate::base::errors::Mistake;
use crate::base::span_range::SpanRange;
use attributes::Attributes;
use column_set::ColumnSet;
use given::Setting;
use keys::{Key, Keys};
use keywords::Sync;
use shape::Shape;
use syn::ext::IdentExt;
use syn::{GenericParam, Generics, Ident, Type, Visibility};
use value_pool_set::ValueSet;

/// One pool.
pub(crate) struct Spec {
    pub(crate) definition: Definition,
    /// The name of the item type (derive) or of the marker (`pool!`).
    pub(crate) name: Ident,
    pub(crate) vis: Visibility,
    pub(crate) keys: Keys,
    /// Where a missing capacity is reported.
    pub(crate) capacity_place: SpanRange,
    pub(crate) attributes: Attributes,
    /// The values, if this is a pool of values.
    pub(crate) set: Option<ValueSet>,
    /// The fields, if the macro makes columns of them. (The columns of an entry of `pool!` are those of its item.)
    pub(crate) columns: Option<ColumnSet>,
    /// The names of further pools and of their handles: a mistake, beside which they are declared.
    pub(crate) further: Vec<(Key, Ident)>,
    /// Names in the fields that a key would declare which is not given, each with what is missing.
    pub(crate) missing: Vec<(&'static str, Ident)>,
    /// Why this definition cannot have a pool, whatever its keys are. The fallback reports it.
    pub(crate) barred: Option<Mistake>,
}

/// The type that defines the pool. It is the type parameter of the handles.
pub(crate) enum Definition {
    /// The item type itself, which the user wrote.
    Type {
        generics: Generics,
        /// Whether the type uses an alias without generics: `next: Option<NodeHandle>`.
        elides: bool,
        /// The [shape](crate::read::item_shape) of its fields.
        shape: Shape,
        /// The name that saves have, if it is another one.
        saved_name: Option<String>,
    },
    /// A marker type, which the macro prints, for a pool of the type `item`; `None` if the type could not be read.
    Marker { item: Option<Type> },
}

impl Definition {
    /// The generics of the type; none for a marker.
    pub(crate) fn generics(&self) -> impl Iterator<Item = &GenericParam> {
        let generics = match self {
            Definition::Type { generics, .. } => Some(generics),
            Definition::Marker { .. } => None,
        };
        generics.into_iter().flat_map(|generics| &generics.params)
    }

    /// Whether the type has parameters other than lifetimes. Then its name alone does not say which type it is.
    pub(crate) fn is_many_types(&self) -> bool {
        self.generics().any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }

    /// The names of the generics, without the `'` of lifetimes.
    pub(crate) fn parameters(&self) -> Vec<Ident> {
        let name = |param: &GenericParam| match param {
            GenericParam::Lifetime(param) => param.lifetime.ident.clone(),
            GenericParam::Type(param) => param.ident.clone(),
            GenericParam::Const(param) => param.ident.clone(),
        };
        self.generics().map(name).collect()
    }
}

/// The names that a pool brings into scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Names {
    /// The alias of the pool or, if the user asked for boxes, of the box.
    pub(crate) alias: Ident,
    /// The alias of the handle or, with `shared`, of the weak pointer.
    pub(crate) handle: Ident,
}

impl Spec {
    /// The name without `r#`. Aliases begin with it, and `Debug` of handles shows it.
    pub(crate) fn plain_name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// Whether the user asked for boxes.
    pub(crate) fn is_boxed(&self) -> bool {
        !self.is_values() && self.keys.ask_for_boxes()
    }

    /// Whether the user asked for boxes that share their objects.
    pub(crate) fn is_shared(&self) -> bool {
        self.is_boxed() && self.keys.box_key() == Key::Shared
    }

    /// Whether the user asked for boxes of objects that stay in their slots.
    pub(crate) fn lends_objects(&self) -> bool {
        self.is_boxed() && self.keys.box_key() == Key::Objects
    }

    /// Whether the user asked for a pool of columns.
    pub(crate) fn is_of_columns(&self) -> bool {
        !self.is_values() && !self.is_boxed() && !self.keys.columns.is_empty()
    }

    /// Whether the type that defines the pool has parameters. Such a definition has no static.
    pub(crate) fn is_generic(&self) -> bool {
        self.definition.generics().next().is_some()
    }

    /// Whether this is a pool of values.
    pub(crate) fn is_values(&self) -> bool {
        self.set.is_some()
    }

    /// What the second alias is, in messages.
    pub(crate) fn handle_word(&self) -> &'static str {
        if self.is_shared() { "weak pointer" } else { "handle" }
    }

    /// The key that renames the pool type or, if the user asked for boxes, the box type.
    pub(crate) fn alias_key(&self) -> Key {
        if self.is_boxed() { Key::Box } else { Key::Pool }
    }

    /// The setting of that key.
    pub(crate) fn alias(&self) -> &Setting<Ident> {
        if self.is_boxed() { &self.keys.pool_box } else { &self.keys.pool }
    }

    /// The names of the aliases by default.
    pub(crate) fn default_names(&self) -> Names {
        let (alias, handle) = match () {
            () if self.is_shared() && self.keys.sync.value() == Some(&Sync::Local) => ("Rc", "Weak"),
            () if self.is_shared() => ("Arc", "Weak"),
            () if self.lends_objects() => ("Object", "Handle"),
            () if self.is_boxed() => ("Box", "Handle"),
            () => ("Pool", "Handle"),
        };
        Names { alias: self.default_name(alias), handle: self.default_name(handle) }
    }

    /// The name followed by `kind`.
    pub(crate) fn default_name(&self, kind: &str) -> Ident {
        Ident::new(&format!("{}{kind}", self.plain_name()), self.name.span())
    }

    /// The names of the aliases, as the user wrote them or by default.
    pub(crate) fn names(&self) -> Names {
        let mut names = self.default_names();
        if let Some(name) = self.alias().value() {
            names.alias = name.clone();
        }
        if let Some(name) = self.keys.handle.value() {
            names.handle = name.clone();
        }
        names
    }
}
