//! What the user asked for, as either macro reads it: every value with its place, nothing resolved or checked.

pub(crate) mod attributes;
pub(crate) mod given;
pub(crate) mod keys;
pub(crate) mod keywords;
pub(crate) mod number;
pub(crate) mod value_pool_set;

use crate::base::errors::Mistake;
use crate::base::span_range::SpanRange;
use attributes::Attributes;
use given::Setting;
use keys::{Key, Keys};
use syn::ext::IdentExt;
use syn::{Generics, Ident, Type, Visibility};
use value_pool_set::ValueSet;

/// One pool.
pub(crate) struct Spec {
    pub(crate) definition: Definition,
    /// Of the item type under the derive, of the marker under `pool!`.
    pub(crate) name: Ident,
    pub(crate) vis: Visibility,
    pub(crate) keys: Keys,
    /// Where a missing capacity is missed.
    pub(crate) capacity_place: SpanRange,
    pub(crate) attributes: Attributes,
    /// Which values there are, where the pool is one of values and not of objects.
    pub(crate) set: Option<ValueSet>,
    /// Why no pool can be of this definition, whatever its keys: reported by the fallback.
    pub(crate) barred: Option<Mistake>,
}

/// What defines the pool, and brands its handles.
pub(crate) enum Definition {
    /// The item type itself, which the user wrote. A type with generics is barred; they are kept for the fallback.
    Type {
        generics: Generics,
        /// Whether the type names an alias without its generics: `next: Option<NodeHandle>`.
        elides: bool,
        /// The [shape](crate::read::item_shape) of its fields.
        shape: u64,
    },
    /// A marker type, which the macro prints, of a pool of the type `item`; `None` where that could not be read.
    Marker { item: Option<Type> },
}

/// The names that a pool brings into scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Names {
    /// Of the pool, or of the boxes of a pool that is `boxed`.
    pub(crate) alias: Ident,
    pub(crate) handle: Ident,
}

impl Spec {
    /// The name without `r#`: what aliases begin with and handles show.
    pub(crate) fn plain_name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// Whether boxes are asked for.
    pub(crate) fn is_boxed(&self) -> bool {
        !self.is_values() && self.keys.ask_for_boxes()
    }

    /// Whether the pool is one of values.
    pub(crate) fn is_values(&self) -> bool {
        self.set.is_some()
    }

    /// The key that renames the pool or, of a pool that is `boxed`, its boxes.
    pub(crate) fn alias_key(&self) -> Key {
        if self.is_boxed() { Key::Box } else { Key::Pool }
    }

    /// What was said of that key.
    pub(crate) fn alias(&self) -> &Setting<Ident> {
        if self.is_boxed() { &self.keys.pool_box } else { &self.keys.pool }
    }

    /// The names of the aliases by default.
    pub(crate) fn default_names(&self) -> Names {
        let alias = if self.is_boxed() { "Box" } else { "Pool" };
        Names { alias: self.default_name(alias), handle: self.default_name("Handle") }
    }

    /// The name with `kind` behind it.
    pub(crate) fn default_name(&self, kind: &str) -> Ident {
        Ident::new(&format!("{}{kind}", self.plain_name()), self.name.span())
    }

    /// The names of the aliases, as asked for or by default.
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
