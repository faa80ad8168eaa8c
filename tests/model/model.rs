//! What a pool should be.

/// What a pool should be: slots with their generations, and the free ones, the next last.
pub(super) struct Model {
    pub(super) slots: Vec<Slot>,
    pub(super) free: Vec<usize>,
    pub(super) generations: u32,
    pub(super) retiring: bool,
}

#[derive(Clone, Default)]
pub(super) struct Slot {
    /// The token that lives here.
    pub(super) id: Option<u32>,
    pub(super) generation: u32,
    pub(super) retired: bool,
}

impl Model {
    pub(super) fn new(capacity: usize, generations: u32, retiring: bool) -> Self {
        let slots = vec![Slot::default(); capacity];
        Model { slots, free: (0..capacity).rev().collect(), generations, retiring }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.iter().filter(|slot| slot.id.is_some()).count()
    }

    /// The slot and generation of the next handle.
    pub(super) fn next(&self) -> Option<Named> {
        self.free.last().map(|&index| (index, self.slots[index].generation))
    }

    pub(super) fn insert(&mut self, id: u32) -> Option<Named> {
        let named = self.next()?;
        self.free.pop();
        self.slots[named.0].id = Some(id);
        Some(named)
    }

    /// The token that a handle names.
    pub(super) fn get(&self, (index, generation): Named) -> Option<u32> {
        let slot = &self.slots[index];
        slot.id.filter(|_| slot.generation == generation)
    }

    /// Moves a slot to its next generation; whether it can be used again.
    pub(super) fn advance(&mut self, index: usize) -> bool {
        let slot = &mut self.slots[index];
        let next = slot.generation + 1;
        slot.retired = self.retiring && next == self.generations;
        slot.generation = next % self.generations;
        !slot.retired
    }

    pub(super) fn remove(&mut self, named: Named) -> Option<u32> {
        let id = self.get(named)?;
        self.slots[named.0].id = None;
        if self.advance(named.0) {
            self.free.push(named.0);
        }
        Some(id)
    }

    pub(super) fn clear(&mut self) {
        for index in 0..self.slots.len() {
            if self.slots[index].id.take().is_some() {
                self.advance(index);
            }
        }
        self.free = (0..self.slots.len()).rev().filter(|&index| !self.slots[index].retired).collect();
    }

    /// Everything that lives, in slot order.
    pub(super) fn entries(&self) -> Vec<(Named, u32)> {
        let entry = |(index, slot): (usize, &Slot)| slot.id.map(|id| ((index, slot.generation), id));
        self.slots.iter().enumerate().filter_map(entry).collect()
    }
}

/// A slot and a generation: what a handle says.
pub(super) type Named = (usize, u32);
