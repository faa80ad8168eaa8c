//! Boxes.

use super::{each, seen};
use crate::operations;
use core::hint::black_box;

stackpool::pool! {
    pub(crate) Packet: [[u32; 4]; 16], boxed;
    pub(crate) Frame: [[u32; 4]; 16], objects;
    pub(crate) Cell: [[u32; 4]; 16], shared;
}

// Pools for which tasks wait.
stackpool::pool! {
    pub(crate) AwaitedPacket: [[u32; 4]; 16], boxed, wait;
    pub(crate) AwaitedFrame: [[u32; 4]; 16], objects, wait;
    pub(crate) AwaitedCell: [[u32; 4]; 16], shared, wait;
}

/// Polls a future and drops it.
fn poll<F: Future>(future: F) -> bool {
    let future = core::pin::pin!(future);
    future.poll(&mut core::task::Context::from_waker(core::task::Waker::noop())).is_ready()
}

type Item = [u32; 4];
type CellHandle = stackpool::Handle<Cell>;

/// The methods that boxes of all kinds share.
macro_rules! of_all_boxes {
    ($row:literal as $module:ident of $pointer:ident, $handle:ident, $raw:ty) => {
        operations! {
            $row as $module {
                fn as_ptr(this: &$pointer) -> *const Item { $pointer::as_ptr(this) }
                fn flush_thread_cache() { $pointer::flush_thread_cache() }
                // SAFETY: nobody calls this function.
                fn from_handle(handle: $handle) -> $pointer { unsafe { $pointer::from_handle(handle) } }
                // SAFETY: nobody calls this function.
                fn from_raw(raw: $raw) -> $pointer { unsafe { $pointer::from_raw(raw) } }
                fn full_count() -> u64 { $pointer::full_count() }
                fn handle(this: &$pointer) -> $handle { $pointer::handle(this) }
                fn high_water_mark() -> usize { $pointer::high_water_mark() }
                fn into_handle(this: $pointer) -> $handle { $pointer::into_handle(this) }
                fn into_raw(this: $pointer) -> $raw { $pointer::into_raw(this) }
                fn leak(this: $pointer) { seen($pointer::leak(this)); }
                fn len() -> usize { $pointer::len() }
                fn live_sites() { each($pointer::live_sites().iter()) }
                fn stats() -> usize { $pointer::stats().free }
            }
        }
    };
}

/// The methods that boxes that are made of a value share.
macro_rules! of_boxes_of_values {
    ($row:literal as $module:ident of $pointer:ident) => {
        operations! {
            $row as $module {
                fn new(item: Item) -> bool { black_box($pointer::new(item)).is_ok() }
                fn new_with() -> bool { black_box($pointer::new_with(|place| place.write([1; 4]))).is_ok() }
                fn new_zeroed() -> bool { black_box($pointer::new_zeroed()).is_ok() }
                fn pin(item: Item) -> bool { black_box($pointer::pin(item)).is_ok() }
                fn try_clone(this: &$pointer) -> bool { black_box($pointer::try_clone(this)).is_ok() }
            }
        }
    };
}

of_all_boxes!("public.PoolBox" as all_of_pool_box of PacketBox, PacketHandle, *mut Item);
of_all_boxes!("public.ObjectBox" as all_of_object_box of FrameObject, FrameHandle, *mut Item);
of_all_boxes!("public.SharedBox" as all_of_shared_box of CellArc, CellHandle, *const Item);
of_boxes_of_values!("public.PoolBox" as new_pool_box of PacketBox);
of_boxes_of_values!("public.SharedBox" as new_shared_box of CellArc);

operations! {
    "public.PoolBox" as pool_box {
        fn as_mut_ptr(this: &mut PacketBox) -> *mut Item { PacketBox::as_mut_ptr(this) }
        fn into_inner(this: PacketBox) -> Item { PacketBox::into_inner(this) }
        fn into_pin(this: PacketBox) { seen(PacketBox::into_pin(this)); }
        fn new_async(item: Item) -> bool { poll(AwaitedPacketBox::new_async(item)) }
        fn new_with_async() -> bool { poll(AwaitedPacketBox::new_with_async(|place| place.write([1; 4]))) }
    }
    "public.ObjectBox" as object_box {
        fn acquire() -> bool { black_box(FrameObject::acquire()).is_ok() }
        fn acquire_async() -> bool { poll(AwaitedFrameObject::acquire_async()) }
        fn as_mut_ptr(this: &mut FrameObject) -> *mut Item { FrameObject::as_mut_ptr(this) }
    }
    "public.SharedBox" as shared_box {
        fn downgrade(this: &CellArc) -> CellWeak { CellArc::downgrade(this) }
        fn get_mut(this: &mut CellArc) -> bool { black_box(CellArc::get_mut(this)).is_some() }
        fn into_box(this: CellArc) -> bool { black_box(CellArc::into_box(this)).is_ok() }
        fn into_inner(this: CellArc) -> Option<Item> { CellArc::into_inner(this) }
        fn is_unique(this: &CellArc) -> bool { CellArc::is_unique(this) }
        fn make_mut(this: &mut CellArc) -> bool { black_box(CellArc::make_mut(this)).is_ok() }
        fn new_async(item: Item) -> bool { poll(AwaitedCellArc::new_async(item)) }
        fn new_with_async() -> bool { poll(AwaitedCellArc::new_with_async(|place| place.write([1; 4]))) }
        fn new_cyclic() -> bool { black_box(CellArc::new_cyclic(|_| [1; 4])).is_ok() }
        fn ptr_eq(one: &CellArc, other: &CellArc) -> bool { CellArc::ptr_eq(one, other) }
        fn revoke_weak(this: &CellArc) { CellArc::revoke_weak(this) }
        fn strong_count(this: &CellArc) -> usize { CellArc::strong_count(this) }
        fn try_unwrap(this: CellArc) -> bool { black_box(CellArc::try_unwrap(this)).is_ok() }
        fn unwrap_or_clone(this: CellArc) -> Item { CellArc::unwrap_or_clone(this) }
    }
    "public.WeakBox" as weak_box {
        fn ptr_eq(one: CellWeak, other: CellWeak) -> bool { one.ptr_eq(other) }
        fn strong_count(weak: CellWeak) -> usize { weak.strong_count() }
        fn upgrade(weak: CellWeak) -> bool { black_box(weak.upgrade()).is_some() }
    }
}
