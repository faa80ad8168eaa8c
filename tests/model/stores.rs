//! One list of definitions for every store: pools of objects in place and of columns, side by side. They give the same
//! results and hand out the same handles.

use crate::model::columns::{Row, TestedColumns};
use crate::model::{Abilities, Tested};
use crate::size::{cases, miri_or};

/// Declares a test per definition: the names of its pools, its capacity, its options, and what it can do.
macro_rules! stores {
    ($(
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
                crate::check(cases(1, 48), miri_or(25, 250), || {
                    let objects = Abilities::<$objects>::new().table()$(.$ability($($args)*))*;
                    let columns = TestedColumns::<$columns>::new()$(.$ability($($args)*))*;
                    vec![Box::new(Tested::new(objects)), Box::new(columns)]
                });
            }
        )*
    };
}

stores! {
    one_slot: One and OneRow [1, changes].changes();
    five_slots: Five and FiveRows [5, changes, marks = 3].marks(3).changes();
    bytes_without_a_quarantine: Bytes and BytesRows [256, quarantine = 0];
    live_bits: Live and LiveRows [70, changes, guard = live, quarantine = 10].changes();
    most_slots_wait: Waiting and WaitingRows [130, quarantine = 100];
    retired_slots: Retiring and RetiringRows [3, changes, generation_bits = 14, on_wrap = retire].retires().changes();
    more_slots: More and MoreRows [miri_or(300, 5_000), marks = 3].marks(3);
    a_packed_table: Packed and PackedRows [300, changes, layout = packed(9)].changes();
}
