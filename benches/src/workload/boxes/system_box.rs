//! `Box` on the system allocator, in a program with another global allocator.
//!
//! It does the same as `Box`: the compiler knows the layout, null is checked, and the pointer is one word. `Box`
//! calls the global allocator through a symbol that the linker resolves. This type calls the allocator directly,
//! which saves a jump.

use std::alloc::{GlobalAlloc, Layout, System, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// An owning pointer to an object of non-zero size.
pub(super) struct SystemBox<T>(NonNull<T>);

impl<T> SystemBox<T> {
    #[inline]
    pub(super) fn new(value: T) -> Self {
        const { assert!(size_of::<T>() > 0, "an allocation of no bytes") };
        let layout = Layout::new::<T>();
        // SAFETY: the size is not zero, as asserted at compile time.
        let memory = unsafe { System.alloc(layout) }.cast::<T>();
        let Some(memory) = NonNull::new(memory) else {
            handle_alloc_error(layout);
        };
        // SAFETY: the memory was just allocated for a `T`, so it is valid for writes, aligned, and nobody else uses
        // it.
        unsafe { memory.write(value) };
        SystemBox(memory)
    }
}

impl<T> Deref for SystemBox<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the box owns the object, and is borrowed for as long as the reference lives.
        unsafe { self.0.as_ref() }
    }
}

impl<T> DerefMut for SystemBox<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the box owns the object, and is mutably borrowed for as long as the reference lives.
        unsafe { self.0.as_mut() }
    }
}

impl<T> Drop for SystemBox<T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the box owns the object, and nothing uses the box after this.
        unsafe { self.0.drop_in_place() };
        // SAFETY: the memory came from this allocator, with this layout.
        unsafe { System.dealloc(self.0.as_ptr().cast(), Layout::new::<T>()) };
    }
}
