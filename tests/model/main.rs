//! Pools of every width and guard against a plain `std` reference: handles, contents, order, errors, drops.

#[path = "../common/drops.rs"]
mod drops;
mod model;
mod operation;
#[cfg(feature = "alloc")]
mod twins;

use drops::{Drops, Token};
use model::{Model, Named};
use operation::{Operation, Pick, operations};
use proptest::prelude::*;
use stackpool::layout::{Tabled, Tracked};
use stackpool::{DisjointError, Handle, Occupied, Pool, PoolSpec, pool};

fn named<P: PoolSpec>(handle: Handle<P>) -> Named {
    (handle.index(), handle.generation())
}

/// A pool, its model, and everything that was ever handed out.
struct Test<P: PoolSpec<Item = Token>> {
    pool: Pool<P>,
    model: Model,
    drops: Drops,
    handles: Vec<Handle<P>>,
    next_id: u32,
    insert_many: InsertMany<P>,
    insert_at: InsertAt<P>,
}

/// Inserts all tokens, or gives back their numbers.
type InsertMany<P> = fn(&mut Pool<P>, Vec<Token>) -> Result<Vec<Handle<P>>, Vec<u32>>;

/// Inserts a token under a handle, or gives it back; `None` where pools cannot do so.
type InsertAt<P> = fn(&mut Pool<P>, Handle<P>, Token) -> Option<Result<(), Token>>;

/// By `insert_at`.
fn at<P: PoolSpec<Item = Token, Layout: Tabled + Tracked>>(
    pool: &mut Pool<P>,
    handle: Handle<P>,
    token: Token,
) -> Option<Result<(), Token>> {
    Some(pool.insert_at(handle, token).map_err(Occupied::into_inner))
}

/// By `insert_many`.
fn at_once<P: PoolSpec<Item = Token, Layout: Tabled>>(
    pool: &mut Pool<P>,
    tokens: Vec<Token>,
) -> Result<Vec<Handle<P>>, Vec<u32>> {
    let count = tokens.len();
    let inserted = pool
        .insert_many(tokens)
        .map_err(|full| full.into_inner().map(|token| token.id).collect::<Vec<_>>())?;
    assert_eq!(inserted.len(), count);
    let backwards: Vec<_> = inserted.clone().rev().collect();
    let handles: Vec<_> = inserted.collect();
    assert!(handles.iter().eq(backwards.iter().rev()));
    Ok(handles)
}

impl<P: PoolSpec<Item = Token>> Test<P>
where
    P::Layout: Tracked,
{
    fn new(retiring: bool, insert_many: InsertMany<P>, insert_at: InsertAt<P>) -> Self {
        let model = Model::new(Pool::<P>::CAPACITY, Pool::<P>::GENERATIONS, retiring);
        Test {
            pool: Pool::new(),
            model,
            drops: Drops::default(),
            handles: Vec::new(),
            next_id: 0,
            insert_many,
            insert_at,
        }
    }

    fn token(&mut self) -> Token {
        self.next_id += 1;
        self.drops.token(self.next_id)
    }

    fn pick(&self, pick: Pick) -> Option<Handle<P>> {
        let len = self.handles.len();
        len.checked_sub(1)
            .map(|last| self.handles[last - usize::from(pick) % len.min(1 + usize::from(pick >> 8))])
    }

    fn pick_live(&self, pick: Pick) -> Option<Handle<P>> {
        self.pool.handles().nth(usize::from(pick) % self.pool.len().max(1))
    }

    fn inserted(&mut self, handle: Handle<P>, id: u32) {
        assert_eq!(self.model.insert(id), Some(named(handle)));
        self.handles.push(handle);
    }

    fn remove(&mut self, handle: Handle<P>) {
        let expected = self.model.remove(named(handle));
        assert_eq!(self.pool.remove(handle).map(|token| token.id), expected);
    }

    /// Under a handle that was given out, or one of another generation.
    fn insert_at(&mut self, handle: Handle<P>) {
        let token = self.token();
        let id = token.id;
        let (index, generation) = named(handle);
        let Some(inserted) = (self.insert_at)(&mut self.pool, handle, token) else { return };
        let Model { slots, free, generations, retiring } = &mut self.model;
        let slot = &mut slots[index];
        // Where slots retire: earlier than the generation that the slot had last, or just that one.
        let is_past = *retiring && !slot.retired && generation + 1 < slot.generation;
        let is_last = slot.retired && generation + 1 == *generations;
        let position = free.iter().position(|&free| free == index);
        let is_taken = if position.is_some() { !is_past } else { is_last };
        match inserted {
            Ok(()) if is_taken => {
                if let Some(position) = position {
                    let top = free.len() - 1;
                    free.swap(position, top);
                    free.pop();
                }
                *slot = model::Slot { id: Some(id), generation, retired: false };
                self.handles.push(handle);
            }
            Err(token) if !is_taken => assert_eq!(token.id, id),
            inserted => panic!("{inserted:?} in the slot of {handle:?}, free at {position:?}"),
        }
    }

    fn remove_many(&mut self, handles: &[Handle<P>]) {
        let mut seen = Vec::new();
        let first_bad = handles.iter().position(|&handle| {
            let bad = self.model.get(named(handle)).is_none() || seen.contains(&handle.index());
            seen.push(handle.index());
            bad
        });
        match (first_bad, self.pool.remove_many(handles)) {
            (Some(position), Err(stale)) => {
                assert_eq!((stale.position(), stale.handle()), (position, handles[position]));
            }
            (None, Ok(mut removed)) => {
                assert_eq!(removed.len(), handles.len());
                // One from each end is taken, the rest is dropped with the iterator.
                let first = removed.next().map(|token| token.id);
                let last = removed.next_back().map(|token| token.id);
                drop(removed);
                let ids: Vec<u32> =
                    handles.iter().map(|&handle| self.model.remove(named(handle)).expect("live")).collect();
                assert_eq!(first, ids.first().copied());
                assert_eq!(last, ids.get(1..).and_then(<[u32]>::last).copied());
            }
            (expected, actual) => panic!("first bad {expected:?}, got {actual:?}"),
        }
    }

    fn apply(&mut self, operation: &Operation) {
        match *operation {
            Operation::Insert => {
                let token = self.token();
                let id = token.id;
                match self.pool.insert(token) {
                    Ok(handle) => self.inserted(handle, id),
                    Err(full) => {
                        assert_eq!(self.model.next(), None);
                        assert_eq!(full.into_inner().id, id);
                    }
                }
            }
            Operation::InsertWith => {
                let token = self.token();
                let id = token.id;
                let mut given = None;
                let result = self.pool.insert_with(|handle| {
                    given = Some(handle);
                    token
                });
                assert_eq!(result.ok(), given);
                match given {
                    Some(handle) => self.inserted(handle, id),
                    None => assert_eq!(self.model.next(), None),
                }
            }
            Operation::EntryInsert => {
                let token = self.token();
                let id = token.id;
                let handle = self.pool.vacant_entry().ok().map(|entry| {
                    let handle = entry.handle();
                    assert_eq!(entry.insert(token).id, id);
                    handle
                });
                match handle {
                    Some(handle) => self.inserted(handle, id),
                    None => assert_eq!(self.model.next(), None),
                }
            }
            Operation::EntryDrop => {
                let handle = self.pool.vacant_entry().ok().map(|entry| entry.handle());
                assert_eq!(self.model.next(), handle.map(named));
                if let Some(handle) = handle {
                    if !self.model.advance(handle.index()) {
                        self.model.free.pop();
                    }
                    self.handles.push(handle);
                }
            }
            Operation::Remove(pick) => {
                if let Some(handle) = self.pick(pick) {
                    self.remove(handle);
                }
            }
            Operation::RemoveLive(pick) => {
                if let Some(handle) = self.pick_live(pick) {
                    self.remove(handle);
                }
            }
            Operation::Write(pick) => {
                if let Some(handle) = self.pick(pick) {
                    let token = self.token();
                    let id = token.id;
                    let expected = self.model.get(named(handle));
                    match self.pool.get_mut(handle) {
                        Some(slot) => {
                            let old = std::mem::replace(slot, token);
                            assert_eq!(Some(old.id), expected);
                            self.model.slots[handle.index()].id = Some(id);
                        }
                        None => assert_eq!(expected, None),
                    }
                }
            }
            Operation::Disjoint(a, b, c) => {
                let picked = [self.pick(a), self.pick_live(b), self.pick_live(c)];
                if let [Some(a), Some(b), Some(c)] = picked {
                    self.disjoint([a, b, c]);
                }
            }
            Operation::InsertMany(count) => {
                let tokens: Vec<Token> = (0..count).map(|_| self.token()).collect();
                let ids: Vec<u32> = tokens.iter().map(|token| token.id).collect();
                match (self.insert_many)(&mut self.pool, tokens) {
                    Ok(handles) => {
                        assert_eq!(handles.len(), count);
                        for (handle, id) in handles.into_iter().zip(ids) {
                            self.inserted(handle, id);
                        }
                    }
                    Err(refused) => {
                        assert!(count > self.model.free.len());
                        assert_eq!(refused, ids);
                    }
                }
            }
            Operation::InsertAt(pick, bits) => {
                // In a first generation, or in the last.
                let last = (Pool::<P>::GENERATIONS - 1) << Pool::<P>::INDEX_BITS;
                let anywhere = Handle::from_bits(if bits % 4 == 0 {
                    last | ((bits >> 8) % Pool::<P>::CAPACITY as u32)
                } else {
                    bits % (1 << 10)
                });
                if let Some(handle) = anywhere.filter(|_| pick % 2 == 0).or(self.pick(pick)) {
                    self.insert_at(handle);
                }
            }
            Operation::RemoveMany(ref picks) => {
                let handles: Option<Vec<_>> = picks.iter().map(|&pick| self.pick(pick)).collect();
                if let Some(handles) = handles {
                    self.remove_many(&handles);
                }
            }
            Operation::RemoveManyLive(count, skip) => {
                let skip = usize::from(skip) % self.pool.len().max(1);
                let mut handles: Vec<_> = self.pool.handles().skip(skip).take(count).collect();
                handles.reverse();
                self.remove_many(&handles);
            }
            Operation::TryExtend(count) => {
                let tokens: Vec<Token> = (0..count).map(|_| self.token()).collect();
                let ids: Vec<u32> = tokens.iter().map(|token| token.id).collect();
                let mut tokens = tokens.into_iter();
                let fitting = count.min(self.model.free.len());
                let rejected = self.pool.try_extend(&mut tokens).err().map(|full| full.into_inner().id);
                assert_eq!(rejected, ids.get(fitting).copied());
                assert!(tokens.map(|token| token.id).eq(ids.iter().skip(fitting + 1).copied()));
                for &id in &ids[..fitting] {
                    let (index, _) = self.model.insert(id).expect("it fits");
                    self.handles.extend(self.pool.handle_at(index));
                }
            }
            Operation::Retain(mask) => {
                let mut seen = Vec::new();
                self.pool.retain(|handle, token| {
                    seen.push((named(handle), token.id));
                    mask >> (token.id % 32) & 1 == 1
                });
                let entries = self.model.entries();
                assert_eq!(seen, entries);
                for (named, id) in entries {
                    if mask >> (id % 32) & 1 == 0 {
                        self.model.remove(named);
                    }
                }
            }
            Operation::ExtractIf(mask, count) => {
                let is_wanted = |token: &Token| mask >> (token.id % 32) & 1 == 1;
                let taken = self.pool.extract_if(|_, token| is_wanted(token)).take(count);
                let taken: Vec<_> = taken.map(|(handle, token)| (handle, token.id)).collect();
                let expected = self.model.entries().into_iter().filter(|(_, id)| mask >> (id % 32) & 1 == 1);
                assert!(taken.iter().map(|&(handle, id)| (named(handle), id)).eq(expected.take(count)));
                for (handle, id) in taken {
                    assert_eq!(self.model.remove(named(handle)), Some(id));
                }
            }
            Operation::Drain(front, back) => {
                let entries = self.model.entries();
                let mut drain = self.pool.drain();
                assert_eq!(drain.len(), entries.len());
                let mut expected = entries.into_iter();
                let entry = |(handle, token): (Handle<P>, Token)| (named(handle), token.id);
                for _ in 0..front {
                    assert_eq!(drain.next().map(entry), expected.next());
                }
                for _ in 0..back {
                    assert_eq!(drain.next_back().map(entry), expected.next_back());
                }
                drop(drain);
                self.model.clear();
            }
            Operation::ForgetDrain(front) => {
                let mut drain = self.pool.drain();
                let taken: Vec<_> =
                    drain.by_ref().take(front).map(|(handle, token)| (handle, token.id)).collect();
                std::mem::forget(drain);
                for (handle, id) in taken {
                    assert_eq!(self.model.remove(named(handle)), Some(id));
                }
            }
            Operation::Clear => {
                self.pool.clear();
                self.model.clear();
            }
        }
    }

    fn disjoint(&mut self, handles: [Handle<P>; 3]) {
        let expected = handles.map(|handle| self.model.get(named(handle)));
        match self.pool.get_disjoint_mut(handles) {
            Ok(tokens) => {
                assert_eq!(tokens.map(|token| Some(token.id)), expected);
                assert!(handles[0] != handles[1] && handles[0] != handles[2] && handles[1] != handles[2]);
            }
            Err(DisjointError::Stale(stale)) => {
                assert_eq!(expected[stale.position()], None);
                assert!(expected[..stale.position()].iter().all(Option::is_some));
            }
            Err(DisjointError::Overlapping(handle)) => {
                assert!(handles.iter().filter(|other| other.index() == handle.index()).count() > 1);
            }
        }
    }

    /// Compares what can be seen of the pool with the model.
    fn check(&self) {
        let Test { pool, model, .. } = self;
        assert_eq!(pool.len(), model.len());
        assert_eq!(pool.is_empty(), model.len() == 0);
        assert_eq!(pool.is_full(), model.free.is_empty());
        assert_eq!(pool.remaining_capacity(), model.free.len());
        assert_eq!(pool.next_handle().map(named), model.next());
        let last_given = &self.handles[self.handles.len().saturating_sub(20)..];
        for &handle in last_given {
            let expected = model.get(named(handle));
            assert_eq!(pool.get(handle).map(|token| token.id), expected);
            assert_eq!(pool.contains(handle), expected.is_some());
        }
    }

    /// Compares everything.
    fn check_all(&mut self) {
        self.check();
        let entries = self.model.entries();
        let pool = &mut self.pool;
        assert_eq!(pool.iter().len(), entries.len());
        assert!(pool.iter().map(|(handle, token)| (named(handle), token.id)).eq(entries.iter().copied()));
        assert!(
            pool.iter()
                .rev()
                .map(|(handle, token)| (named(handle), token.id))
                .eq(entries.iter().rev().copied())
        );
        assert!(pool.iter_mut().map(|(handle, token)| (named(handle), token.id)).eq(entries.iter().copied()));
        assert!(pool.values().map(|token| token.id).eq(entries.iter().map(|entry| entry.1)));
        assert!(pool.values_mut().rev().map(|token| token.id).eq(entries.iter().rev().map(|entry| entry.1)));
        assert!(pool.handles().map(named).eq(entries.iter().map(|entry| entry.0)));
        // `for_each` goes by `fold`, which has a path of its own.
        let mut folded = Vec::new();
        pool.iter().for_each(|(handle, token)| folded.push((named(handle), token.id)));
        assert_eq!(folded, entries);
        for n in [0, 1, entries.len() / 2, entries.len(), entries.len() + 1] {
            let mut values = pool.values();
            assert_eq!(values.nth(n).map(|token| token.id), entries.get(n).map(|entry| entry.1));
            assert_eq!(values.len(), entries.len().saturating_sub(n + 1));
            assert!(values.map(|token| token.id).eq(entries.iter().skip(n + 1).map(|entry| entry.1)));
        }
        // From both ends at once, and then by `fold`.
        let mut both = pool.iter();
        let front = both.next().map(|(handle, _)| named(handle));
        let back = both.next_back().map(|(handle, _)| named(handle));
        assert_eq!(front, entries.first().map(|entry| entry.0));
        assert_eq!(back, entries.get(1..).and_then(<[_]>::last).map(|entry| entry.0));
        let middle = entries.iter().skip(1).take(entries.len().saturating_sub(2)).map(|entry| entry.1);
        assert!(
            both.fold(Vec::new(), |mut ids, (_, token)| {
                ids.push(token.id);
                ids
            })
            .into_iter()
            .eq(middle)
        );
        for index in 0..self.model.slots.len() + 1 {
            let expected = entries.iter().find(|entry| entry.0.0 == index).map(|entry| entry.0);
            assert_eq!(pool.handle_at(index).map(named), expected);
        }
        for (handle, token) in &*pool {
            assert_eq!(pool.handle_of(token), Some(handle));
        }
        for &handle in &self.handles {
            assert_eq!(pool.get(handle).map(|token| token.id), self.model.get(named(handle)));
            assert_eq!(Handle::from_bits(handle.to_bits()), Some(handle));
        }
        let mut alive: Vec<u32> = entries.iter().map(|entry| entry.1).collect();
        alive.sort_unstable();
        assert_eq!(self.drops.alive(), alive);
    }
}

fn behaves_as_the_model<P: PoolSpec<Item = Token>>(
    retiring: bool,
    insert_many: InsertMany<P>,
    insert_at: InsertAt<P>,
    operations: &[Operation],
) where
    P::Layout: Tracked,
{
    let mut test = Test::<P>::new(retiring, insert_many, insert_at);
    for (i, operation) in operations.iter().enumerate() {
        test.apply(operation);
        test.check();
        if i % 50 == 0 {
            test.check_all();
        }
    }
    test.check_all();
    // Half of the rest goes by value, half with the iterator.
    let Test { pool, model, drops, .. } = test;
    let half = model.len() / 2;
    let taken: Vec<_> =
        pool.into_iter().take(half).map(|(handle, token)| (named(handle), token.id)).collect();
    assert_eq!(taken, model.entries()[..half]);
    assert_eq!(drops.alive(), []);
}

macro_rules! models {
    ($insert_many:ident, $insert_at:ident: $($name:ident: $marker:ident [$capacity:literal $($options:tt)*], retiring: $retiring:literal;)*) => {
        pool! {
            $($marker: [Token; $capacity] $($options)*;)*
        }

        proptest! {
            #![proptest_config(ProptestConfig {
                cases: if cfg!(miri) { 1 } else { 64 },
                failure_persistence: None,
                ..ProptestConfig::default()
            })]

            $(
                #[test]
                fn $name(operations in operations()) {
                    behaves_as_the_model::<$marker>($retiring, $insert_many, $insert_at, &operations);
                }
            )*
        }
    };
}

models! {
    at_once, at:
    one_slot: OneSlot [1], retiring: false;
    two_slots: TwoSlots [2], retiring: false;
    five_slots: FiveSlots [5], retiring: false;
    no_spare_bits: NoSpareBits [129], retiring: false;
    a_byte_without_niche: ByteWithoutNiche [256], retiring: false;
    live: LiveSlots [70, guard = live], retiring: false;
    live_one_slot: LiveOneSlot [1, guard = live], retiring: false;
    shorts: Shorts [300], retiring: false;
    shorts_live: ShortsLive [300, guard = live], retiring: false;
    packed9: Packed9 [70, layout = packed(9)], retiring: false;
    packed18: Packed18 [70, layout = packed18, guard = live], retiring: false;
    split24: Split24 [70, layout = split24, align = 64], retiring: false;
    words: Words [70, layout = u32, generation_bits = 1], retiring: false;
    wide_generations: WideGenerations [70, generation_bits = 20], retiring: false;
    retiring: Retiring [3, generation_bits = 14, on_wrap = retire], retiring: true;
}

/// One after the other: there is no table to read the handles of a batch off.
fn one_by_one<P: PoolSpec<Item = Token>>(
    pool: &mut Pool<P>,
    tokens: Vec<Token>,
) -> Result<Vec<Handle<P>>, Vec<u32>> {
    if tokens.len() > pool.remaining_capacity() {
        return Err(tokens.into_iter().map(|token| token.id).collect());
    }
    Ok(tokens.into_iter().map(|token| pool.insert(token).unwrap()).collect())
}

/// There is no table to look a slot up in.
fn nowhere<P: PoolSpec<Item = Token>>(
    _pool: &mut Pool<P>,
    _handle: Handle<P>,
    _token: Token,
) -> Option<Result<(), Token>> {
    None
}

models! {
    one_by_one, nowhere:
    list_of_one: ListOfOne [1, bookkeeping = free_list], retiring: false;
    list_of_two: ListOfTwo [2, bookkeeping = free_list], retiring: false;
    list: List [70, bookkeeping = free_list], retiring: false;
    list_live: ListLive [70, bookkeeping = free_list, guard = live], retiring: false;
    list_of_256: ListOf256 [256, bookkeeping = free_list], retiring: false;
    list_of_shorts: ListOfShorts [300, bookkeeping = free_list, align = 64], retiring: false;
    list_retiring: ListRetiring [3, bookkeeping = free_list, generation_bits = 14, on_wrap = retire], retiring: true;
}
