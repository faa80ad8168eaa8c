//! Steps in scopes of all regions.

use super::stack_model::{Edge, Model};
use crate::script::Script;
use stackpool::region::{FrameScope, LowerScope, Scope, Storage, UpperScope};
use std::alloc::Layout;
use std::iter::repeat_n;
use std::mem::forget;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::{NonNull, from_mut};

/// A value with the alignment of a vector unit.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Wide(pub(super) [u8; 64]);

/// The largest depth of nested scopes.
const DEPTH: usize = 3;

/// A scope at one of the edges of a block.
pub(super) trait Cuts<'a>: Sized {
    const EDGE: Edge;

    fn layout(&self, layout: Layout) -> Option<NonNull<[u8]>>;
    fn copy(&self, bytes: &[u8]) -> Option<&'a mut [u8]>;
    fn fill(&self, len: usize, byte: u8) -> Option<&'a mut [u8]>;
    /// Returns the words that fitted, and whether these are all.
    fn words(&self, word: u32, len: usize) -> (&'a mut [u32], bool);
    fn wide(&self, value: Wide) -> Option<&'a mut Wide>;
    /// Bytes in use, free bytes, and padding.
    fn figures(&self) -> [usize; 3];
    /// Does [`play`] in an inner scope.
    fn inner(&mut self, script: &mut Script<'_>, model: &mut Model, depth: usize) -> Ending;
}

macro_rules! cuts {
    ($({$($generics:tt)*} $scope:ty, $edge:ident;)*) => {$(
        impl<'a, $($generics)*> Cuts<'a> for $scope {
            const EDGE: Edge = Edge::$edge;

            fn layout(&self, layout: Layout) -> Option<NonNull<[u8]>> {
                self.alloc_layout(layout).ok()
            }

            fn copy(&self, bytes: &[u8]) -> Option<&'a mut [u8]> {
                self.alloc_slice_copy(bytes).ok()
            }

            fn fill(&self, len: usize, byte: u8) -> Option<&'a mut [u8]> {
                self.alloc_slice_fill_with(len, |_| byte).ok()
            }

            fn words(&self, word: u32, len: usize) -> (&'a mut [u32], bool) {
                match self.alloc_iter(repeat_n(word, len)) {
                    Ok(words) => (words, true),
                    Err(full) => (full.into_inner().0, false),
                }
            }

            fn wide(&self, value: Wide) -> Option<&'a mut Wide> {
                self.alloc(value).ok()
            }

            fn figures(&self) -> [usize; 3] {
                [self.used(), self.remaining_capacity(), self.padding()]
            }

            fn inner(&mut self, script: &mut Script<'_>, model: &mut Model, depth: usize) -> Ending {
                self.scope(|inner| play(inner, script, model, depth))
            }
        }
    )*};
}

cuts! {
    {} Scope<'a>, Low;
    {} LowerScope<'a>, Low;
    {} UpperScope<'a>, High;
    {S: Storage, const STORES: bool} FrameScope<'a, S, STORES>, Low;
}

/// The way in which a scope ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Ending {
    Returned,
    Forgotten,
    Panicked,
}

/// The payload of a panic that is part of the script.
struct Expected;

/// Runs work that may panic as the script says.
pub(super) fn caught(work: impl FnOnce() -> Ending) -> Ending {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(ending) => ending,
        Err(payload) if payload.is::<Expected>() => Ending::Panicked,
        Err(payload) => resume_unwind(payload),
    }
}

/// The allocations, each with the byte that fills it.
pub(super) type Live<'a> = Vec<(&'a mut [u8], u8)>;

/// Checks that all bytes are unchanged.
pub(super) fn check(live: Live<'_>) {
    for (piece, byte) in live {
        assert!(piece.iter().all(|found| *found == byte), "a piece was overwritten");
    }
}

/// Does steps in a scope, which then ends.
pub(super) fn play<'a, S: Cuts<'a>>(
    mut scope: S,
    script: &mut Script<'_>,
    model: &mut Model,
    depth: usize,
) -> Ending {
    let mut live = Live::new();
    for _ in 0..script.byte() % 12 {
        step(&mut scope, script, model, &mut live, depth);
    }
    check(live);
    end(scope, script, model)
}

/// Ends a scope.
pub(super) fn end<S>(scope: S, script: &mut Script<'_>, model: &mut Model) -> Ending {
    match script.byte() {
        0..16 => {
            model.exact_high = false;
            forget(scope);
            Ending::Forgotten
        }
        16..24 => resume_unwind(Box::new(Expected)),
        _ => Ending::Returned,
    }
}

/// Does a step in a scope.
pub(super) fn step<'a, S: Cuts<'a>>(
    scope: &mut S,
    script: &mut Script<'_>,
    model: &mut Model,
    live: &mut Live<'a>,
    depth: usize,
) {
    let (edge, byte) = (S::EDGE, live.len() as u8);
    match script.byte() % 8 {
        0 => {
            let bytes = vec![byte; script.below(40)];
            bytes_at(model.cut(edge, bytes.len(), 1), scope.copy(&bytes), byte, live);
        }
        1 => {
            let len = script.below(300);
            bytes_at(model.cut(edge, len, 1), scope.fill(len, byte), byte, live);
        }
        2 => {
            let len = usize::from(script.byte());
            let fitting = len.min(model.most(4).unwrap_or(0) / 4);
            let expected = model.cut(edge, fitting * 4, 4);
            let (words, all) = scope.words(u32::from_ne_bytes([byte; 4]), len);
            assert_eq!((words.len(), all), (fitting, fitting == len));
            bytes_at(expected, Some(bytes_of(words)), byte, live);
        }
        3 => {
            let wide = scope.wide(Wide([byte; 64]));
            bytes_at(model.cut(edge, 64, 64), wide.map(|wide| &mut wide.0[..]), byte, live);
        }
        4 | 5 => {
            let align = 1 << (script.byte() % 13);
            let size = match script.byte() {
                0..128 => script.below(64),
                128..240 => script.below(super::PAGE),
                // The largest size of a layout, or a little less.
                less => isize::MAX as usize - 4095 - usize::from(less - 240),
            };
            layout(scope, size, align, model, live);
        }
        // The largest size that fits. Before that, one byte more is refused.
        6 => {
            let align = 1 << (script.byte() % 13);
            if let Some(size) = model.most(align) {
                layout(scope, size + 1, align, model, live);
                layout(scope, size, align, model, live);
            }
        }
        _ if depth == DEPTH => {}
        _ => {
            let back = model.back(edge);
            caught(|| scope.inner(script, model, depth + 1));
            model.fall(edge, back);
        }
    }
    assert_eq!(scope.figures(), model.figures(edge));
}

/// Checks that bytes were allocated at the expected address.
#[track_caller]
pub(super) fn bytes_at<'a>(
    expected: Option<usize>,
    found: Option<&'a mut [u8]>,
    byte: u8,
    live: &mut Live<'a>,
) {
    // The address of an empty slice is not compared.
    assert_eq!(found.is_some(), expected.is_some());
    if let Some(found) = found.filter(|found| !found.is_empty()) {
        assert_eq!(Some(from_mut(found).addr()), expected);
        live.push((found, byte));
    }
}

fn layout<'a, S: Cuts<'a>>(scope: &S, size: usize, align: usize, model: &mut Model, live: &mut Live<'a>) {
    let expected = model.cut(S::EDGE, size, align);
    let piece = scope.layout(Layout::from_size_align(size, align).expect("a layout"));
    assert_eq!(piece.map(|piece| piece.addr().get()), expected);
    let Some(piece) = piece else { return };
    assert_eq!(piece.len(), size);
    let byte = live.len() as u8;
    // SAFETY: the memory was just allocated with this size, so it is valid for writes of `size` bytes.
    unsafe { piece.cast::<u8>().write_bytes(byte, size) };
    // SAFETY: the bytes were just written. The allocation belongs to this caller alone for `'a`.
    live.push((unsafe { &mut *piece.as_ptr() }, byte));
}

/// The bytes of words.
pub(super) fn bytes_of(words: &mut [u32]) -> &mut [u8] {
    let len = size_of_val(words);
    // SAFETY: the slice of words is borrowed mutably, and has `len` bytes. Any bytes are valid as `u8` and as `u32`.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), len) }
}
