//! Compares regions of every kind with a reference that knows every byte in use.
//!
//! The reference, its byte ranges and its markers are shared with the tests of regions, which use other operations.

mod drops;
mod frames;
mod linear;
#[path = "../../tests/regions/markers.rs"]
mod markers;
#[path = "../../tests/regions/ranges.rs"]
mod ranges;
mod scopes;
#[path = "../../tests/regions/stack_model.rs"]
mod stack_model;
mod stacks;
#[path = "../../tests/regions/tokens.rs"]
mod tokens;

use crate::script::Script;
use stack_model::Model;
use std::mem::MaybeUninit;

/// Plays the script on a region. Every piece must be where the reference says, and keep its bytes.
///
/// # Panics
///
/// Panics if that is not so.
pub fn regions(data: &[u8]) {
    let mut script = Script::new(data);
    let script = &mut script;
    match script.byte() % 6 {
        0 => linear::linear(script),
        1 => stacks::stacks(script),
        2 => stacks::double_stack(script),
        3 => frames::frame(script),
        4 => frames::double_frame(script),
        _ => drops::drop_linear(script),
    }
}

/// Bytes of a page.
const PAGE: usize = 8192;

/// Memory whose alignment is the same in every run.
#[repr(align(4096))]
struct Page([MaybeUninit<u8>; PAGE]);

impl Page {
    fn new() -> Box<Self> {
        Box::new(Page([MaybeUninit::uninit(); PAGE]))
    }

    /// A block of the page, at any address, with room for all alignments or for hardly anything; and its reference.
    fn block(&mut self, script: &mut Script<'_>) -> (&mut [MaybeUninit<u8>], Model) {
        let offset = script.below(70);
        let len = match script.byte() % 4 {
            0 => script.below(20),
            1 | 2 => script.below(600),
            _ => script.below(PAGE - 70),
        };
        let block = &mut self.0[offset..][..len];
        let model = Model::new(block.as_ptr().addr(), len);
        (block, model)
    }
}

/// The high-water mark equals the reference. It may be lower if scopes were forgotten.
#[track_caller]
fn check_high(found: usize, model: &Model) {
    assert!(found <= model.high && (found == model.high || !model.exact_high));
}
