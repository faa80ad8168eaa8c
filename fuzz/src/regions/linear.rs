//! The linear allocator.

use super::scopes::{Ending, caught, play};
use super::stack_model::Edge;
use super::{Page, check_high};
use crate::script::Script;
use stackpool::region::Linear;

/// Plays the script on a [`Linear`].
pub(super) fn linear(script: &mut Script<'_>) {
    let mut page = Page::new();
    let (block, mut model) = page.block(script);
    let mut region = Linear::from(block);
    while !script.is_empty() {
        let back = model.back(Edge::Low);
        match script.byte() {
            0..32 => {
                region.reset();
                model.reset(Edge::Low);
            }
            32..96 => {
                caught(|| region.scope(|scope| play(scope, script, &mut model, 0)));
                model.fall(Edge::Low, back);
            }
            _ => {
                let ending = caught(|| play(region.enter(), script, &mut model, 0));
                // Nothing of a forgotten scope stays in use.
                if ending == Ending::Forgotten {
                    model.fall(Edge::Low, back);
                }
            }
        }
        assert_eq!([region.used(), region.remaining_capacity(), region.padding()], model.figures(Edge::Low));
        model.check_ranges();
        check_high(region.high_water_mark(), &model);
    }
}
