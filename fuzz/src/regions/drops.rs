//! The linear allocator that runs destructors: each value is dropped once, the newest first.

use super::stack_model::{Back, Edge, Model};
use super::tokens::{Log, Token, unwind, unwinds};
use super::{Page, check_high};
use crate::script::Script;
use stackpool::region::{DropLinear, DropScope, Inline, Storage};
use std::mem::{forget, take};
use std::ops::Range;

/// The bytes that a value with a destructor takes beyond its size.
const RECORD: usize = DropLinear::<Inline<0>>::RECORD_BYTES;
/// The largest depth of nested scopes.
const DEPTH: usize = 3;

/// Plays the script on a [`DropLinear`].
pub(super) fn drop_linear(script: &mut Script<'_>) {
    let mut page = Page::new();
    let (block, model) = page.block(script);
    let mut region = DropLinear::from(block);
    let mut model = Tokens { model, records: Vec::new(), dropped: Vec::new(), next: 0, log: Log::default() };
    while !script.is_empty() {
        let (back, records) = (model.model.back(Edge::Low), model.records.len());
        match script.byte() {
            0..32 => {
                region.reset();
                model.drop_to(0);
                model.model.reset(Edge::Low);
            }
            32..96 => {
                region.scope(|scope| play(scope, script, &mut model, 0, back));
                model.drop_to(records);
                model.model.fall(Edge::Low, back);
            }
            _ => {
                // If a scope was forgotten, values with a destructor stay in use, and everything before them.
                if let Some(kept) = play(region.enter(), script, &mut model, 0, back) {
                    model.model.fall(Edge::Low, kept);
                }
            }
        }
        model.check_log();
        assert_eq!(
            [region.used(), region.remaining_capacity(), region.padding()],
            model.model.figures(Edge::Low)
        );
        check_high(region.high_water_mark(), &model.model);
    }
    drop(region);
    model.drop_to(0);
    model.check_log();
}

/// The reference: the block, and the tokens in it.
struct Tokens {
    model: Model,
    /// The tokens of each record, the oldest first.
    records: Vec<Range<u32>>,
    /// The tokens that should have been dropped since the log was read.
    dropped: Vec<u32>,
    next: u32,
    log: Log,
}

impl Tokens {
    /// Drops records, the newest first, until this many are left.
    fn drop_to(&mut self, count: usize) {
        while self.records.len() > count {
            self.dropped.extend(self.records.pop().expect("there are more than `count`"));
        }
    }

    fn check_log(&mut self) {
        assert_eq!(self.log.taken(), take(&mut self.dropped));
    }

    /// The numbers of this many new tokens.
    fn ids(&mut self, count: usize) -> Range<u32> {
        let first = self.next;
        self.next += count as u32;
        first..self.next
    }

    /// The number of tokens that fit in one piece.
    fn room(&self) -> usize {
        self.model.most(align_of::<Token>()).unwrap_or(0).saturating_sub(RECORD) / size_of::<Token>()
    }

    /// The address of these tokens; `None` if they do not fit with their record.
    fn cut(&mut self, ids: Range<u32>) -> Option<usize> {
        let (back, high) = (self.model.back(Edge::Low), self.model.high);
        let start = self.model.cut(Edge::Low, ids.len() * size_of::<Token>(), align_of::<Token>());
        let record = start.and_then(|_| self.model.cut(Edge::Low, RECORD, 1));
        if record.is_none() {
            self.model.fall(Edge::Low, back);
            self.model.high = high;
            return None;
        }
        self.records.push(ids);
        start
    }
}

/// The allocations of a scope, and their expected contents until the scope ends.
#[derive(Default)]
struct Made<'a> {
    tokens: Vec<(&'a [Token], Range<u32>)>,
    bytes: Vec<(&'a [u8], u8)>,
}

impl Made<'_> {
    fn check(&self) {
        for (tokens, ids) in &self.tokens {
            assert!(tokens.iter().zip(ids.clone()).all(|(token, id)| token.is(id)));
        }
        for (bytes, byte) in &self.bytes {
            assert!(bytes.iter().all(|found| found == byte), "bytes were overwritten");
        }
    }
}

/// Does steps in a scope, which then ends. Returns what is still in use if the scope was forgotten.
fn play<S: Storage>(
    mut scope: DropScope<'_, S>,
    script: &mut Script<'_>,
    model: &mut Tokens,
    depth: usize,
    mut kept: Back,
) -> Option<Back> {
    let mut made = Made::default();
    for _ in 0..script.byte() % 10 {
        match script.byte() % 6 {
            0..4 => make(&scope, script, model, &mut made, &mut kept),
            _ if depth == DEPTH => {}
            _ => inner(&mut scope, script, model, depth + 1),
        }
        let figures = [scope.used(), scope.remaining_capacity(), scope.padding()];
        assert_eq!(figures, model.model.figures(Edge::Low));
        model.model.check_ranges();
    }
    made.check();
    if script.byte() < 16 {
        model.model.exact_high = false;
        forget(scope);
        return Some(kept);
    }
    None
}

/// Does steps in an inner scope. Its values are dropped even if it ends in a panic.
fn inner<S: Storage>(
    scope: &mut DropScope<'_, S>,
    script: &mut Script<'_>,
    model: &mut Tokens,
    depth: usize,
) {
    let (back, records) = (model.model.back(Edge::Low), model.records.len());
    match script.byte() {
        0..16 => unwinds(|| {
            scope.scope(|inner| {
                play(inner, script, model, depth, back);
                unwind::<()>();
            });
        }),
        // One destructor panics. The others run nevertheless.
        16..32 if model.room() > 0 => unwinds(|| {
            scope.scope(|inner| {
                let ids = model.ids(1);
                inner.alloc(model.log.bomb(ids.start)).expect("there is room");
                model.cut(ids);
                play(inner, script, model, depth, back);
            });
        }),
        _ => {
            scope.scope(|inner| play(inner, script, model, depth, back));
        }
    }
    model.drop_to(records);
    model.model.fall(Edge::Low, back);
    model.check_log();
}

/// Allocates tokens, or bytes without a destructor.
fn make<'a, S: Storage>(
    scope: &DropScope<'a, S>,
    script: &mut Script<'_>,
    model: &mut Tokens,
    made: &mut Made<'a>,
    kept: &mut Back,
) {
    let log = model.log.clone();
    let (ids, found): (_, &'a [Token]) = match script.byte() % 5 {
        0 | 1 => {
            let ids = model.ids(1);
            let fits = model.room() > 0;
            match scope.alloc_with(|| log.token(ids.start)) {
                Ok(token) => (ids, std::slice::from_ref(token)),
                Err(_) => return assert!(!fits),
            }
        }
        2 => {
            let ids = model.ids(usize::from(script.byte() % 8));
            let fits = model.room() >= ids.len();
            match scope.alloc_slice_fill_with(ids.len(), |index| log.token(ids.start + index as u32)) {
                Ok(tokens) => (ids, tokens),
                Err(_) => return assert!(!fits),
            }
        }
        3 => iterate(scope, script, model),
        _ => {
            let (len, byte) = (script.below(60), made.bytes.len() as u8);
            let expected = model.model.cut(Edge::Low, len, 1);
            let found = scope.plain().alloc_slice_fill_with(len, |_| byte).ok();
            assert_eq!(found.is_some(), expected.is_some());
            return made.bytes.extend(found.map(|bytes| (&*bytes, byte)));
        }
    };
    assert_eq!(found.len(), ids.len());
    if !found.is_empty() {
        assert_eq!(model.cut(ids.clone()), Some(found.as_ptr().addr()));
        *kept = model.model.back(Edge::Low);
        made.tokens.push((found, ids));
    }
}

/// Allocates as many tokens as fit. The next one is returned and dropped.
fn iterate<'a, S: Storage>(
    scope: &DropScope<'a, S>,
    script: &mut Script<'_>,
    model: &mut Tokens,
) -> (Range<u32>, &'a [Token]) {
    let ids = model.ids(usize::from(script.byte() % 16));
    let log = model.log.clone();
    let fitting = model.room().min(ids.len()) as u32;
    let tokens = match scope.alloc_iter(ids.clone().map(|id| log.token(id))) {
        Ok(tokens) => tokens,
        Err(full) => {
            let (tokens, refused) = full.into_inner();
            assert_eq!(refused.id, ids.start + fitting);
            model.dropped.push(refused.id);
            tokens
        }
    };
    (ids.start..ids.start + fitting, tokens)
}
