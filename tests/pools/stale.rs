//! How long a stale handle is caught, whatever removed its object: no handle names another object before
//! `GENERATIONS * QUARANTINE` removals, if after each insertion at least `QUARANTINE` slots are free. An operation that
//! removes many objects counts as one removal for each of them.

use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::{ColumnPool, Columns, Handle, HandleMap, Pool, pool};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Which objects an operation removes, by the number of each.
#[derive(Clone, Copy, Debug)]
struct Mask(u64);

impl Mask {
    fn has(self, id: u32) -> bool {
        self.0 >> (id % 64) & 1 != 0
    }
}

/// What is done with an iterator that removes all objects.
#[derive(Clone, Copy, Debug)]
enum End {
    Drop,
    Forget,
    Fold,
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    /// Inserts this share of what fits, in 256ths.
    Insert(u8),
    /// Makes room for an object, and inserts none.
    Show,
    /// Removes one object after the other.
    Remove(Mask, u8),
    /// Removes a batch of objects, some of them from its back.
    RemoveMany(Mask, u8),
    Retain(Mask),
    ExtractIf(Mask, u8),
    Clear,
    Drain {
        front: u8,
        back: u8,
        end: End,
    },
    /// Removes what was inserted since a mark, of some insertions.
    Release(u8),
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let mask = || any::<u64>().prop_map(Mask);
    let sparse = || (any::<u64>(), any::<u64>()).prop_map(|(one, other)| Mask(one & other));
    let end = prop_oneof![Just(End::Drop), Just(End::Forget), Just(End::Fold)];
    let operation = prop_oneof![
        6 => any::<u8>().prop_map(Operation::Insert),
        4 => (0..6_u8).prop_map(Operation::Insert),
        1 => Just(Operation::Show),
        3 => (sparse(), any::<u8>()).prop_map(|(mask, most)| Operation::Remove(mask, most)),
        2 => (mask(), any::<u8>()).prop_map(|(mask, most)| Operation::RemoveMany(mask, most)),
        1 => mask().prop_map(Operation::Retain),
        1 => (mask(), any::<u8>()).prop_map(|(mask, most)| Operation::ExtractIf(mask, most)),
        4 => Just(Operation::Clear),
        4 => (0..90_u8, 0..90_u8, end).prop_map(|(front, back, end)| Operation::Drain { front, back, end }),
        1 => any::<u8>().prop_map(Operation::Release),
    ];
    prop::collection::vec(operation, 0..miri_or(8, 40))
}

/// A pool whose objects are numbers.
trait Numbered {
    type Handle: Copy;
    const GENERATIONS: usize;
    const QUARANTINE: usize;

    fn room(&self) -> usize;
    fn insert(&mut self, id: u32) -> Self::Handle;
    fn get(&self, handle: Self::Handle) -> Option<u32>;
    /// Does an operation other than `Insert`. Says in the log what was inserted, and which handles were only shown.
    fn play(&mut self, operation: Operation, log: &mut Log<Self::Handle>);
}

/// The handles that were given out, and the removals.
struct Log<H> {
    next_id: u32,
    removals: usize,
    live: Vec<(H, u32)>,
    /// Handles of objects that are gone, with the number of removals before the operation that removed them.
    gone: VecDeque<(H, u32, usize)>,
}

impl<H: Copy> Log<H> {
    /// Notes that all objects are gone that do not exist any more.
    fn note(&mut self, exists: impl Fn(H, u32) -> bool) {
        let before = self.removals;
        let Log { removals, live, gone, .. } = self;
        live.retain(|&(handle, id)| {
            let is_live = exists(handle, id);
            if !is_live {
                *removals += 1;
                gone.push_back((handle, id, before));
            }
            is_live
        });
    }

    fn chosen(&self, mask: Mask, most: u8) -> Vec<H> {
        let chosen = self.live.iter().filter(|(_, id)| mask.has(*id));
        chosen.take(most.into()).map(|&(handle, _)| handle).collect()
    }

    fn insert(&mut self, count: usize, mut insert: impl FnMut(u32) -> H) {
        for _ in 0..count {
            self.next_id += 1;
            self.live.push((insert(self.next_id), self.next_id));
        }
    }
}

/// Plays operations, and asks after each one for every handle that is to be caught.
fn is_caught<P: Numbered>(pool: &mut P, operations: &[Operation]) {
    let mut log = Log { next_id: 0, removals: 0, live: Vec::new(), gone: VecDeque::new() };
    for &operation in operations {
        let room = pool.room().saturating_sub(P::QUARANTINE);
        match operation {
            Operation::Insert(share) => {
                log.insert((room * usize::from(share)).div_ceil(256), |id| pool.insert(id));
            }
            Operation::Show | Operation::Release(_) if room == 0 => {}
            _ => pool.play(operation, &mut log),
        }
        log.note(|handle, id| pool.get(handle) == Some(id));
        // The others need not be caught any more.
        let promised = P::GENERATIONS * P::QUARANTINE;
        while log.gone.front().is_some_and(|&(_, _, before)| log.removals - before > promised) {
            log.gone.pop_front();
        }
        for &(handle, id, before) in &log.gone {
            let found = pool.get(handle);
            assert_eq!(found, None, "object {id} is gone since {} removals", log.removals - before);
        }
    }
}

macro_rules! numbered {
    ($($kind:ident<$spec:ident>: $item:expr, $id:expr, $marks:ident;)*) => {$(
        impl Numbered for $kind<$spec> {
            type Handle = Handle<$spec>;
            const GENERATIONS: usize = <$kind<$spec>>::GENERATIONS as usize;
            const QUARANTINE: usize = <$kind<$spec>>::QUARANTINE;

            fn room(&self) -> usize {
                self.remaining_capacity()
            }

            fn insert(&mut self, id: u32) -> Self::Handle {
                self.insert_with(|_| $item(id)).expect("there is room")
            }

            fn get(&self, handle: Self::Handle) -> Option<u32> {
                <$kind<$spec>>::get(self, handle).map($id)
            }

            fn play(&mut self, operation: Operation, log: &mut Log<Self::Handle>) {
                match operation {
                    Operation::Insert(_) => unreachable!("done by the caller"),
                    Operation::Show => {
                        let shown = self.next_handle().expect("there is room");
                        let made = catch_unwind(AssertUnwindSafe(|| {
                            let _ = self.insert_with(|_| resume_unwind(Box::new("no object is made")));
                        }));
                        assert!(made.is_err());
                        log.gone.push_back((shown, 0, log.removals));
                        log.removals += 1;
                    }
                    Operation::Remove(mask, most) => {
                        for handle in log.chosen(mask, most) {
                            self.remove(handle).expect("it is live");
                            log.note(|handle, id| Numbered::get(self, handle) == Some(id));
                        }
                    }
                    Operation::RemoveMany(mask, most) => {
                        let batch = log.chosen(mask, most);
                        let mut removed = self.remove_many(&batch).expect("they are live");
                        let _ = removed.next_back();
                    }
                    Operation::Retain(mask) => self.retain(|handle, _| mask.has(handle.index() as u32)),
                    Operation::ExtractIf(mask, most) => {
                        let wanted = self.extract_if(|handle, _| mask.has(handle.index() as u32));
                        wanted.take(most.into()).for_each(drop);
                    }
                    Operation::Clear => self.clear(),
                    Operation::Drain { front, back, end } => {
                        let mut drain = self.drain();
                        drain.by_ref().take(front.into()).for_each(drop);
                        drain.by_ref().rev().take(back.into()).for_each(drop);
                        match end {
                            End::Drop => drop(drain),
                            End::Forget => std::mem::forget(drain),
                            End::Fold => drain.for_each(drop),
                        }
                    }
                    Operation::Release(share) => numbered!(@$marks self, log, share),
                }
            }
        }
    )*};
    (@no_marks $pool:ident, $log:ident, $share:ident) => {{
        let _ = $share;
    }};
    (@marks $pool:ident, $log:ident, $share:ident) => {{
        let mark = $pool.mark().expect("no mark is out");
        let room = $pool.remaining_capacity() - Self::QUARANTINE;
        let count = (room * usize::from($share)).div_ceil(256);
        $log.insert(count, |id| Numbered::insert($pool, id));
        assert_eq!($pool.release_since(mark), Ok(count));
    }};
}

/// A row of a column pool.
#[derive(Columns, Clone, Copy)]
struct Row {
    id: u32,
    half: u16,
}

fn row(id: u32) -> Row {
    Row { id, half: id as u16 }
}

fn dropped(id: u32) -> Box<u32> {
    Box::new(id)
}

pool! {
    Bytes: [u32; 100];
    OneGeneration: [u32; 200];
    Marked: [u32; 200], marks;
    Listed: [u32; 200], bookkeeping = free_list;
    Boxes: [Box<u32>; 200];
    ListedBoxes: [Box<u32>; 200], bookkeeping = free_list, marks;
    Alive: [u32; 300], guard = live, quarantine = 21;
    AllWait: [u32; 70], quarantine = 35;
    Retiring: [u32; 150], generation_bits = 14, on_wrap = retire, quarantine = 9;
    Packed: [u32; 700], layout = packed18, generation_bits = 2, quarantine = 64;
    Split: [u32; 700], layout = split24, generation_bits = 1, quarantine = 100;
    Words: [u32; 300], layout = u32, generation_bits = 1, quarantine = 33;
    Rows: [Row; 200], columns, marks;
    LiveRows: [Row; 300], columns, guard = live, quarantine = 40;
}

fn itself(id: u32) -> u32 {
    id
}

numbered! {
    Pool<Bytes>: itself, |&id| id, no_marks;
    Pool<OneGeneration>: itself, |&id| id, no_marks;
    Pool<Marked>: itself, |&id| id, marks;
    Pool<Listed>: itself, |&id| id, no_marks;
    Pool<Boxes>: dropped, |id| **id, no_marks;
    Pool<ListedBoxes>: dropped, |id| **id, marks;
    Pool<Alive>: itself, |&id| id, no_marks;
    Pool<AllWait>: itself, |&id| id, no_marks;
    Pool<Retiring>: itself, |&id| id, no_marks;
    Pool<Packed>: itself, |&id| id, no_marks;
    Pool<Split>: itself, |&id| id, no_marks;
    Pool<Words>: itself, |&id| id, no_marks;
    ColumnPool<Rows>: row, |row| *row.id, marks;
    ColumnPool<LiveRows>: row, |row| *row.id, no_marks;
}

proptest! {
    #![proptest_config(cases(2, 20))]

    #[test]
    fn every_removal_counts_once_in_every_pool(operations in operations()) {
        is_caught(&mut Pool::<Bytes>::new(), &operations);
        is_caught(&mut Pool::<OneGeneration>::new(), &operations);
        is_caught(&mut Pool::<Marked>::new(), &operations);
        is_caught(&mut Pool::<Listed>::new(), &operations);
        is_caught(&mut Pool::<Boxes>::new(), &operations);
        is_caught(&mut Pool::<ListedBoxes>::new(), &operations);
        is_caught(&mut Pool::<Alive>::new(), &operations);
        is_caught(&mut Pool::<AllWait>::new(), &operations);
        is_caught(&mut Pool::<Retiring>::new(), &operations);
        is_caught(&mut Pool::<Packed>::new(), &operations);
        is_caught(&mut Pool::<Split>::new(), &operations);
        is_caught(&mut Pool::<Words>::new(), &operations);
        is_caught(&mut ColumnPool::<Rows>::new(), &operations);
        is_caught(&mut ColumnPool::<LiveRows>::new(), &operations);
    }
}

/// Large pools with the generations and the quarantine that they have by default.
#[cfg(not(miri))]
mod large {
    use super::*;

    pool! {
        Sprites: [u32; 60_000];
        Monsters: [u32; 20_000];
        ListedSprites: [u32; 60_000], bookkeeping = free_list;
        Many: [u32; 70_000], generation_bits = 1;
        LargeRows: [Row; 40_000], columns;
    }

    numbered! {
        Pool<Sprites>: itself, |&id| id, no_marks;
        Pool<Monsters>: itself, |&id| id, no_marks;
        Pool<ListedSprites>: itself, |&id| id, no_marks;
        Pool<Many>: itself, |&id| id, no_marks;
        ColumnPool<LargeRows>: row, |row| *row.id, no_marks;
    }

    /// A few objects and one operation that removes all, again and again, and then many objects.
    #[test]
    fn every_removal_counts_once() {
        let drain = |end| Operation::Drain { front: 3, back: 5, end };
        for bulk in [Operation::Clear, drain(End::Drop), drain(End::Forget), drain(End::Fold)] {
            let few = [Operation::Insert(1), bulk, Operation::Insert(2), bulk];
            let many = [Operation::Insert(200), bulk, Operation::Insert(90)];
            let operations = [&few[..], &few, &many, &few].concat();
            is_caught(&mut *SpritesPool::on_heap(), &operations);
            is_caught(&mut *MonstersPool::on_heap(), &operations);
            is_caught(&mut *ListedSpritesPool::on_heap(), &operations);
            is_caught(&mut *ManyPool::on_heap(), &operations);
            is_caught(&mut *LargeRowsPool::on_heap(), &operations);
        }
    }
}

#[test]
fn one_operation_on_all_objects_keeps_old_handles_stale() {
    pool! {
        Packets: [u32; 200];
        Enemies: [u32; 60_000];
        Levels: [u32; 20_000];
    }

    let mut packets = PacketsPool::new();
    let late = packets.insert(1).unwrap();
    packets.clear();
    packets.insert(2).unwrap();
    assert_eq!(packets.get(late), None);

    let mut enemies = EnemiesPool::on_heap();
    let mut names = HandleMap::<Enemies, &str>::on_heap();
    let boss = enemies.insert(1).unwrap();
    names.insert(boss, "boss");
    enemies.remove(boss);
    drop(enemies.drain());
    let rat = enemies.insert(2).unwrap();
    names.retain_live(&*enemies);
    assert_eq!(names.get(rat), None);

    let mut levels = LevelsPool::on_heap();
    let old = levels.insert(1).unwrap();
    for level in 0..2 {
        levels.clear();
        levels.insert(level).unwrap();
    }
    assert_eq!(levels.get(old), None);
}

/// Values have no generations: one that was freed is not handed out before `QUARANTINE` others were.
mod values {
    use super::*;

    pool! {
        Ports: [u16; 100..300], quarantine = 30;
        Many: [u16; 0..5_000], quarantine = 500;
    }

    macro_rules! waits {
        ($pool:ty, $operations:expr) => {{
            let mut pool = <$pool>::new();
            let (mut live, mut gone, mut clock) = (Vec::new(), std::collections::BTreeMap::new(), 0);
            for &operation in $operations {
                let room = pool.remaining_capacity().saturating_sub(<$pool>::QUARANTINE);
                let share = |share: u8, of: usize| (of * usize::from(share)).div_ceil(256);
                let before = clock;
                let mut released: Vec<u16> = Vec::new();
                match operation {
                    Operation::Insert(part) => {
                        for _ in 0..share(part, room) {
                            let value = pool.acquire().expect("there is room");
                            if let Some(before) = gone.remove(&value) {
                                let waited = clock - before;
                                assert!(waited > <$pool>::QUARANTINE, "{value} after {waited} removals");
                            }
                            live.push(value);
                        }
                    }
                    Operation::Remove(_, part) => {
                        for value in live.split_off(live.len() - share(part, live.len())) {
                            pool.release(value).expect("it is handed out");
                            gone.insert(value, clock);
                            clock += 1;
                        }
                    }
                    Operation::RemoveMany(_, part) => {
                        released = live.split_off(live.len() - share(part, live.len()));
                        pool.release_many(&released).expect("they are handed out");
                    }
                    _ => {
                        released = std::mem::take(&mut live);
                        pool.clear();
                    }
                }
                clock += released.len();
                gone.extend(released.into_iter().map(|value| (value, before)));
            }
        }};
    }

    proptest! {
        #![proptest_config(cases(2, 16))]

        #[test]
        fn a_value_waits_after_every_kind_of_release(operations in operations()) {
            waits!(PortsPool, &operations);
            waits!(ManyPool, &operations);
        }
    }
}
