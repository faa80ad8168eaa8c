//! Sprites in a dense pool of columns: the slice of instances is the buffer of the graphics card.

use super::Storage;
use crate::sprite::{CAPACITY, Instance, Motion, Sprite, back_to_front};
use stackpool::{Heap, Pool};

/// A sprite of the pool. Each field is a slice without holes, and all slices are in the same order.
#[derive(Pool, Clone, Copy, Debug)]
#[pool(capacity = CAPACITY, columns, dense)]
pub(crate) struct Dense {
    instance: Instance,
    motion: Motion,
    number: u32,
    /// The sprite that it follows. Whether that is still there, the pool says.
    leader: Option<DenseHandle>,
}

#[derive(Debug)]
pub(crate) struct DenseSprites {
    pool: Heap<DensePool>,
    /// Where the leaders are: the slices are borrowed while sprites follow.
    leaders: Vec<Leader>,
}

/// A sprite that follows another one: the positions of both.
#[derive(Clone, Copy, Debug)]
struct Leader {
    follower: usize,
    leader: Option<usize>,
}

impl Storage for DenseSprites {
    const NAME: &'static str = "dense";
    type Key = DenseHandle;

    fn new() -> Self {
        DenseSprites { pool: DensePool::on_heap(), leaders: Vec::new() }
    }

    fn insert(&mut self, sprite: Sprite, leader: Option<DenseHandle>) -> Option<DenseHandle> {
        let Sprite { instance, motion, number } = sprite;
        self.pool.insert(Dense { instance, motion, number, leader }).ok()
    }

    fn get(&self, key: DenseHandle) -> Option<Instance> {
        self.pool.get(key).map(|sprite| *sprite.instance)
    }

    fn len(&self) -> usize {
        self.pool.len()
    }

    fn fly(&mut self, mut fly: impl FnMut(&mut Instance, &mut Motion)) {
        let columns = self.pool.columns_mut();
        for (instance, motion) in columns.instance.iter_mut().zip(columns.motion) {
            fly(instance, motion);
        }
    }

    fn follow(&mut self, mut follow: impl FnMut(&mut Instance, &mut Motion, Option<Instance>)) -> usize {
        let DenseSprites { pool, leaders } = self;
        let followers = pool.columns().leader.iter().enumerate();
        leaders.clear();
        leaders.extend(followers.filter_map(|(follower, leader)| {
            let leader = pool.position_of((*leader)?);
            Some(Leader { follower, leader })
        }));
        let columns = pool.columns_mut();
        let mut stale = 0;
        for &Leader { follower, leader } in &*leaders {
            let leader = leader.map(|position| columns.instance[position]);
            follow(&mut columns.instance[follower], &mut columns.motion[follower], leader);
            if leader.is_none() {
                columns.leader[follower] = None;
                stale += 1;
            }
        }
        stale
    }

    fn retain(&mut self, mut stays: impl FnMut(&Motion) -> bool) {
        self.pool.retain(|_handle, sprite| stays(sprite.motion));
    }

    fn sort(&mut self) {
        self.pool.sort_by_cached_key(|sprite| back_to_front(sprite.instance, *sprite.number));
    }

    fn bytes(&mut self) -> &[u8] {
        bytemuck::cast_slice(self.pool.columns().instance)
    }
}
