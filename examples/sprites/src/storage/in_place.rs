//! Sprites in a pool of columns that stay in their slots: a list of slots is sorted, and the instances are copied
//! in its order.

use super::Storage;
use crate::sprite::{CAPACITY, Instance, Motion, Sprite, back_to_front};
use stackpool::{Heap, Pool};

/// A sprite of the pool.
#[derive(Pool, Clone, Copy, Debug)]
#[pool(capacity = CAPACITY, columns)]
pub(crate) struct InPlace {
    instance: Instance,
    motion: Motion,
    number: u32,
    leader: Option<InPlaceHandle>,
}

#[derive(Debug)]
pub(crate) struct InPlaceSprites {
    pool: Heap<InPlacePool>,
    /// The slots in order, with their keys.
    order: Vec<(u64, u32)>,
    buffer: Vec<Instance>,
}

impl Storage for InPlaceSprites {
    const NAME: &'static str = "in place";
    type Key = InPlaceHandle;

    fn new() -> Self {
        InPlaceSprites { pool: InPlacePool::on_heap(), order: Vec::new(), buffer: Vec::new() }
    }

    fn insert(&mut self, sprite: Sprite, leader: Option<InPlaceHandle>) -> Option<InPlaceHandle> {
        let Sprite { instance, motion, number } = sprite;
        self.pool.insert(InPlace { instance, motion, number, leader }).ok()
    }

    fn get(&self, key: InPlaceHandle) -> Option<Instance> {
        self.pool.get(key).map(|sprite| *sprite.instance)
    }

    fn len(&self) -> usize {
        self.pool.len()
    }

    fn fly(&mut self, mut fly: impl FnMut(&mut Instance, &mut Motion)) {
        let (columns, live) = self.pool.slot_columns_and_live_mut();
        for run in live.ranges() {
            let motions = &mut columns.motion[run.clone()];
            for (instance, motion) in columns.instance[run].iter_mut().zip(motions) {
                fly(instance, motion);
            }
        }
    }

    fn follow(&mut self, mut follow: impl FnMut(&mut Instance, &mut Motion, Option<Instance>)) -> usize {
        let mut stale = 0;
        let mut cursor = self.pool.cursor();
        while let Some(follower) = cursor.next(&self.pool) {
            let Some(leader) = self.pool.get(follower).and_then(|sprite| *sprite.leader) else { continue };
            let leader = self.get(leader);
            let Some(sprite) = self.pool.get_mut(follower) else { continue };
            follow(sprite.instance, sprite.motion, leader);
            if leader.is_none() {
                *sprite.leader = None;
                stale += 1;
            }
        }
        stale
    }

    fn retain(&mut self, mut stays: impl FnMut(&Motion) -> bool) {
        self.pool.retain(|_handle, sprite| stays(sprite.motion));
    }

    fn sort(&mut self) {
        let (columns, live) = self.pool.slot_columns_and_live();
        self.order.clear();
        live.for_each(|slot| {
            let key = back_to_front(&columns.instance[slot], columns.number[slot]);
            self.order.push((key, slot as u32));
        });
        self.order.sort_unstable();
    }

    fn bytes(&mut self) -> &[u8] {
        let instances = self.pool.slot_columns().instance;
        self.buffer.clear();
        self.buffer.extend(self.order.iter().map(|&(_, slot)| instances[slot as usize]));
        bytemuck::cast_slice(&self.buffer)
    }
}
