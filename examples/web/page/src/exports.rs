//! The functions that JavaScript calls. Texts and columns stay in the memory of the program: JavaScript gets their
//! addresses, which are valid until the next call that changes them.

#![expect(unsafe_code, reason = "the names of these functions are those that JavaScript calls")]

use crate::page::Page;
use crate::wood::Tree;
use std::cell::RefCell;

thread_local! {
    static PAGE: RefCell<Page> = RefCell::new(Page::new());
}

fn page<T>(act: impl FnOnce(&mut Page) -> T) -> T {
    PAGE.with_borrow_mut(act)
}

/// Writes the functions. Each name is exported once.
macro_rules! exports {
    ($($(#[$doc:meta])* $name:ident($page:ident $(, $value:ident: $type:ty)*) -> $result:ty $body:block)*) => {$(
        $(#[$doc])*
        // SAFETY: the names below are unlike those of the standard library, and no other crate of this program exports
        // any.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $name($($value: $type),*) -> $result {
            page(|$page| $body)
        }
    )*};
}

exports! {
    /// Writes all definitions as JSON to the text.
    page_definitions(page) -> () { page.describe() }

    /// Begins again with an empty pool of this definition.
    page_choose(page, definition: u32) -> () { page.choose(definition as usize) }

    /// Advances the show by one frame, of the given number of seconds. The show tries to have `load` times the capacity
    /// of sparks in the sky. The width of the sky is `aspect` times its height.
    page_step(page, seconds: f32, load: f32, aspect: f32) -> () { page.step(seconds, load, aspect) }

    /// Lets a burst go off.
    page_burst(page, x: f32, y: f32) -> () { page.burst(x, y) }

    /// The length of the columns: the sparks of a dense pool, or all slots that were ever used.
    page_drawn(page) -> usize { page.show.sky.columns().life.len() }

    /// The column of positions.
    page_positions(page) -> *const [f32; 2] { page.show.sky.columns().position.as_ptr() }

    /// The column of velocities.
    page_velocities(page) -> *const [f32; 2] { page.show.sky.columns().velocity.as_ptr() }

    /// The column of colours and sizes.
    page_colours(page) -> *const [u8; 4] { page.show.sky.columns().colour.as_ptr() }

    /// The column of what is left of each life.
    page_lives(page) -> *const f32 { page.show.sky.columns().life.as_ptr() }

    /// How many sparks there are.
    page_live(page) -> usize { page.show.sky.len() }

    /// How many sparks found no room.
    page_refused(page) -> f64 { page.show.sky.refused() as f64 }

    /// Draws the picture of the pool's memory: a byte per slot.
    page_picture(page) -> *const u8 { page.show.sky.picture().as_ptr() }

    /// Keeps a handle. Returns its slot, or -1 if there is no spark.
    page_keep(page) -> i32 { page.show.sky.keep().map_or(-1, |slot| slot as i32) }

    /// Removes the spark whose handle was kept. Returns whether it was there.
    page_remove(page) -> bool { page.show.sky.remove_kept() }

    /// Asks with the handle that was kept, and writes the answer to the text.
    page_ask(page) -> () { page.ask() }

    /// How many old handles were caught.
    page_caught(page) -> u32 { page.show.sky.old_handles().0 }

    /// How many old handles named another spark.
    page_not_caught(page) -> u32 { page.show.sky.old_handles().1 }

    /// Lets the wood go on by a frame.
    page_wood_step(page) -> () { page.wood.step() }

    /// Finds what changed in the wood since the last call. Returns the number of ranges.
    page_wood_uploads(page) -> usize { page.wood.take_uploads().len() }

    /// The ranges that were found last: the first byte of each, and the one behind its last.
    page_wood_ranges(page) -> *const [u32; 2] { page.wood.uploads.as_ptr() }

    /// The trees in the order of drawing.
    page_wood_trees(page) -> *const Tree { page.wood.trees().as_ptr() }

    /// How many trees there are.
    page_wood_len(page) -> usize { page.wood.trees().len() }

    /// Where JavaScript writes a question of the given number of bytes.
    page_input(page, bytes: usize) -> *mut u8 {
        page.input.clear();
        page.input.resize(bytes, 0);
        page.input.as_mut_ptr()
    }

    /// Answers the question with a plan, as JSON in the text.
    page_plan(page) -> () { page.plan() }

    /// Where the text is.
    page_text(page) -> *const u8 { page.text.as_ptr() }

    /// The bytes of the text.
    page_text_bytes(page) -> usize { page.text.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_played_and_its_columns_are_found() {
        page_choose(2);
        for _ in 0..120 {
            page_step(1.0 / 60.0, 0.5, 1.6);
        }
        assert!(page_live() > 0 && page_drawn() == page_live());
        assert!(!page_positions().is_null() && !page_picture().is_null() && page_refused() == 0.0);
        assert!(page_keep() >= 0 && page_remove() && !page_remove());
        page_definitions();
        assert!(page_text_bytes() > 1_000);
    }
}
