//! Records no lines: without feature `track` or without debug assertions. Takes no memory and no time.

#![expect(unsafe_code, reason = "`Zeroable` for a type without bytes")]

use crate::base::site::{Cell, Site};
use crate::layout::Layout;
use bytemuck::Zeroable;
use core::marker::PhantomData;

/// The cells of all slots: none.
pub(crate) struct Sites<L: Layout>(PhantomData<fn() -> L>);

// SAFETY: the type has no bytes.
unsafe impl<L: Layout> Zeroable for Sites<L> {}

impl<L: Layout> Sites<L> {
    pub(crate) fn cells(&self) -> &[Cell] {
        &[]
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, _index: usize, _site: Site) {}

    #[inline(always)]
    pub(crate) fn clear(&mut self, _index: usize) {}

    #[inline(always)]
    pub(crate) fn store(&self, _index: usize, _site: Site) {}

    #[inline(always)]
    pub(crate) fn store_none(&self, _index: usize) {}

    #[inline(always)]
    pub(crate) fn clear_all(&mut self) {}

    #[inline(always)]
    pub(crate) fn copy_from(&mut self, _other: &Self) {}
}
