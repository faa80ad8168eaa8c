//! The floors of `pool-runtime`, from small pieces that know nothing of pools up to the types that users hold.

use crate::house::House;

pub(crate) const RUNTIME: House = House {
    folder: "pool-runtime/src",
    floors: &[
        // The sizes of tests, and the messages of checks, which unit tests of every floor use.
        &[&[&["base/complaint.rs"], &["base/site.rs"], &["base/size.rs"]]],
        // Pieces that import only `core`.
        &[
            &[&["base.rs"]],
            &[&["base/alignment.rs"]],
            &[&["base/already_taken.rs"]],
            &[&["base/atomic.rs"]],
            &[&["base/bit_pattern.rs"]],
            &[&["base/bit_words.rs"]],
            &[&["base/class.rs"]],
            &[&["base/count_in_bytes.rs"]],
            &[&["base/counts.rs"]],
            // Arrays and references in few steps, bytes that are zero, and what lives on the heap.
            &[&["base/element.rs"], &["base/zeroed.rs"], &["base/heap.rs", "base/heap/"]],
            &[&["base/flag.rs"]],
            // Errors with figures.
            &[&["base/figure.rs", "base/tally.rs"], &["base/full.rs", "base/stats.rs"]],
            &[&["base/impls.rs"]],
            &[&["base/instance.rs"]],
            &[&["base/integer.rs"]],
            &[&["base/invariant.rs"]],
            &[&["base/item_field.rs"]],
            &[&["base/cut.rs"], &["base/link_bytes.rs"], &["base/ones.rs", "base/runs.rs", "base/word.rs"]],
            &[&["base/message.rs"]],
            &[&["base/prefetch.rs"]],
            &[&["base/record.rs"]],
            &[&["base/shape.rs"]],
            &[&["base/unaligned.rs"]],
            &[&["base/without.rs"]],
        ],
        // Arrays of numbers, guards that check handles, the order of insertion, and memory that is taken once.
        &[
            &[&["table.rs", "table/"]],
            &[&["guard.rs", "guard/"]],
            &[&["marks.rs", "marks/"]],
            &[&["changes.rs"]],
            &[&["statics.rs", "statics/"]],
        ],
        // The ways to hand out free slots. Regions, which know nothing of pools.
        &[
            &[
                &["free/links.rs"],
                &["free/bits.rs"],
                &["free/bit_array.rs"],
                &["free/link_array.rs"],
                &["free.rs", "free/free_table.rs", "free/index_stack.rs", "free/free_list.rs"],
                &["free/quarantine.rs", "free/quarantine/"],
                // Where the object of a slot is.
                &["seats.rs"],
            ],
            &[&["region.rs", "region/"]],
        ],
        // From a declared capacity to types. A layout, its slots and its definition name each other.
        &[&[
            &["layout/plan.rs", "layout/plan/"],
            &["layout/code.rs"],
            &["layout.rs", "layout/slots.rs", "layout/spec.rs"],
            &["layout/groups.rs"],
            &["layout/fixed.rs", "layout/fixed/"],
            &["layout/of.rs", "layout/sized.rs"],
        ]],
        &[&[&["handle.rs", "handle/"]], &[&["columns.rs", "columns/"]]],
        // Images of all kinds, walks over several tables, and the lines of insertions.
        &[&[&["image.rs", "image/"]], &[&["join.rs", "join/"]], &[&["track.rs", "track/"]]],
        // The bookkeeping of all pools, without what they hold, and the memory of what they hold.
        &[&[&["rows.rs", "rows/"]], &[&["store.rs", "store/"]], &[&["methods.rs", "methods/"]]],
        // Both: all that pools do.
        &[&[&["body.rs", "body/"]]],
        // The types that users hold.
        &[
            &[&["pool.rs", "pool/"]],
            &[
                &["boxes/sync/usage.rs"],
                &["boxes/spec.rs"],
                // The free slots that threads share, and the modes.
                &["boxes/sync/tagged.rs", "boxes/sync/tagged/"],
                &[
                    "boxes/sync/branded.rs",
                    "boxes/sync/local.rs",
                    "boxes/sync/threads.rs",
                    "boxes/sync/counted.rs",
                ],
                &["boxes/sync/per_thread.rs", "boxes/sync/per_thread/"],
                &["boxes/sync/one_stack.rs"],
                &["boxes/sync/exclusive.rs", "boxes/sync/exclusive/"],
                &["boxes/sync/bits.rs", "boxes/sync/bits/"],
                &["boxes/sync/owner.rs", "boxes/sync/in_use.rs", "boxes/sync/critical_section.rs"],
                &["boxes/sync/lock.rs"],
                &["boxes/sync/absent.rs"],
                &["boxes/sync.rs"],
                // The boxes.
                &["boxes/pointer.rs"],
                &["boxes/pool_box.rs", "boxes/pool_box/"],
                &["boxes/object_box.rs", "boxes/object_box/"],
                &["boxes/shared_box/word.rs"],
                &["boxes/shared_box/counter.rs", "boxes/shared_box/cell_counter.rs"],
                &[
                    "boxes/shared_box/local_counter.rs",
                    "boxes/shared_box/shared_counter.rs",
                    "boxes/shared_box/guarded_counter.rs",
                ],
                &["boxes/shared_box/counts.rs"],
                &["boxes/shared_box/memory.rs"],
                &[
                    "boxes/shared_box.rs",
                    "boxes/shared_box/basics.rs",
                    "boxes/shared_box/owners.rs",
                    "boxes/shared_box/raw.rs",
                    "boxes/shared_box/weak.rs",
                ],
                &["boxes/waiting/queue.rs"],
                &["boxes/waiting.rs"],
                &["boxes.rs"],
            ],
            &[&["value_pool.rs", "value_pool/"]],
            &[&["side.rs", "side/"]],
        ],
        // Pools of columns, under the handles and the tokens of pools.
        &[&[&["column_pool.rs", "column_pool/"]]],
        // Several of them, and other values, that are saved as one.
        &[&[&["snapshot.rs", "snapshot/"]], &[&["report.rs"]], &[&["side_tables.rs"]]],
        // The methods of features that are off, of all types.
        &[&[&["without.rs"]]],
        &[&[&["lib.rs"]]],
    ],
};
