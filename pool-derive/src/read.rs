//! From tokens to a [`Spec`](crate::spec::Spec): two front ends, and the parts that both use.
//!
//! ```text
//! lookahead --> expression --> literal --> key_list ----+--> derive_input
//!                  |                                   +--> pool_array --> pool_input
//!                  +--> column_fields --> derive_input, columns_input
//!                  +--> value_pool_ranges --+--> value_pool_fields    (of a derive)
//!                                           +--> value_pool_entry     (of `pool!`)
//!
//! saved_keys --> item_shape --> derive_input, columns_input, snapshot_input
//! self_type --> derive_input, columns_input
//! lengths --> item_type --> pool_array
//! ```

pub(crate) mod column_fields;
pub(crate) mod columns_input;
pub(crate) mod derive_input;
pub(crate) mod entry_attributes;
pub(crate) mod expression;
pub(crate) mod item_shape;
pub(crate) mod item_type;
pub(crate) mod key_list;
pub(crate) mod leaves;
pub(crate) mod lengths;
pub(crate) mod literal;
pub(crate) mod lookahead;
pub(crate) mod missing_keys;
pub(crate) mod pool_array;
pub(crate) mod pool_input;
pub(crate) mod saved_keys;
pub(crate) mod self_type;
pub(crate) mod side_tables_input;
pub(crate) mod snapshot_input;
pub(crate) mod snapshot_keys;
pub(crate) mod value_pool_entry;
pub(crate) mod value_pool_fields;
pub(crate) mod value_pool_ranges;
