//! Stacks with markers, of one end and of two.

use super::scopes::{Cuts, Ending, Live, Wide, caught, check, play, step};
use super::stack_model::{Edge, Model};
use super::{Page, check_high};
use crate::script::Script;
use stackpool::region::{DoubleStack, Lower, Marker, MarkerError, Stack, Storage, Upper};
use std::ptr::from_ref;

/// Does with two [`Stack`]s what the script says; each is given the other's markers too.
pub(super) fn stacks(script: &mut Script<'_>) {
    let mut pages = [Page::new(), Page::new()];
    let [one, other] = &mut pages;
    let (block, model) = one.block(script);
    let (other_block, other_model) = other.block(script);
    let mut stacks = [Stack::from(block), Stack::from(other_block)];
    let mut models = [model, other_model];
    let mut held = Vec::new();
    while !script.is_empty() {
        // Most on the first one, so that it fills.
        let owner = usize::from(script.byte() < 48);
        let (stack, model) = (&mut stacks[owner], &mut models[owner]);
        operate(stack, script, model, owner, &mut held);
        check_high(stack.high_water_mark(), model);
    }
}

/// Does with a [`DoubleStack`] what the script says, at either end and at both at once.
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
        assert_eq!((stack.used(), stack.remaining()), (used, model.remaining()));
        assert_eq!(stack.padding(), model.padding(Edge::Low) + model.padding(Edge::High));
        check_high(stack.high_water_mark(), &model);
    }
}

/// Steps in two scopes, in any order.
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

/// A stack, at either edge of a block.
trait Stacks {
    const EDGE: Edge;
    /// Whether what a scope allocated is free again when it is forgotten.
    const FORGETS: bool;

    fn enter(&mut self, script: &mut Script<'_>, model: &mut Model) -> Ending;
    fn scope(&mut self, script: &mut Script<'_>, model: &mut Model) -> Ending;
    fn marker(&mut self) -> Option<Marker>;
    /// The address of the value too.
    fn marked<T: Copy>(&mut self, value: T) -> Option<(Marker, usize)>;
    fn rollback(&mut self, marker: Marker) -> Result<(), MarkerError>;
    fn reset(&mut self);
    /// Bytes in use, bytes that are free, and padding.
    fn figures(&self) -> [usize; 3];
}

macro_rules! stacks {
    ($({$($generics:tt)*} $stack:ty, $edge:ident, $forgets:literal;)*) => {$(
        impl<$($generics)*> Stacks for $stack {
            const EDGE: Edge = Edge::$edge;
            const FORGETS: bool = $forgets;

            fn enter(&mut self, script: &mut Script<'_>, model: &mut Model) -> Ending {
                play(<$stack>::enter(self), script, model, 0)
            }

            fn scope(&mut self, script: &mut Script<'_>, model: &mut Model) -> Ending {
                <$stack>::scope(self, |scope| play(scope, script, model, 0))
            }

            fn marker(&mut self) -> Option<Marker> {
                <$stack>::marker(self).ok()
            }

            fn marked<T: Copy>(&mut self, value: T) -> Option<(Marker, usize)> {
                let (marker, value) = self.alloc_marked(value).ok()?;
                Some((marker, from_ref(value).addr()))
            }

            fn rollback(&mut self, marker: Marker) -> Result<(), MarkerError> {
                <$stack>::rollback(self, marker)
            }

            fn reset(&mut self) {
                <$stack>::reset(self);
            }

            fn figures(&self) -> [usize; 3] {
                [self.used(), self.remaining(), self.padding()]
            }
        }
    )*};
}

stacks! {
    {S: Storage} Stack<S>, Low, true;
    {} Lower<'_>, Low, false;
    {} Upper<'_>, High, false;
}

/// A marker, whose it is, and its number there.
struct Held {
    marker: Marker,
    owner: usize,
    number: u32,
}

/// An operation on the stack number `owner`, and on its reference.
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
        96..144 => {
            let number = model.marker(S::EDGE);
            let marker = stack.marker();
            assert_eq!(marker.is_some(), number.is_some());
            held.extend(marker.zip(number).map(|(marker, number)| Held { marker, owner, number }));
        }
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

/// A good marker takes the stack back, a stale one does nothing, and one of another stack is given back.
fn rollback<S: Stacks>(stack: &mut S, of: Held, model: &mut Model, owner: usize, held: &mut Vec<Held>) {
    let Held { marker, owner: theirs, number } = of;
    match stack.rollback(marker) {
        Ok(()) => assert!(theirs == owner && model.rollback(S::EDGE, number)),
        Err(MarkerError::Stale) => assert!(theirs == owner && !model.rollback(S::EDGE, number)),
        Err(MarkerError::Foreign(marker)) => {
            assert_ne!(theirs, owner);
            held.push(Held { marker, owner: theirs, number });
        }
    }
}

/// A value and the marker before it: both, or neither.
fn marked<S: Stacks, T: Copy>(
    stack: &mut S,
    value: T,
    model: &mut Model,
    owner: usize,
    held: &mut Vec<Held>,
) {
    let high = model.high;
    let expected = model.marker(S::EDGE).and_then(|number| {
        let start = model.cut(S::EDGE, size_of::<T>(), align_of::<T>());
        if start.is_none() {
            model.rollback(S::EDGE, number);
            model.high = high;
        }
        Some((number, start?))
    });
    let found = stack.marked(value);
    assert_eq!(found.as_ref().map(|(_, start)| *start), expected.map(|(_, start)| start));
    held.extend(found.zip(expected).map(|((marker, _), (number, _))| Held { marker, owner, number }));
}
