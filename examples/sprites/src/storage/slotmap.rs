//! Sprites in a `DenseSlotMap`: the values are a slice, but cannot be sorted under their keys. So a list of
//! positions is sorted, and the instances are copied in its order.

use super::Storage;
use crate::sprite::{CAPACITY, Instance, Motion, Sprite, back_to_front};
use slotmap::{DefaultKey, DenseSlotMap};

#[derive(Debug)]
pub(crate) struct SlotMapSprites {
    map: DenseSlotMap<DefaultKey, (Sprite, Option<DefaultKey>)>,
    /// The sprites that follow another one: the slices are borrowed while they are found.
    followers: Vec<(DefaultKey, DefaultKey)>,
    /// The positions in order, with their keys.
    order: Vec<(u64, u32)>,
    buffer: Vec<Instance>,
}

impl Storage for SlotMapSprites {
    const NAME: &'static str = "slotmap";
    type Key = DefaultKey;

    fn new() -> Self {
        SlotMapSprites {
            map: DenseSlotMap::with_capacity(CAPACITY),
            followers: Vec::new(),
            order: Vec::new(),
            buffer: Vec::new(),
        }
    }

    fn insert(&mut self, sprite: Sprite, leader: Option<DefaultKey>) -> Option<DefaultKey> {
        Some(self.map.insert((sprite, leader)))
    }

    fn get(&self, key: DefaultKey) -> Option<Instance> {
        self.map.get(key).map(|(sprite, _)| sprite.instance)
    }

    fn len(&self) -> usize {
        self.map.len()
    }

    fn fly(&mut self, mut fly: impl FnMut(&mut Instance, &mut Motion)) {
        for (sprite, _) in self.map.values_mut() {
            fly(&mut sprite.instance, &mut sprite.motion);
        }
    }

    fn follow(&mut self, mut follow: impl FnMut(&mut Instance, &mut Motion, Option<Instance>)) -> usize {
        let SlotMapSprites { map, followers, .. } = self;
        followers.clear();
        followers.extend(map.iter().filter_map(|(follower, (_, leader))| Some((follower, (*leader)?))));
        let mut stale = 0;
        for &(follower, leader) in &*followers {
            let leader = map.get(leader).map(|(sprite, _)| sprite.instance);
            let (sprite, follows) = &mut map[follower];
            follow(&mut sprite.instance, &mut sprite.motion, leader);
            if leader.is_none() {
                *follows = None;
                stale += 1;
            }
        }
        stale
    }

    fn retain(&mut self, mut stays: impl FnMut(&Motion) -> bool) {
        self.map.retain(|_key, (sprite, _)| stays(&sprite.motion));
    }

    fn sort(&mut self) {
        let sprites = (0..).zip(self.map.values_as_slice());
        self.order.clear();
        self.order
            .extend(sprites.map(|(at, (sprite, _))| (back_to_front(&sprite.instance, sprite.number), at)));
        self.order.sort_unstable();
    }

    fn bytes(&mut self) -> &[u8] {
        let sprites = self.map.values_as_slice();
        self.buffer.clear();
        self.buffer.extend(self.order.iter().map(|&(_, at)| sprites[at as usize].0.instance));
        bytemuck::cast_slice(&self.buffer)
    }
}
