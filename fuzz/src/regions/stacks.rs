//! Stacks with markers, with one end and with two.

use super::markers::{Held, Marks, mark, marked, rollback};
use super::scopes::{Cuts, Ending, Live, Wide, caught, check, play, step};
use super::stack_model::{Edge, Model};
use super::{Page, check_high};
use crate::script::Script;
use stackpool::region::{DoubleStack, Lower, Stack, Storage, Upper};

/// Plays the script on two [`Stack`]s. Markers of one are also used on the other.
pub(super) fn stacks(script: &mut Script<'_>) {
    let mut pages = [Page::new(), Page::new()];
    let [one, other] = &mut pages;
    let (block, model) = one.block(script);
    let (other_block, other_model) = other.block(script);
    let mut stacks = [Stack::from(block), Stack::from(other_block)];
    let mut models = [model, other_model];
    let mut held = Vec::new();
    while !script.is_empty() {
        // Most operations are on the first stack, so that it gets full.
        let owner = usize::from(script.byte() < 48);
        let (stack, model) = (&mut stacks[owner], &mut models[owner]);
        operate(stack, script, model, owner, &mut held);
        check_high(stack.high_water_mark(), model);
    }
}

/// Plays the script on a [`DoubleStack`]: at either end, and at both at once.
pub(super) fn double_stack(script: &mut Script<'_>) {
    let mut page = Page::new();
    let (block, mut model) = page.block(script);
    let mut stack = DoubleStack::from(block);
    let mut held = Vec::new();
    while !script.is_empty() {
        let (mut lower, mut upper) = stack.split();
        match script.byte() {
            0..100 => operate(&mut lower, script, &mut model, 0, &mut held),
            100..200 => operate(&mut upper, script, &mut model, 1, &mut held),
            200..250 => {
                both(&mut lower.enter(), &mut upper.enter(), script, &mut model);
            }
            _ => {
                stack.reset();
                model.reset(Edge::Low);
                model.reset(Edge::High);
            }
        }
        let used = model.used(Edge::Low) + model.used(Edge::High);
        assert_eq!((stack.used(), stack.remaining_capacity()), (used, model.remaining_capacity()));
        assert_eq!(stack.padding(), model.padding(Edge::Low) + model.padding(Edge::High));
        check_high(stack.high_water_mark(), &model);
    }
}

/// Does steps in two scopes, in any order.
fn both<'a>(
    lower: &mut impl Cuts<'a>,
    upper: &mut impl Cuts<'a>,
    script: &mut Script<'_>,
    model: &mut Model,
) {
    let (mut low, mut high) = (Live::new(), Live::new());
    for _ in 0..script.byte() % 12 {
        if script.byte() < 128 {
            step(lower, script, model, &mut low, 0);
        } else {
            step(upper, script, model, &mut high, 0);
        }
    }
    check(low);
    check(high);
}

/// A stack with scopes.
trait Stacks: Marks {
    fn enter(&mut self, script: &mut Script<'_>, model: &mut Model) -> Ending;
    fn scope(&mut self, script: &mut Script<'_>, model: &mut Model) -> Ending;
}

macro_rules! stacks {
    ($({$($generics:tt)*} $stack:ty;)*) => {$(
        impl<$($generics)*> Stacks for $stack {
            fn enter(&mut self, script: &mut Script<'_>, model: &mut Model) -> Ending {
                play(<$stack>::enter(self), script, model, 0)
            }

            fn scope(&mut self, script: &mut Script<'_>, model: &mut Model) -> Ending {
                <$stack>::scope(self, |scope| play(scope, script, model, 0))
            }
        }
    )*};
}

stacks! {
    {S: Storage} Stack<S>;
    {} Lower<'_>;
    {} Upper<'_>;
}

/// Does an operation on the stack with number `owner`, and on its reference.
fn operate<S: Stacks>(
    stack: &mut S,
    script: &mut Script<'_>,
    model: &mut Model,
    owner: usize,
    held: &mut Vec<Held>,
) {
    let back = model.back(S::EDGE);
    match script.byte() {
        0..64 => {
            let ending = caught(|| stack.enter(script, model));
            if S::FORGETS && ending == Ending::Forgotten {
                model.fall(S::EDGE, back);
            }
        }
        64..96 => {
            caught(|| stack.scope(script, model));
            model.fall(S::EDGE, back);
        }
        96..144 => mark(stack, model, owner, held),
        144..152 => marked(stack, 1_u8, model, owner, held),
        152..160 => marked(stack, Wide([2; 64]), model, owner, held),
        160..168 => marked(stack, [3_u16; 200], model, owner, held),
        168..240 if !held.is_empty() => {
            let at = usize::from(script.byte()) % held.len();
            rollback(stack, held.swap_remove(at), model, owner, held);
        }
        168..240 => {}
        _ => {
            stack.reset();
            model.reset(S::EDGE);
        }
    }
    assert_eq!(stack.figures(), model.figures(S::EDGE));
    model.check_ranges();
}
