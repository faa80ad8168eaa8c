//! Frames: a value that is stored by id is found until it is cleared, and nothing else is found.

use super::scopes::{Ending, Live, caught, check, end, step};
use super::stack_model::{Back, Edge, Model};
use super::{Page, check_high};
use crate::script::Script;
use stackpool::region::{DoubleFrame, Frame, FrameId, FrameScope, Storage, Stored};
use std::iter::repeat_n;
use std::mem::swap;
use std::ptr::from_ref;

/// Plays the script on a [`Frame`].
pub(super) fn frame(script: &mut Script<'_>) {
    let mut pages = [Page::new(), Page::new()];
    let [one, other] = &mut pages;
    let (block, model) = one.block(script);
    let (other_block, other_model) = other.block(script);
    run(Frame::from(block), Frames::new(model, None), Frame::from(other_block), other_model, script);
}

/// Plays the script on a [`DoubleFrame`].
pub(super) fn double_frame(script: &mut Script<'_>) {
    let mut pages = [(); 4].map(|()| Page::new());
    let [one, two, three, four] = &mut pages;
    let [(one, model), (two, previous), (three, other_model), (four, _)] =
        [one, two, three, four].map(|page| page.block(script));
    let frame = DoubleFrame::from([one, two]);
    run(frame, Frames::new(model, Some(previous)), DoubleFrame::from([three, four]), other_model, script);
}

/// A frame of either kind, and its scope.
trait Finds {
    fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<&T>;
    fn find_mut<T: Stored + ?Sized>(&mut self, id: FrameId<T>) -> Option<&mut T>;
}

macro_rules! finds {
    ($({$($generics:tt)*} $frame:ty;)*) => {$(
        impl<$($generics)*> Finds for $frame {
            fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<&T> {
                self.get(id)
            }

            fn find_mut<T: Stored + ?Sized>(&mut self, id: FrameId<T>) -> Option<&mut T> {
                self.get_mut(id)
            }
        }
    )*};
}

finds! {
    {S: Storage} Frame<S>;
    {S: Storage} DoubleFrame<S>;
    {S: Storage, const STORES: bool} FrameScope<'_, S, STORES>;
}

/// The operations that both kinds of frames have.
trait Region: Finds {
    type Storage: Storage;

    fn enter(&mut self) -> FrameScope<'_, Self::Storage>;
    fn begin(&mut self) -> FrameScope<'_, Self::Storage>;
    fn flip(&mut self);
    fn reset(&mut self);
    /// Bytes in use, free bytes and padding; and the high-water mark.
    fn figures(&self) -> ([usize; 3], usize);
}

macro_rules! regions {
    ($($region:ident flips by $flip:ident;)*) => {$(
        impl<S: Storage> Region for $region<S> {
            type Storage = S;

            fn enter(&mut self) -> FrameScope<'_, S> {
                <$region<S>>::enter(self)
            }

            fn begin(&mut self) -> FrameScope<'_, S> {
                <$region<S>>::begin(self)
            }

            fn flip(&mut self) {
                <$region<S>>::$flip(self);
            }

            fn reset(&mut self) {
                <$region<S>>::reset(self);
            }

            fn figures(&self) -> ([usize; 3], usize) {
                ([self.used(), self.remaining_capacity(), self.padding()], self.high_water_mark())
            }
        }
    )*};
}

regions! {
    Frame flips by reset;
    DoubleFrame flips by flip;
}

/// The id of a value of one of several types.
#[derive(Clone, Copy)]
enum Id {
    Long(FrameId<u64>),
    Wide(FrameId<[Lane; 2]>),
    Nothing(FrameId<[u64; 0]>),
    Bytes(FrameId<[u8]>),
    Words(FrameId<[u32]>),
}

/// A plain value with a large alignment.
type Lane = u128;

impl Id {
    /// Whether the value is found. Every byte of it must be `byte`.
    fn is_found(self, frame: &impl Finds, byte: u8) -> bool {
        let long = u64::from_ne_bytes([byte; 8]);
        let lane = Lane::from_ne_bytes([byte; 16]);
        let word = u32::from_ne_bytes([byte; 4]);
        match self {
            Id::Long(id) => is(frame.find(id), |found| *found == long),
            Id::Wide(id) => is(frame.find(id), |found| *found == [lane; 2]),
            Id::Nothing(id) => is(frame.find(id), |found| from_ref(found).is_aligned()),
            Id::Bytes(id) => is(frame.find(id), |found| found.iter().all(|found| *found == byte)),
            Id::Words(id) => is(frame.find(id), |found| found.iter().all(|found| *found == word)),
        }
    }

    /// Writes another byte if the value is found.
    fn overwrite(self, frame: &mut impl Finds, byte: u8) {
        match self {
            Id::Long(id) => {
                frame.find_mut(id).into_iter().for_each(|long| *long = u64::from_ne_bytes([byte; 8]))
            }
            Id::Wide(id) => {
                frame.find_mut(id).into_iter().for_each(|wide| *wide = [Lane::from_ne_bytes([byte; 16]); 2]);
            }
            Id::Nothing(_) => {}
            Id::Bytes(id) => frame.find_mut(id).into_iter().for_each(|bytes| bytes.fill(byte)),
            Id::Words(id) => {
                frame.find_mut(id).into_iter().for_each(|words| words.fill(u32::from_ne_bytes([byte; 4])));
            }
        }
    }
}

/// Whether a value was found. It must then be the right one.
#[track_caller]
fn is<T: ?Sized>(found: Option<&T>, is_right: impl FnOnce(&T) -> bool) -> bool {
    found.is_some_and(|found| {
        assert!(is_right(found), "an id names another value");
        true
    })
}

/// A stored value.
struct Named {
    id: Id,
    byte: u8,
    /// The number of the frame in which the value was stored.
    frame: u32,
}

/// The reference: the blocks, and all ids so far.
struct Frames {
    current: Model,
    previous: Option<Model>,
    named: Vec<Named>,
    frame: u32,
    /// The first frame whose ids are still found.
    first: u32,
}

impl Frames {
    fn new(current: Model, previous: Option<Model>) -> Self {
        Frames { current, previous, named: Vec::new(), frame: 0, first: 0 }
    }

    fn flip(&mut self) {
        if let Some(previous) = &mut self.previous {
            swap(previous, &mut self.current);
        }
        self.current.reset(Edge::Low);
        self.frame += 1;
        self.first = self.first.max(self.frame - u32::from(self.previous.is_some()));
    }

    fn reset(&mut self) {
        self.current.reset(Edge::Low);
        if let Some(previous) = &mut self.previous {
            previous.reset(Edge::Low);
        }
        self.frame += 1;
        self.first = self.frame;
    }

    /// Checks that exactly the values of this frame, or of this one and the one before, are found.
    fn check(&self, frame: &impl Finds) {
        for Named { id, byte, frame: of } in &self.named {
            assert_eq!(id.is_found(frame, *byte), *of >= self.first);
        }
    }

    /// Writes to a value through its id.
    fn overwrite(&mut self, frame: &mut impl Finds, script: &mut Script<'_>) {
        let (at, byte) = (usize::from(script.byte()), script.byte());
        let len = self.named.len();
        if let Some(named) = self.named.get_mut(at % len.max(1)) {
            named.id.overwrite(frame, byte);
            named.byte = byte;
        }
    }

    fn check_high(&self, found: usize) {
        let Some(previous) = &self.previous else { return check_high(found, &self.current) };
        let high = self.current.high.max(previous.high);
        assert!(found <= high && (found == high || !(self.current.exact_high && previous.exact_high)));
    }
}

/// Plays the script on a frame, with a second frame of the same kind.
fn run<R: Region>(
    mut frame: R,
    mut frames: Frames,
    mut other: R,
    other_model: Model,
    script: &mut Script<'_>,
) {
    // The other frame stores a value. Its id must not be found in this frame.
    let foreign = if other_model.most(8).is_some_and(|bytes| bytes >= 8) {
        Some(Id::Long(other.enter().store(0_u64).expect("there is room")))
    } else {
        None
    };
    while !script.is_empty() {
        match script.byte() {
            0..32 => {
                frame.flip();
                frames.flip();
            }
            32..40 => {
                frame.reset();
                frames.reset();
            }
            40..64 => frames.overwrite(&mut frame, script),
            begins => {
                if begins < 128 {
                    frames.flip();
                }
                let mut kept = frames.current.back(Edge::Low);
                let ending = caught(|| {
                    let scope = if begins < 128 { frame.begin() } else { frame.enter() };
                    play(scope, script, &mut frames, &mut kept)
                });
                // If a scope was forgotten, its stored values stay in use, and everything before them.
                if ending == Ending::Forgotten {
                    frames.current.fall(Edge::Low, kept);
                }
            }
        }
        frames.check(&frame);
        let (figures, high) = frame.figures();
        assert_eq!(figures, frames.current.figures(Edge::Low));
        frames.current.check_ranges();
        frames.check_high(high);
        assert!(foreign.is_none_or(|id| !id.is_found(&frame, 0)), "an id of another frame");
    }
    assert!(foreign.is_none_or(|id| id.is_found(&other, 0)));
    assert!(frames.named.iter().all(|named| !named.id.is_found(&other, 0)), "an id of another frame");
}

/// Does steps in a scope, which may store values. Returns the bytes in use after the last stored value.
fn play<S: Storage>(
    mut scope: FrameScope<'_, S>,
    script: &mut Script<'_>,
    frames: &mut Frames,
    kept: &mut Back,
) -> Ending {
    let mut live = Live::new();
    for _ in 0..script.byte() % 12 {
        match script.byte() % 4 {
            0 | 1 => store(&scope, script, frames, kept),
            2 => frames.overwrite(&mut scope, script),
            _ => step(&mut scope, script, &mut frames.current, &mut live, 0),
        }
        frames.check(&scope);
    }
    check(live);
    end(scope, script, &mut frames.current)
}

/// Stores a value, which must be where the reference says.
fn store<S: Storage>(
    scope: &FrameScope<'_, S>,
    script: &mut Script<'_>,
    frames: &mut Frames,
    kept: &mut Back,
) {
    let byte = script.byte();
    let model = &mut frames.current;
    let mut cut = |size: usize, align: usize| model.cut(Edge::Low, size, align);
    let (size, id, expected) = match script.byte() % 5 {
        0 => {
            let id = scope.store(u64::from_ne_bytes([byte; 8]));
            (8, id.ok().map(Id::Long), cut(8, align_of::<u64>()))
        }
        1 => {
            let id = scope.store([Lane::from_ne_bytes([byte; 16]); 2]);
            (32, id.ok().map(Id::Wide), cut(32, align_of::<Lane>()))
        }
        2 => (0, scope.store([0_u64; 0]).ok().map(Id::Nothing), cut(0, 8)),
        3 => {
            let bytes = vec![byte; script.below(100)];
            let id = scope.store_slice_copy(&bytes);
            (bytes.len(), id.ok().map(Id::Bytes), cut(bytes.len(), 1))
        }
        _ => {
            let len = script.below(60);
            let (id, all) = match scope.store_iter(repeat_n(u32::from_ne_bytes([byte; 4]), len)) {
                Ok(id) => (id, true),
                Err(full) => (full.into_inner().0, false),
            };
            let fitting = len.min(frames.current.most(4).unwrap_or(0) / 4);
            assert_eq!((id.len(), all), (fitting, fitting == len));
            (fitting * 4, Some(Id::Words(id)), frames.current.cut(Edge::Low, fitting * 4, 4))
        }
    };
    assert_eq!(id.is_some(), expected.is_some());
    let Some(id) = id else { return };
    if size > 0 {
        *kept = frames.current.back(Edge::Low);
    }
    frames.named.push(Named { id, byte, frame: frames.frame });
}
