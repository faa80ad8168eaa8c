//! The free part of an index stack as bytes, and back: see [`free_order`](crate::image::free_order).

use super::IndexStack;
use crate::base::link_bytes::{LinkBytes, with_link};
use crate::image::free_order::{LANES, Starts, lane_length, walk};
use crate::table::Table;

impl<T: Table> IndexStack<T> {
    /// Writes a link for each slot; where the walks over them begin.
    pub(crate) fn save(&self, links: &mut [u8]) -> Starts {
        links.fill(0);
        with_link!(T::CAPACITY, save_links(self, links))
    }

    /// Becomes the stack whose free part the links are, with `used` indices taken.
    ///
    /// # Safety
    ///
    /// 1. `used <= T::CAPACITY`.
    /// 2. The links are a [list](crate::image::free_order::is_list) of `T::CAPACITY - used` slots.
    pub(crate) unsafe fn load(&mut self, used: u32, starts: &Starts, links: &[u8]) {
        self.used = used;
        self.entries.forget(used);
        with_link!(T::CAPACITY, load_links(self, starts, links));
    }

    /// The free index at `position` of the order in which they will be taken.
    fn free_at(&self, position: u32) -> u32 {
        assert!(position < self.remaining(), "a position beyond the free part");
        // SAFETY: 1. asserted, and `used` is at most the capacity.
        unsafe { self.index_at(self.used + position) }
    }
}

fn save_links<L: LinkBytes>(stack: &IndexStack<impl Table>, links: &mut [u8]) -> Starts {
    let links = bytemuck::cast_slice_mut::<u8, L>(links);
    let free = stack.remaining();
    if free == 0 {
        return [0; LANES];
    }
    let mut slot = stack.free_at(0);
    for position in 1..free {
        let next = stack.free_at(position);
        links[slot as usize] = L::from_bits(slot ^ next);
        slot = next;
    }
    core::array::from_fn(|lane| stack.free_at(lane as u32 * lane_length(free)))
}

fn load_links<L: LinkBytes>(stack: &mut IndexStack<impl Table>, starts: &Starts, links: &[u8]) {
    let used = stack.used;
    let links = bytemuck::cast_slice::<u8, L>(links);
    assert!(links.len() == (used + stack.remaining()) as usize, "a link for each slot");
    let loaded = walk(links, starts, stack.remaining(), |position, slot| {
        // SAFETY: 1. a walk has fewer positions than there are free ones behind `used`. 2. the walk's slots are below the
        // number of links, which is the capacity: asserted.
        unsafe { stack.set_index_at(used + position, slot) };
        Some(())
    });
    assert!(loaded.is_some(), "links that were checked are a list");
}
