//! Objects that interrupt handlers and the main program share: pools in a mutex, and boxes. One function puts an object
//! in its place, works on it and takes it away, as `main` and a handler do together.

use core::cell::RefCell;
use critical_section::Mutex;

/// A module with the pool `EntryPool` in a static mutex, and the operations on it.
macro_rules! in_mutex {
    ($row:ident $(, $key:ident = $value:tt)*) => {
        mod $row {
            use super::{Mutex, RefCell};

            stackpool::pool! {
                Entry: [[u32; 4]; 16] $(, $key = $value)*;
            }

            static POOL: Mutex<RefCell<EntryPool>> = Mutex::new(RefCell::new(EntryPool::new()));

            #[unsafe(export_name = concat!("mutex16.", stringify!($row), ".make"))]
            fn make(item: [u32; 4]) -> Option<EntryHandle> {
                critical_section::with(|token| POOL.borrow_ref_mut(token).insert(item).ok())
            }

            #[unsafe(export_name = concat!("mutex16.", stringify!($row), ".drop"))]
            fn remove(handle: EntryHandle) -> bool {
                critical_section::with(|token| POOL.borrow_ref_mut(token).remove(handle).is_some())
            }

            #[unsafe(export_name = concat!("mutex16.", stringify!($row), ".all"))]
            fn all(item: [u32; 4]) -> u32 {
                let handle = critical_section::with(|token| POOL.borrow_ref_mut(token).insert(item).ok());
                let Some(handle) = handle else { return 0 };
                let item = critical_section::with(|token| POOL.borrow_ref_mut(token).remove(handle));
                item.map_or(0, |item| item[0])
            }
        }
    };
}

in_mutex!(pool_in_mutex);
in_mutex!(pool_in_mutex_no_quarantine, quarantine = 0);
in_mutex!(pool_in_mutex_live, guard = live, quarantine = 0);
in_mutex!(pool_in_mutex_free_list, bookkeeping = free_list, quarantine = 0);

/// The same operations of boxes, whose pool is a static that guards itself.
macro_rules! of_boxes {
    ($row:ident, $boxed:ty, $start:expr, $make:expr) => {
        mod $row {
            #[unsafe(export_name = concat!("mutex16.", stringify!($row), ".make"))]
            fn make(item: [u32; 4]) -> Option<$boxed> {
                $make(item).ok()
            }

            #[unsafe(export_name = concat!("mutex16.", stringify!($row), ".drop"))]
            fn drop_box(boxed: $boxed) {
                drop(boxed);
            }

            #[unsafe(export_name = concat!("mutex16.", stringify!($row), ".all"))]
            fn all(item: [u32; 4]) -> u32 {
                $start;
                $make(item).map_or(0, |boxed| boxed[0])
            }
        }
    };
}

mod boxes {
    use heapless::pool::boxed::BoxBlock;

    stackpool::pool! {
        pub(crate) ThreadsEntry: [[u32; 4]; 16], boxed;
        pub(crate) CriticalEntry: [[u32; 4]; 16], boxed, sync = critical_section;
    }
    heapless::box_pool!(HeaplessEntry: [u32; 4]);

    /// Hands over the memory of 16 boxes. Must be called once.
    #[inline]
    pub(crate) fn start() {
        static mut BLOCKS: [BoxBlock<[u32; 4]>; 16] = [const { BoxBlock::new() }; 16];
        let blocks = &raw mut BLOCKS;
        // SAFETY: nothing else names the static, and a program calls this once, before everything else.
        for block in unsafe { &mut *blocks } {
            HeaplessEntry.manage(block);
        }
    }
}

of_boxes!(boxes_threads, crate::mutex::boxes::ThreadsEntryBox, (), crate::mutex::boxes::ThreadsEntryBox::new);
of_boxes!(
    boxes_critical_section,
    crate::mutex::boxes::CriticalEntryBox,
    (),
    crate::mutex::boxes::CriticalEntryBox::new
);
of_boxes!(
    heapless_boxes,
    heapless::pool::boxed::Box<crate::mutex::boxes::HeaplessEntry>,
    crate::mutex::boxes::start(),
    |item| crate::mutex::boxes::HeaplessEntry.alloc(item)
);
