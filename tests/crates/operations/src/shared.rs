//! Reference-counted pointers.

/// A module with the operations of such pointers.
macro_rules! shared {
    ($row:ident, $pointer:ident $(, $key:ident = $value:ident)*) => {
        pub(crate) mod $row {
            stackpool::pool! {
                pub(crate) Entry: [[u32; 4]; 16], shared $(, $key = $value)*;
            }

            #[unsafe(export_name = concat!("shared16.", stringify!($row), ".make"))]
            fn make(item: [u32; 4]) -> Option<$pointer> {
                $pointer::new(item).ok()
            }

            #[unsafe(export_name = concat!("shared16.", stringify!($row), ".try_clone"))]
            fn try_clone_pointer(pointer: &$pointer) -> Option<$pointer> {
                $pointer::try_clone(pointer).ok()
            }

            #[unsafe(export_name = concat!("shared16.", stringify!($row), ".clone"))]
            fn clone_pointer(pointer: &$pointer) -> $pointer {
                pointer.clone()
            }

            #[unsafe(export_name = concat!("shared16.", stringify!($row), ".drop"))]
            fn drop_pointer(pointer: $pointer) {
                drop(pointer);
            }
        }
    };
}

shared!(threads_16, EntryArc);
shared!(critical_section_16, EntryArc, sync = critical_section);
shared!(local_16, EntryRc, sync = local);
