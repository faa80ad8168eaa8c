//! `Box` on the system allocator, in a program whose global allocator is another one.
//!
//! It does what `Box` does: a layout that is known to the compiler, a check for null, no other word. `Box` calls the global
//! allocator by a symbol that the linker resolves; this calls the allocator itself, and so saves a jump.

use std::alloc::{GlobalAlloc, Layout, System, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// An owning pointer to an object that is not zero-sized.
pub(super) struct SystemBox<T>(NonNull<T>);

impl<T> SystemBox<T> {
    #[inline]
    pub(super) fn new(value: T) -> Self {
        const { assert!(size_of::<T>() > 0, "an allocation of no bytes") };
        let layout = Layout::new::<T>();
        // SAFETY: the size is not zero.
        let memory = unsafe { System.alloc(layout) }.cast::<T>();
        let Some(memory) = NonNull::new(memory) else {
            handle_alloc_error(layout);
        };
        // SAFETY: it is the memory of a `T`, and nobody else's.
        unsafe { memory.write(value) };
        SystemBox(memory)
    }
}

impl<T> Deref for SystemBox<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the box owns the object, and is borrowed as long as the reference is.
        unsafe { self.0.as_ref() }
    }
}

impl<T> DerefMut for SystemBox<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the box owns the object, and is mutably borrowed as long as the reference is.
        unsafe { self.0.as_mut() }
    }
}

impl<T> Drop for SystemBox<T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the box owns the object, and is gone after this.
        unsafe { self.0.drop_in_place() };
        // SAFETY: the memory came from this allocator, for this layout.
        unsafe { System.dealloc(self.0.as_ptr().cast(), Layout::new::<T>()) };
    }
}
