//! Pools that have to stay alike, and the order in which their objects were inserted.

use super::tested::{Operation, Twin};
use crate::script::Script;
use std::collections::BTreeMap;

/// How many marks can be out.
const MARKS: usize = 3;

/// Pools that are alike, and what marks have to release.
pub(super) struct Group {
    twins: Vec<Box<dyn Twin>>,
    /// Of each object, by its item, which is its place in the order: its handle, and how many marks were out.
    objects: BTreeMap<u32, (u32, usize)>,
    /// The numbers of the marks that are out, the outermost first.
    out: Vec<u32>,
    /// The numbers of those that were made and not used.
    made: Vec<u32>,
    /// The last number that was given to an item or to a mark.
    last: u32,
}

impl Group {
    pub(super) fn new<const N: usize>(twins: [Box<dyn Twin>; N]) -> Self {
        let (objects, out, made) = Default::default();
        Group { twins: twins.into(), objects, out, made, last: 0 }
    }

    /// Does what the script says, and compares; at the end the order of all free slots too.
    pub(super) fn play(&mut self, script: &mut Script<'_>) {
        while !script.is_empty() {
            self.step(script);
            self.compare();
        }
        self.images();
        self.apply(Operation::Extend(self.last + 1, 1_000));
        self.compare();
    }

    fn step(&mut self, script: &mut Script<'_>) {
        let first = self.last + 1;
        match script.byte() {
            0..56 => self.insert(1, |_| Operation::Insert(first)),
            56..68 => {
                let count = usize::from(script.byte() % 64);
                self.insert(count, |count| Operation::Extend(first, count));
            }
            68..80 => {
                let count = usize::from(script.byte() % 64);
                self.insert(count, |count| Operation::Batch(first, count));
            }
            80..88 => self.insert(1, |_| Operation::EntryInsert(first)),
            88..92 => self.apply(Operation::EntryDrop),
            92..136 => self.apply(Operation::Remove(script.byte().into())),
            136..156 => {
                self.apply(Operation::RemoveMany(script.byte().into(), usize::from(script.byte() % 64)));
            }
            156..160 => self.apply(Operation::Retain(script.byte())),
            160..164 => {
                self.apply(Operation::ExtractIf(script.byte(), usize::from(script.byte() % 16)));
            }
            164 | 165 => {
                self.apply(Operation::Drain(usize::from(script.byte() % 9), usize::from(script.byte() % 9)));
            }
            166 => self.apply(Operation::Clear),
            167..170 => {
                self.apply(Operation::Exchange);
                self.end_marks();
            }
            170..174 => self.restore(),
            174..204 => self.mark(),
            204 | 205 => {
                self.twins.iter_mut().for_each(|twin| twin.forget_marks());
                self.end_marks();
            }
            how => self.use_mark(how, script.byte()),
        }
    }

    /// Does the same to all: they give the same.
    fn apply(&mut self, operation: Operation) {
        let mut given = self.twins.iter_mut().map(|twin| twin.apply(operation));
        let first = given.next().expect("a group of some");
        assert!(given.all(|given| given == first), "{operation:?}");
    }

    /// Inserts so many, for which numbers are counted up.
    fn insert(&mut self, count: usize, operation: impl FnOnce(usize) -> Operation) {
        self.apply(operation(count));
        self.last += count as u32;
    }

    /// All look alike; and which objects there are now.
    fn compare(&mut self) {
        let mut seen = self.twins.iter().map(|twin| twin.seen());
        let first = seen.next().expect("a group of some");
        for seen in seen {
            assert_eq!(seen, first);
        }
        let before = std::mem::take(&mut self.objects);
        let level = |item| before.get(&item).map_or(self.out.len(), |(_, level)| *level);
        self.objects = first.objects.iter().map(|&(bits, item)| (item, (bits, level(item)))).collect();
        assert_eq!(self.objects.len(), first.objects.len(), "two objects of one number");
    }

    /// Equal pools are equal bytes, whatever their table.
    fn images(&self) -> Vec<u8> {
        let mut images = self.twins.iter().map(|twin| twin.save());
        let first = images.next().expect("a group of some");
        assert!(images.all(|image| image == first), "equal pools are saved as other bytes");
        first
    }

    /// Each is restored from what another one saved, over what was done since.
    fn restore(&mut self) {
        let image = self.images();
        self.apply(Operation::Extend(self.last, 5));
        self.apply(Operation::Retain(0b0110_1101));
        self.twins.iter_mut().for_each(|twin| twin.restore(&image));
        self.end_marks();
    }

    fn mark(&mut self) {
        self.last += 1;
        let (number, is_room) = (self.last, self.out.len() < MARKS);
        self.twins.iter_mut().for_each(|twin| twin.mark(number, is_room));
        if is_room {
            self.out.push(number);
            self.made.push(number);
        }
    }

    /// Uses one of the marks that were made, or drops it; some of them are stale.
    fn use_mark(&mut self, how: u8, which: u8) {
        if self.made.is_empty() {
            return;
        }
        let number = self.made.swap_remove(usize::from(which) % self.made.len());
        let level = self.out.iter().position(|out| *out == number);
        match how {
            0..236 => {
                // Items are counted up, so that the newest is the last.
                let since = |level: usize| self.objects.values().rev().filter(move |(_, of)| *of > level);
                let released: Option<Vec<u32>> =
                    level.map(|level| since(level).map(|(bits, _)| *bits).collect());
                self.twins.iter_mut().for_each(|twin| twin.release(number, released.as_deref()));
            }
            236..250 => {
                self.twins.iter_mut().for_each(|twin| twin.keep(number, level.is_none()));
                let level = level.unwrap_or(MARKS);
                self.objects.values_mut().for_each(|(_, of)| *of = level.min(*of));
            }
            // It stays out.
            _ => return self.twins.iter_mut().for_each(|twin| twin.drop_mark(number)),
        }
        self.out.truncate(level.unwrap_or(MARKS));
    }

    /// All that there is now is from before any mark.
    fn end_marks(&mut self) {
        self.out.clear();
        self.objects.values_mut().for_each(|(_, level)| *level = 0);
    }
}
