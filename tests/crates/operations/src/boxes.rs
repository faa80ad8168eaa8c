//! Boxes: each way to share free slots between threads and interrupt handlers.

/// A module with the operations of boxes, whose memory is a static.
macro_rules! boxes {
    (
        $group:literal, $row:ident: [[u32; $words:literal]; $capacity:literal]
        $(, $key:ident = $value:ident)*
    ) => {
        pub(crate) mod $row {
            stackpool::pool! {
                pub(crate) Entry: [[u32; $words]; $capacity], boxed $(, $key = $value)*;
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".make"))]
            fn make(item: [u32; $words]) -> Option<EntryBox> {
                EntryBox::new(item).ok()
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".drop"))]
            fn drop_box(boxed: EntryBox) {
                drop(boxed);
            }

            #[unsafe(export_name = concat!($group, ".", stringify!($row), ".get"))]
            fn get(boxed: &EntryBox) -> &[u32; $words] {
                boxed
            }
        }
    };
}

/// The boxes of one group: items of `$words` words.
macro_rules! group {
    ($group:literal, $words:literal) => {
        boxes!($group, threads_16: [[u32; $words]; 16]);
        boxes!($group, threads_64: [[u32; $words]; 64]);
        boxes!($group, threads_2048: [[u32; $words]; 2_048]);
        boxes!($group, threads_5000: [[u32; $words]; 5_000]);
        boxes!($group, critical_section_16: [[u32; $words]; 16], sync = critical_section);
        boxes!($group, critical_section_2048: [[u32; $words]; 2_048], sync = critical_section);
        boxes!($group, local_16: [[u32; $words]; 16], sync = local);
        boxes!($group, local_2048: [[u32; $words]; 2_048], sync = local);
    };
}

pub(crate) mod of_16_bytes {
    group!("box16", 4);
}

#[cfg(feature = "wide")]
pub(crate) mod of_64_bytes {
    group!("box64", 16);
}
