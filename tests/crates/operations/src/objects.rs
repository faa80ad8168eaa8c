//! Boxes that lend objects which stay in their slots.

/// A module with the operations of such boxes.
macro_rules! objects {
    ($row:ident $(, $key:ident = $value:ident)*) => {
        pub(crate) mod $row {
            stackpool::pool! {
                pub(crate) Entry: [[u32; 4]; 16], objects $(, $key = $value)*;
            }

            #[unsafe(export_name = concat!("object16.", stringify!($row), ".make"))]
            fn acquire() -> Option<EntryObject> {
                EntryObject::acquire().ok()
            }

            #[unsafe(export_name = concat!("object16.", stringify!($row), ".drop"))]
            fn drop_object(object: EntryObject) {
                drop(object);
            }
        }
    };
}

objects!(threads_16);
objects!(critical_section_16, sync = critical_section);
objects!(local_16, sync = local);
