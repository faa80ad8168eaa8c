//! Pools: what each operation promises. Whole pools are compared with a model in `tests/model`.

#[path = "../common/drops.rs"]
mod drops;
#[cfg(feature = "alloc")]
#[path = "../common/lossy_link.rs"]
mod lossy_link;
#[path = "../../pool-runtime/src/base/size.rs"]
#[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "properties are tested on the heap"))]
mod size;

#[cfg(feature = "alloc")]
mod announced;
mod changed_deltas;
mod changes;
mod cursor;
#[cfg(feature = "alloc")]
mod dense;
mod detach;
mod determinism;
mod free_list;
mod full;
mod generic;
mod get_many;
mod guards;
mod in_place;
mod insert_at;
mod items;
mod iterators;
#[cfg(feature = "alloc")]
mod large;
mod map_into;
mod marks;
#[cfg(feature = "alloc")]
mod mirrors;
mod named_iterators;
#[cfg(feature = "alloc")]
mod packets;
mod panics;
mod parts;
#[cfg(feature = "alloc")]
mod positions;
mod shown;
mod since;
#[cfg(feature = "alloc")]
mod stale;
mod statics;
mod stats;
mod strict;
mod track;
mod unchecked;
mod widths;
mod zeroed_structs;
