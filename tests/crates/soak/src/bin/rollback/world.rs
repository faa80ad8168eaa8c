//! The state of the game: pools of all kinds, with handles between their objects.

use crate::PLAYERS;
use stackpool::{HandleMap, Heap, Link, Pool, Snapshot, SparseHandleMap, pool};
use stackpool_soak::mixed;

/// Stays in its slot, and the order in which units came is part of the state.
#[derive(Pool, Snapshot, Clone, Copy)]
#[pool(capacity = 300, marks)]
#[snapshot(item)]
struct Unit {
    place: [i32; 2],
    owner: u8,
    left: u16,
    /// What it follows, also when that is gone.
    target: Link<Unit>,
}

/// Shots are one slice without holes.
#[derive(Pool, Snapshot, Clone, Copy)]
#[pool(capacity = 600, dense, generation_bits = 6)]
#[snapshot(item)]
struct Shot {
    place: [i32; 2],
    by: UnitHandle,
    is_fast: bool,
    left: u8,
}

/// Sparks are an array per field.
#[derive(Pool, Clone, Copy)]
#[pool(capacity = 400, columns, guard = live)]
struct Spark {
    place: [i32; 2],
    heat: u16,
}

pool! {
    Numbers: [u16; 100..140];
}

/// Everything on which the next frame depends, except the inputs.
#[derive(Snapshot)]
pub(crate) struct World {
    frame: u32,
    random: u64,
    scores: [u32; PLAYERS],
    units: Heap<UnitPool>,
    shots: Heap<ShotPool>,
    sparks: Heap<SparkPool>,
    numbers: NumbersPool,
    wounds: HandleMap<Unit, u16>,
    /// The number of a unit, of the few that have one.
    named: SparseHandleMap<Unit, u16, 40>,
}

impl World {
    pub(crate) fn new(seed: u64) -> Self {
        World {
            frame: 0,
            random: seed,
            scores: [0; PLAYERS],
            units: UnitPool::on_heap(),
            shots: ShotPool::on_heap(),
            sparks: SparkPool::on_heap(),
            numbers: NumbersPool::new(),
            wounds: HandleMap::new(),
            named: SparseHandleMap::new(),
        }
    }

    pub(crate) fn frame(&self) -> u32 {
        self.frame
    }

    /// Plays a frame.
    pub(crate) fn step(&mut self, inputs: [u8; PLAYERS]) {
        self.frame += 1;
        for (player, input) in inputs.into_iter().enumerate() {
            self.command(player as u8, input);
        }
        self.move_units();
        self.move_shots();
        self.sparks.retain(|_, spark| {
            *spark.heat -= *spark.heat / 8 + 1;
            *spark.heat > 8
        });
    }

    /// A random number, as part of the state.
    fn below(&mut self, end: usize) -> usize {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mixed(self.random) % end as u64) as usize
    }

    /// The unit in a random slot, if there is one.
    fn any_unit(&mut self) -> Option<UnitHandle> {
        let slot = self.below(UnitPool::CAPACITY);
        self.units.handle_at(slot)
    }

    fn command(&mut self, player: u8, input: u8) {
        if input & 0x01 != 0 {
            self.spawn(player);
        }
        if input & 0x02 != 0 {
            self.fire();
        }
        if input & 0x0C == 0x0C {
            self.squad(player);
        }
        if input & 0x30 == 0x30 {
            self.shots.sort_by_key(|shot| shot.left);
        }
        if input & 0x40 != 0 {
            self.name();
        }
        if input & 0x83 == 0x80 {
            let unit = self.any_unit();
            self.lose(unit);
        }
    }

    /// Adds a unit, in place of the oldest one if there is no room.
    fn spawn(&mut self, owner: u8) {
        if self.units.is_full() {
            self.lose(self.units.oldest());
        }
        let target = self.any_unit();
        let place = [self.below(1_000) as i32, self.below(1_000) as i32];
        let left = 100 + self.below(400) as u16;
        // A slot that waits, or retired, is no room.
        let _ = self.units.insert(Unit { place, owner, left, target: target.into() });
    }

    /// Several units at once, all of which leave again if the squad is too small.
    fn squad(&mut self, player: u8) {
        let mark = self.units.mark().expect("no other mark is left");
        for _ in 0..1 + self.below(5) {
            self.spawn(player);
        }
        let came = self.units.iter_since(&mark).map_or(0, Iterator::count);
        let ended =
            if came < 3 { self.units.release_since(mark).map(drop) } else { self.units.keep_since(mark) };
        ended.expect("the mark is of this frame");
    }

    fn fire(&mut self) {
        for _ in 0..4 {
            let Some(by) = self.any_unit() else { continue };
            let (is_fast, left) = (self.below(2) == 0, 20 + self.below(60) as u8);
            let place = self.units[by].place;
            if self.shots.insert(Shot { place, by, is_fast, left }).is_err() {
                self.scores[usize::from(self.units[by].owner)] += 1;
            }
        }
    }

    /// Gives a unit a number.
    fn name(&mut self) {
        let Some(unit) = self.any_unit() else { return };
        if self.named.contains(unit) {
            return;
        }
        if let Some(number) = self.numbers.acquire() {
            self.named.insert(unit, number).expect("there is room for as many units as numbers");
        }
    }

    /// Removes a unit, if there is one, and all that belongs to it.
    fn lose(&mut self, handle: Option<UnitHandle>) {
        let Some(handle) = handle else { return };
        let Some(unit) = self.units.remove(handle) else { return };
        self.wounds.remove(handle);
        if let Some(number) = self.named.remove(handle) {
            self.numbers.release(number).expect("the unit had it");
        }
        for heat in 1..5 {
            let _ = self.sparks.insert(Spark { place: unit.place, heat: 30 * heat });
        }
    }

    fn move_units(&mut self) {
        let mut cursor = self.units.cursor();
        while let Some(handle) = cursor.next(&self.units) {
            let Unit { place, target, .. } = self.units[handle];
            let to = target
                .get()
                .and_then(|target| self.units.get(target))
                .map_or([500; 2], |target| target.place);
            let unit = &mut self.units[handle];
            unit.place = [0, 1].map(|axis| place[axis] + (to[axis] - place[axis]).signum() * 3);
            unit.left = unit.left.saturating_sub(1);
            if unit.left == 0 || self.wounds.get(handle).is_some_and(|&wounds| wounds > 5) {
                self.lose(Some(handle));
            }
        }
    }

    fn move_shots(&mut self) {
        let mut hits = [None; 16];
        let (units, mut count) = (&self.units, 0);
        self.shots.retain(|_, shot| {
            shot.left = shot.left.saturating_sub(if shot.is_fast { 2 } else { 1 });
            shot.place[0] += if shot.is_fast { 9 } else { 4 };
            // The shooter may be gone, and its slot may be that of another unit.
            let aim = units.get(shot.by).and_then(|by| by.target.get()).filter(|aim| units.contains(*aim));
            if shot.left < 10 && count < hits.len() && aim.is_some() {
                hits[count] = aim;
                count += 1;
                return false;
            }
            shot.left > 0
        });
        for unit in hits.into_iter().flatten() {
            let wounds = self.wounds.get(unit).copied().unwrap_or(0);
            self.wounds.insert(unit, wounds + 1);
        }
    }

    /// Returns the number of objects.
    ///
    /// # Panics
    ///
    /// Panics if the pools and tables contradict each other.
    pub(crate) fn check(&self) -> usize {
        let World { units, shots, sparks, numbers, wounds, named, .. } = self;
        assert_eq!(units.iter().count(), units.len());
        assert_eq!(units.iter_in_order().count(), units.len());
        assert_eq!(shots.as_slice().len(), shots.len());
        assert_eq!(sparks.iter().count(), sparks.len());
        assert_eq!(numbers.len(), named.len());
        assert!(named.values().iter().all(|&number| numbers.contains(number)));
        assert!(
            named.keys().iter().chain(&wounds.keys().collect::<Vec<_>>()).all(|&unit| units.contains(unit))
        );
        units.len() + shots.len() + sparks.len()
    }
}
