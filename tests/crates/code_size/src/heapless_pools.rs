//! The pools of heapless. They have as many objects as blocks of memory were handed over, so no capacity is known.

/// The operations of boxes of `$words` words.
macro_rules! boxes {
    ($group:literal, $row:ident: [u32; $words:literal]) => {
        pub(crate) mod $row {
            use heapless::pool::boxed::Box;

            heapless::box_pool!(Entry: [u32; $words]);

            #[unsafe(export_name = concat!($group, ".heapless.make"))]
            fn make(item: [u32; $words]) -> Option<Box<Entry>> {
                Entry.alloc(item).ok()
            }

            #[unsafe(export_name = concat!($group, ".heapless.drop"))]
            fn drop_box(boxed: Box<Entry>) {
                drop(boxed);
            }

            #[unsafe(export_name = concat!($group, ".heapless.get"))]
            fn get(boxed: &Box<Entry>) -> &[u32; $words] {
                boxed
            }
        }
    };
}

boxes!("box16", box16: [u32; 4]);
boxes!("box64", box64: [u32; 16]);

mod objects {
    use heapless::pool::object::Object;

    heapless::object_pool!(Entry: [u32; 4]);

    #[unsafe(export_name = "object16.heapless.make")]
    fn make() -> Option<Object<Entry>> {
        Entry.request()
    }

    #[unsafe(export_name = "object16.heapless.drop")]
    fn drop_object(object: Object<Entry>) {
        drop(object);
    }
}

mod shared {
    use heapless::pool::arc::Arc;

    heapless::arc_pool!(Entry: [u32; 4]);

    #[unsafe(export_name = "shared16.heapless.make")]
    fn make(item: [u32; 4]) -> Option<Arc<Entry>> {
        Entry.alloc(item).ok()
    }

    #[unsafe(export_name = "shared16.heapless.clone")]
    fn clone_pointer(pointer: &Arc<Entry>) -> Arc<Entry> {
        pointer.clone()
    }

    #[unsafe(export_name = "shared16.heapless.drop")]
    fn drop_pointer(pointer: Arc<Entry>) {
        drop(pointer);
    }
}
