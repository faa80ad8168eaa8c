//! The floors of `pool-derive`: stages, each of which imports those before it.

use crate::house::House;

pub(crate) const DERIVE: House = House {
    folder: "pool-derive/src",
    floors: &[
        // What every stage needs.
        &[&[&["base.rs"], &["base/text.rs"], &["base/span_range.rs"], &["base/errors.rs"]]],
        // What can be asked for.
        &[&[
            &["spec/keywords.rs"],
            &["spec/number.rs"],
            &["spec/attributes.rs"],
            &["spec/value_pool_set.rs"],
            &["spec/given.rs"],
            &["spec/keys.rs"],
            &["spec.rs"],
        ]],
        // From tokens to that.
        &[&[
            &["read.rs"],
            &["read/lookahead.rs"],
            &["read/literal.rs"],
            &["read/key_list.rs"],
            &["read/item_shape.rs"],
            &["read/item_type.rs"],
            &["read/entry_attributes.rs"],
            &["read/value_pool_ranges.rs"],
            &["read/value_pool_fields.rs"],
            &["read/value_pool_entry.rs"],
            &["read/derive_input.rs"],
            &["read/pool_array.rs"],
            &["read/pool_input.rs"],
        ]],
        // Rules across keys.
        &[&[
            &["check/conflict.rs"],
            &["check/value_pools.rs"],
            &["check/objects.rs"],
            &["check/boxes.rs"],
            &["check/names.rs"],
            &["check/entries.rs"],
            &["check.rs"],
        ]],
        // Every name, path and type resolved.
        &[&[
            &["plan/mode.rs"],
            &["plan/docs.rs"],
            &["plan/krate.rs"],
            &["plan/constants.rs"],
            &["plan.rs"],
            &["plan/fallback.rs"],
            &["plan/trial.rs"],
        ]],
        // From a plan to code.
        &[&[
            &["print.rs"],
            &["print/constants.rs"],
            &["print/definition.rs"],
            &["print/statics.rs"],
            &["print/boxes.rs"],
            &["print/value_pool.rs"],
            &["print/list.rs"],
            &["print/expand.rs"],
            &["print/trial.rs"],
            &["print/barred.rs"],
        ]],
        &[&[&["lib.rs"]]],
    ],
};
