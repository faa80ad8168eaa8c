//! Operations that can panic, so that what looks for panics is seen to find them.

use core::cell::RefCell;
use critical_section::Mutex;

stackpool::pool! {
    Entry: [[u32; 4]; 200];
}

#[unsafe(export_name = "control.pool.index")]
fn index(pool: &EntryPool, handle: EntryHandle) -> u32 {
    pool[handle][0]
}

#[unsafe(export_name = "control.mutex.insert")]
fn insert(pool: &Mutex<RefCell<EntryPool>>, item: [u32; 4]) -> Option<EntryHandle> {
    critical_section::with(|token| pool.borrow_ref_mut(token).insert(item).ok())
}
