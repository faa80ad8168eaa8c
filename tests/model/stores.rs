//! One list of definitions for every store: pools of objects in place and of columns, side by side. They give the same
//! results and hand out the same handles.

use crate::model::columns::TestedColumns;
use crate::model::row::Row;
use crate::model::{Abilities, Tested};
use crate::size::{cases, miri_or};

/// Declares a test per definition: the names of its pools, its capacity, its options, and what it can do. `$objects_of`
/// and `$columns_of` are what all of them can do.
macro_rules! stores {
    (.$objects_of:ident() and .$columns_of:ident(): $(
        $test:ident: $objects:ident and $columns:ident
        [$capacity:expr $(, $($options:tt)*)?] $(.$ability:ident($($args:tt)*))*;
    )*) => {
        stackpool::pool! {
            $(
                $objects: [u32; $capacity] $(, $($options)*)?;
                $columns: [Row; $capacity], columns $(, $($options)*)?;
            )*
        }

        $(
            #[test]
            fn $test() {
                crate::check(cases(1, 48), miri_or(15, 250), || {
                    let objects = Abilities::<$objects>::new().$objects_of()$(.$ability($($args)*))*;
                    let columns = TestedColumns::<$columns>::new().$columns_of()$(.$ability($($args)*))*;
                    vec![Box::new(Tested::new(objects)), Box::new(columns)]
                });
            }
        )*
    };
}

stores! { .table() and .in_place():
    five_slots: Five and FiveRows [5, changes, marks = 3].marks(3).changes();
    strict: Strict and StrictRows [30, changes, quarantine = 20, strict].strict().changes();
}

/// Objects without holes.
mod dense {
    use super::*;

    stores! { .dense_table() and .dense():
        five_slots: Five and FiveRows [5, dense, changes, marks = 3].marks(3).changes().positions();
    }
}

gate::only! {
    mod more {
        use super::*;

        stores! { .table() and .in_place():
            one_slot: One and OneRow [1, changes].changes();
            bytes_without_a_quarantine: Bytes and BytesRows [256, quarantine = 0];
            live_bits: Live and LiveRows [70, changes, guard = live, quarantine = 10].changes();
            most_slots_wait: Waiting and WaitingRows [130, quarantine = 100];
            retired_slots: Retiring and RetiringRows
                [3, changes, generation_bits = 14, on_wrap = retire].retires().changes();
            more_slots: More and MoreRows [miri_or(300, 5_000), marks = 3].marks(3);
            a_packed_table: Packed and PackedRows [miri_or(100, 300), changes, layout = packed(9)].changes();
        }

        mod dense {
            use super::*;

            stores! { .dense_table() and .dense():
                one_slot: One and OneRow [1, dense, changes].changes().positions();
                bytes_without_a_quarantine: Bytes and BytesRows [256, dense, quarantine = 0];
                live_bits: Live and LiveRows [70, dense, changes, guard = live, quarantine = 10].changes().positions();
                most_slots_wait: Waiting and WaitingRows [130, dense, quarantine = 100];
                retired_slots: Retiring and RetiringRows
                    [3, dense, changes, generation_bits = 14, on_wrap = retire].retires().changes().positions();
                more_slots: More and MoreRows [miri_or(300, 5_000), dense, marks = 3].marks(3);
                strict: Strict and StrictRows
                    [30, dense, changes, quarantine = 20, strict].strict().changes().positions();
                words: Words and WordsRows [miri_or(100, 300), dense, changes, layout = u32].changes().positions();
            }
        }
    }
}
