//! The floors of `pool-derive`: stages, each of which imports only earlier stages.

use crate::house::House;

pub(crate) const DERIVE: House = House {
    folder: "pool-derive/src",
    floors: &[
        // Shared by every stage.
        &[&[
            &["base.rs"],
            &["base/text.rs"],
            &["base/self_type.rs"],
            &["base/span_range.rs"],
            &["base/joined.rs"],
            &["base/generics.rs"],
            &["base/errors.rs"],
        ]],
        // The keys that users can write.
        &[&[
            &["spec/keywords.rs"],
            &["spec/number.rs"],
            &["spec/objects.rs", "spec/freed.rs"],
            &["spec/attributes.rs"],
            &["spec/value_pool_set.rs"],
            &["spec/given.rs"],
            &["spec/keys.rs"],
            &["spec/shape.rs"],
            &["spec/column_set.rs"],
            &["spec/visibility.rs"],
            &["spec/snapshot.rs"],
            // The columns of a struct, and its names.
            &["spec.rs", "spec/column_order.rs"],
        ]],
        // Reads tokens into keys.
        &[&[
            &["read.rs"],
            &["read/lookahead.rs"],
            &["read/expression.rs"],
            &["read/literal.rs"],
            &["read/key_list.rs"],
            &["read/saved_keys.rs"],
            &["read/item_shape.rs"],
            &["read/lengths.rs"],
            &["read/item_type.rs"],
            &["read/entry_attributes.rs"],
            &["read/value_pool_ranges.rs"],
            &["read/value_pool_fields.rs"],
            &["read/value_pool_entry.rs"],
            &["read/column_fields.rs"],
            &["read/self_type.rs"],
            &["read/missing_keys.rs"],
            &["read/derive_input.rs"],
            &["read/columns_input.rs"],
            &["read/snapshot_keys.rs"],
            &["read/snapshot_input.rs"],
            &["read/pool_array.rs"],
            &["read/pool_input.rs"],
        ]],
        // Checks rules that involve several keys.
        &[&[
            &["check/conflict.rs"],
            &["check/value_pools.rs"],
            &["check/objects.rs"],
            &["check/strict.rs"],
            &["check/boxes.rs"],
            &["check/names.rs"],
            &["check/generics.rs"],
            &["check/entries.rs"],
            &["check/columns.rs"],
            &["check.rs"],
        ]],
        // Resolves every name, path and type.
        &[&[
            &["plan/mode.rs"],
            &["plan/docs.rs"],
            &["plan/krate.rs"],
            &["plan/parameters.rs"],
            &["plan/constants.rs"],
            &["plan/column_docs.rs"],
            &["plan/columns.rs"],
            &["plan.rs"],
            &["plan/fallback.rs"],
            &["plan/trial.rs"],
        ]],
        // Generates code from a plan.
        &[&[
            &["print.rs"],
            &["print/constants.rs"],
            &["print/layout.rs"],
            &["print/definition.rs"],
            &["print/statics.rs"],
            &["print/boxes.rs"],
            &["print/value_pool.rs"],
            &["print/list.rs"],
            &["print/snapshot.rs", "print/snapshot/"],
            &["print/columns.rs", "print/columns/"],
            &["print/expand.rs"],
            &["print/trial.rs"],
            &["print/barred.rs"],
            &["print/missing_keys.rs"],
        ]],
        &[&[&["lib.rs"]]],
    ],
};
