//! Plays the same operations on stacks and on their reference.

use super::markers::{Held, Marks, mark, marked, rollback};
use super::stack_model::{Edge, Model};
use super::stack_operations::{Ending, How, Operation, Sized, Step};
use stackpool::region::{Lower, LowerScope, Scope, Stack, Storage, Upper, UpperScope};
use std::alloc::Layout;
use std::iter::{from_fn, repeat_n};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::NonNull;

#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Wide([u8; 64]);

#[derive(Clone, Copy)]
#[repr(align(4096))]
pub(crate) struct Nothing;

/// A block of `len` bytes at this offset in `memory`, so that its address can be odd; and the address.
pub(crate) fn block(
    memory: &mut Vec<MaybeUninit<u8>>,
    offset: usize,
    len: usize,
) -> (&mut [MaybeUninit<u8>], usize) {
    *memory = vec![MaybeUninit::uninit(); offset + len];
    let block = &mut memory[offset..];
    let first = block.as_ptr().addr();
    (block, first)
}

/// A scope at one of the edges.
pub(crate) trait Allocates<'a> {
    fn edge(&self) -> Edge;
    fn layout(&self, layout: Layout) -> Option<NonNull<[u8]>>;
    fn bytes(&self, len: usize, byte: u8) -> Option<&'a mut [u8]>;
    /// Returns the words that fitted, and whether these are all.
    fn words(&self, words: &mut dyn Iterator<Item = u32>) -> (&'a mut [u32], bool);
    fn wide(&self, value: Wide) -> Option<&'a mut Wide>;
    fn nothing(&self) -> Option<&'a mut Nothing>;
    /// Panics while it makes a `Wide`.
    fn panics(&self);
    fn scope(&mut self, work: &mut Work<'_>);
    fn forget(self: Box<Self>);
    /// Bytes in use, bytes that are free, and padding.
    fn figures(&self) -> [usize; 3];
}

/// Work that is done with a scope.
pub(crate) type Work<'w> = dyn for<'i> FnMut(Box<dyn Allocates<'i> + 'i>) + 'w;

macro_rules! allocates {
    ($($scope:ident at $edge:ident),*) => {$(
        impl<'a> Allocates<'a> for $scope<'a> {
            fn edge(&self) -> Edge {
                Edge::$edge
            }

            fn layout(&self, layout: Layout) -> Option<NonNull<[u8]>> {
                self.alloc_layout(layout).ok()
            }

            fn bytes(&self, len: usize, byte: u8) -> Option<&'a mut [u8]> {
                self.alloc_slice_fill_with(len, |_| byte).ok()
            }

            fn words(&self, words: &mut dyn Iterator<Item = u32>) -> (&'a mut [u32], bool) {
                match self.alloc_iter(words) {
                    Ok(words) => (words, true),
                    Err(full) => (full.into_inner().0, false),
                }
            }

            fn wide(&self, value: Wide) -> Option<&'a mut Wide> {
                self.alloc(value).ok()
            }

            fn nothing(&self) -> Option<&'a mut Nothing> {
                self.alloc(Nothing).ok()
            }

            fn panics(&self) {
                let _ = self.alloc_with(|| -> Wide { resume_unwind(Box::new(Expected)) });
            }

            fn scope(&mut self, work: &mut Work<'_>) {
                <$scope<'a>>::scope(self, |scope| work(Box::new(scope)));
            }

            fn forget(self: Box<Self>) {
                let _ = ManuallyDrop::new(*self);
            }

            fn figures(&self) -> [usize; 3] {
                [self.used(), self.remaining_capacity(), self.padding()]
            }
        }
    )*};
}

allocates!(Scope at Low, LowerScope at Low, UpperScope at High);

/// A stack with scopes.
pub(crate) trait Stacks: Marks {
    fn enter(&mut self, work: &mut Work<'_>);
    fn scope(&mut self, work: &mut Work<'_>);
}

macro_rules! stacks {
    ($({$($generics:tt)*} $stack:ty;)*) => {$(
        impl<$($generics)*> Stacks for $stack {
            fn enter(&mut self, work: &mut Work<'_>) {
                work(Box::new(<$stack>::enter(self)));
            }

            fn scope(&mut self, work: &mut Work<'_>) {
                <$stack>::scope(self, |scope| work(Box::new(scope)));
            }
        }
    )*};
}

stacks! {
    {S: Storage} Stack<S>;
    {} Lower<'_>;
    {} Upper<'_>;
}

/// The payload of a panic that is part of the test.
struct Expected;

/// Returns whether `work` panicked as expected.
fn panics(work: impl FnOnce()) -> bool {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(()) => false,
        Err(payload) if payload.is::<Expected>() => true,
        Err(payload) => resume_unwind(payload),
    }
}

/// The allocations, each with the byte that fills it.
pub(crate) type Live<'a> = Vec<(&'a mut [u8], u8)>;

/// Plays steps in a scope, and ends it.
fn play<'a>(mut scope: Box<dyn Allocates<'a> + 'a>, steps: &[Step], ending: Ending, model: &mut Model) {
    let mut live = Live::new();
    for step in steps {
        take(&mut *scope, step, model, &mut live);
    }
    check(live);
    end(scope, ending, model);
}

/// Checks that all values are unchanged.
pub(crate) fn check(live: Live<'_>) {
    for (value, byte) in live {
        assert!(
            value.iter().all(|found| *found == byte),
            "{} bytes of {byte} were written over",
            value.len()
        );
    }
}

pub(crate) fn end<'a>(scope: Box<dyn Allocates<'a> + 'a>, ending: Ending, model: &mut Model) {
    match ending {
        Ending::Return => {}
        Ending::Panic => resume_unwind(Box::new(Expected)),
        Ending::Forget => {
            model.exact_high = false;
            scope.forget();
        }
    }
}

/// Does a step in a scope.
pub(crate) fn take<'a>(
    scope: &mut (dyn Allocates<'a> + 'a),
    step: &Step,
    model: &mut Model,
    live: &mut Live<'a>,
) {
    let edge = scope.edge();
    match step {
        Step::Alloc(how) => alloc(scope, how, model, live),
        Step::Scope(steps, ending) => {
            let back = model.back(edge);
            let panicked = panics(|| scope.scope(&mut |inner| play(inner, steps, *ending, model)));
            assert_eq!(panicked, *ending == Ending::Panic);
            model.fall(edge, back);
        }
    }
    assert_eq!(scope.figures(), model.figures(edge));
}

fn alloc<'a>(scope: &(dyn Allocates<'a> + 'a), how: &How, model: &mut Model, live: &mut Live<'a>) {
    let edge = scope.edge();
    let byte = live.len() as u8;
    match *how {
        How::Layout { size, align } => layout(scope, size, align, model, live),
        How::Most { align } => {
            if let Some(size) = model.most(align) {
                layout(scope, size + 1, align, model, live);
                layout(scope, size, align, model, live);
            }
        }
        How::Bytes(len) => {
            let expected = model.cut(edge, len, 1);
            let bytes = scope.bytes(len, byte);
            assert_eq!(bytes.as_ref().map(|bytes| bytes.as_ptr().addr()), expected);
            live.extend(bytes.map(|bytes| (bytes, byte)));
        }
        How::Words(len) => {
            let fitting = len.min(model.most(4).unwrap_or(0) / 4);
            let expected = model.cut(edge, fitting * 4, 4);
            let (words, all) = scope.words(&mut repeat_n(u32::from_ne_bytes([byte; 4]), len));
            assert_eq!((words.len(), all), (fitting, fitting == len));
            assert_eq!(Some(words.as_ptr().addr()), expected);
            live.push((bytemuck::cast_slice_mut(words), byte));
        }
        How::WordsThenPanic(len) => {
            // The iterator gets to its end, and panics, only if all words fit.
            let all = len <= model.most(4).unwrap_or(0) / 4;
            let mut words = repeat_n(1, len).chain(from_fn(|| resume_unwind(Box::new(Expected))));
            let panicked = panics(|| {
                let (words, all) = scope.words(&mut words);
                model.cut(edge, words.len() * 4, 4);
                assert!(!all);
            });
            assert_eq!(panicked, all);
        }
        How::Wide => {
            let expected = model.cut(edge, 64, 64);
            let value = scope.wide(Wide([byte; 64]));
            assert_eq!(value.as_ref().map(|value| std::ptr::from_ref(&**value).addr()), expected);
            live.extend(value.map(|value| (&mut value.0[..], byte)));
        }
        How::Empty => {
            let value = scope.nothing().expect("it takes no room");
            assert!(std::ptr::from_mut(value).is_aligned());
        }
        // The place for the value stays used.
        How::Panic => assert_eq!(panics(|| scope.panics()), model.cut(edge, 64, 64).is_some()),
    }
}

#[expect(unsafe_code, reason = "writes to allocated memory")]
fn layout<'a>(
    scope: &(dyn Allocates<'a> + 'a),
    size: usize,
    align: usize,
    model: &mut Model,
    live: &mut Live<'a>,
) {
    let expected = model.cut(scope.edge(), size, align);
    let memory = scope.layout(Layout::from_size_align(size, align).unwrap());
    assert_eq!(memory.map(|memory| memory.cast::<u8>().addr().get()), expected);
    let Some(memory) = memory else {
        return;
    };
    assert_eq!(memory.len(), size);
    let byte = live.len() as u8;
    // SAFETY: the memory was just allocated with this size, so it is valid for writes of `size` bytes.
    unsafe { memory.cast::<u8>().write_bytes(byte, size) };
    // SAFETY: the bytes were just written. The allocation belongs to this caller alone for `'a`.
    live.push((unsafe { &mut *memory.as_ptr() }, byte));
}

/// Does an operation on the stack with number `owner`, and on its reference.
pub(crate) fn operate<S: Stacks>(
    stack: &mut S,
    operation: &Operation,
    model: &mut Model,
    owner: usize,
    held: &mut Vec<Held>,
) {
    let back = model.back(S::EDGE);
    match operation {
        Operation::Enter(steps, ending) => {
            let panicked = panics(|| stack.enter(&mut |scope| play(scope, steps, *ending, model)));
            assert_eq!(panicked, *ending == Ending::Panic);
            if S::FORGETS && *ending == Ending::Forget {
                model.fall(S::EDGE, back);
            }
        }
        Operation::Scope(steps, ending) => {
            let panicked = panics(|| stack.scope(&mut |scope| play(scope, steps, *ending, model)));
            assert_eq!(panicked, *ending == Ending::Panic);
            model.fall(S::EDGE, back);
        }
        Operation::Marker => mark(stack, model, owner, held),
        Operation::Marked(Sized::Empty) => marked(stack, Nothing, model, owner, held),
        Operation::Marked(Sized::Byte) => marked(stack, 1_u8, model, owner, held),
        Operation::Marked(Sized::Wide) => marked(stack, Wide([2; 64]), model, owner, held),
        Operation::Marked(Sized::Large) => marked(stack, [3_u16; 1500], model, owner, held),
        Operation::Rollback(_) if held.is_empty() => {}
        Operation::Rollback(index) => {
            let of = held.swap_remove(index.index(held.len()));
            rollback(stack, of, model, owner, held);
        }
        Operation::Reset => {
            stack.reset();
            model.reset(S::EDGE);
        }
    }
    assert_eq!(stack.figures(), model.figures(S::EDGE));
    model.check_ranges();
}
