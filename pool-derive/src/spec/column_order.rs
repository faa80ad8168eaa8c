//! Which columns a struct has: one for each field or group, in the order of their first fields.

use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::spec::Spec;
use crate::spec::column_set::ColumnSet;
use crate::spec::visibility::{is_as_visible, narrowest};
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, Visibility};

/// The fields of one column.
pub(crate) struct ColumnFields {
    /// The name of the field or of the group.
    pub(crate) name: Ident,
    /// The group, if it is one.
    pub(crate) group: Option<Ident>,
    /// Positions of fields.
    pub(crate) fields: Vec<usize>,
    /// Where everyone sees all of the fields.
    pub(crate) vis: Visibility,
}

impl ColumnSet {
    /// The columns. Fields that are not `grouped`, by their positions, have columns of their own.
    pub(crate) fn columns(&self, grouped: &dyn Fn(usize) -> bool) -> Vec<ColumnFields> {
        let mut columns: Vec<ColumnFields> = Vec::new();
        for (position, field) in self.fields.iter().enumerate() {
            let group = field.keys.group.value().filter(|_| grouped(position)).cloned();
            if let Some(group) = &group {
                let is_same = |column: &&mut ColumnFields| {
                    column.group.as_ref().is_some_and(|other| other.unraw() == group.unraw())
                };
                if let Some(column) = columns.iter_mut().find(is_same) {
                    column.fields.push(position);
                    continue;
                }
            }
            let name = group.as_ref().unwrap_or(&field.name).clone();
            columns.push(ColumnFields { name, group, fields: vec![position], vis: Visibility::Inherited });
        }
        for column in &mut columns {
            column.vis = narrowest(column.fields.iter().map(|field| &self.fields[*field].vis));
        }
        columns
    }
}

/// The names of the methods of a column, for reading and for writing.
#[derive(Clone)]
pub(crate) struct Methods {
    /// Those that lend the objects of a dense pool.
    pub(crate) dense: [Ident; 2],
    /// Those that lend the slots of other pools, free ones too.
    pub(crate) in_slots: [Ident; 2],
}

impl Methods {
    /// All of them.
    pub(crate) fn all(self) -> [Ident; 4] {
        let ([a, b], [c, d]) = (self.dense, self.in_slots);
        [a, b, c, d]
    }
}

impl ColumnFields {
    /// The names of the methods of the column, if it has methods: its fields are as visible as the struct, and the pool
    /// has no methods of these names.
    pub(crate) fn methods(&self, spec: &Spec) -> Option<Methods> {
        let plain = self.name.unraw().to_string();
        let names =
            [plain.clone(), format!("{plain}_mut"), format!("slot_{plain}"), format!("slot_{plain}_mut")];
        let is_taken = POOL_METHODS.iter().any(|taken| names.iter().any(|name| name == taken));
        let [_, for_writing, of_slots, of_slots_for_writing] =
            names.map(|name| Ident::new(&name, self.name.span()));
        (self.is_visible(spec) && !is_taken).then(|| Methods {
            dense: [self.name.clone(), for_writing],
            in_slots: [of_slots, of_slots_for_writing],
        })
    }

    /// Whether its fields are as visible as the struct.
    pub(crate) fn is_visible(&self, spec: &Spec) -> bool {
        is_as_visible(&self.vis, &spec.vis)
    }

    /// Where the name of the column is.
    pub(crate) fn span(&self) -> SpanRange {
        SpanRange::at(self.name.span())
    }
}

/// The names of the types that the macro generates for a struct of columns.
pub(crate) struct ColumnNames {
    pub(crate) by_ref: Ident,
    pub(crate) by_mut: Ident,
    pub(crate) slices: Ident,
    pub(crate) slices_mut: Ident,
    pub(crate) methods: Ident,
}

impl ColumnNames {
    pub(crate) fn new(spec: &Spec) -> Self {
        ColumnNames {
            by_ref: spec.default_name("Ref"),
            by_mut: spec.default_name("Mut"),
            slices: spec.default_name("Columns"),
            slices_mut: spec.default_name("ColumnsMut"),
            methods: spec.default_name("Fields"),
        }
    }

    /// All of them, each with what it is.
    pub(crate) fn all(&self) -> [(&Ident, &'static str); 5] {
        [
            (&self.by_ref, "the type of the references to an object"),
            (&self.by_mut, "the type of the mutable references to an object"),
            (&self.slices, "the type of the slices of all columns"),
            (&self.slices_mut, "the type of the mutable slices of all columns"),
            (&self.methods, "the trait with the methods of columns"),
        ]
    }
}

/// The type of the rows of a group: the name of the struct, and that of the group in camel case.
pub(crate) fn row_name(spec: &Spec, group: &Ident, span: Span) -> Ident {
    let mut name = spec.plain_name();
    for word in group.unraw().to_string().split('_') {
        name.push_str(&text::capitalised(word));
    }
    Ident::new(&name, span)
}

/// The methods of a column pool, and those of the prelude's traits that it implements. A method of a column with such a
/// name could be called in place of that of the pool, so such a column has none. A test of the repository
/// (`tests/columns`) compares the list with the sources.
const POOL_METHODS: &[&str] = &[
    "apply_packet",
    "as_mut_slice",
    "as_slice",
    "capacity",
    "changed",
    "changed_delta",
    "changed_delta_into",
    "changed_packet",
    "changed_packet_where",
    "changed_positions",
    "check_saved",
    "clear",
    "clone",
    "clone_from",
    "clone_into",
    "columns",
    "columns_mut",
    "contains",
    "copy_of",
    "cursor",
    "delta",
    "delta_into",
    "deserialize_from",
    "drain",
    "eq",
    "full_count",
    "extend",
    "extract_if",
    "for_each_live",
    "forget_marks",
    "get",
    "get_disjoint_mut",
    "get_mut",
    "handle_at",
    "handle_at_position",
    "handles",
    "handles_and_columns_mut",
    "hash",
    "high_water_mark",
    "insert",
    "insert_at",
    "insert_many",
    "insert_with",
    "into",
    "into_iter",
    "is_changed",
    "is_empty",
    "is_full",
    "iter",
    "iter_in_order",
    "iter_in_order_mut",
    "iter_mut",
    "iter_since",
    "iter_since_mut",
    "join",
    "join_mut",
    "keep_since",
    "len",
    "live_ranges",
    "live_sites",
    "live_words",
    "lost_links",
    "mark",
    "ne",
    "new",
    "newest",
    "next_handle",
    "next_handles",
    "note_packet",
    "oldest",
    "on_heap",
    "packet_where",
    "par_iter",
    "par_iter_mut",
    "par_slot_columns_mut",
    "par_values",
    "par_values_mut",
    "parts",
    "parts_mut",
    "patch",
    "patch_into",
    "position_of",
    "publish_stats",
    "release_since",
    "remaining_capacity",
    "remove",
    "remove_in_order",
    "remove_many",
    "reset",
    "replace",
    "reset_stats",
    "resize_saved",
    "restore",
    "restore_resized",
    "retain",
    "retain_in_order",
    "save",
    "save_into",
    "slot_columns",
    "slot_columns_and_live",
    "slot_columns_and_live_mut",
    "slot_columns_mut",
    "slot_columns_parts_mut",
    "sort_by",
    "sort_by_cached_key",
    "sort_by_key",
    "stats",
    "swap",
    "take_changed",
    "to_owned",
    "try_extend",
    "try_into",
    "values",
    "values_mut",
];
