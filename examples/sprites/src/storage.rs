//! What a frame needs of a container of sprites.
//!
//! Everything else of the program is the same for all containers: the rules, the random numbers, the camera.
//! So the bytes for the graphics card must be equal, and times differ by what the container costs.

mod dense;
mod in_place;
mod options;
mod slotmap;

pub(crate) use self::slotmap::SlotMapSprites;
pub(crate) use dense::DenseSprites;
pub(crate) use in_place::InPlaceSprites;
pub(crate) use options::Options;

use crate::sprite::{Instance, Motion, Sprite};
use std::fmt::Debug;

/// A container of sprites, with keys that name them.
pub(crate) trait Storage {
    /// Its name in the table.
    const NAME: &'static str;

    /// The name of a sprite. Whoever kept the key of a sprite that is gone gets `None` for it.
    type Key: Copy + Debug;

    /// An empty container with room for [`CAPACITY`](crate::sprite::CAPACITY) sprites.
    fn new() -> Self;

    /// Adds a sprite, which follows another one or none. `None` if there is no room.
    fn insert(&mut self, sprite: Sprite, leader: Option<Self::Key>) -> Option<Self::Key>;

    fn get(&self, key: Self::Key) -> Option<Instance>;

    fn len(&self) -> usize;

    /// Lets every sprite move.
    fn fly(&mut self, fly: impl FnMut(&mut Instance, &mut Motion));

    /// Lets every sprite that has a leader follow it. `follow` gets the leader as it is now, or `None` if that is
    /// gone; then the sprite has none any more. Returns how many leaders were gone.
    fn follow(&mut self, follow: impl FnMut(&mut Instance, &mut Motion, Option<Instance>)) -> usize;

    /// Removes the sprites for which `stays` returns `false`.
    fn retain(&mut self, stays: impl FnMut(&Motion) -> bool);

    /// Sorts the sprites by [`back_to_front`](crate::sprite::back_to_front).
    fn sort(&mut self);

    /// The instances of all sprites in the order of the last [`sort`](Storage::sort), as bytes. No sprite came or
    /// went since.
    fn bytes(&mut self) -> &[u8];
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_follower_finds_its_leader_until_that_is_gone<S: Storage>() {
        let mut sprites = S::new();
        let far = sprites.insert(Sprite::at([1.0, 2.0, 90.0], 0), None).unwrap();
        let near = sprites.insert(Sprite::at([3.0, 4.0, 10.0], 1), Some(far)).unwrap();
        for number in 2..100 {
            sprites.insert(Sprite::at([5.0, 6.0, 20.0 + number as f32 / 2.0], number), None).unwrap();
        }
        sprites.sort();
        assert_eq!(sprites.get(far).unwrap().place, [1.0, 2.0, 90.0], "{}", S::NAME);
        assert_eq!(sprites.get(near).unwrap().place, [3.0, 4.0, 10.0]);
        let depths: Vec<f32> =
            bytemuck::cast_slice::<u8, Instance>(sprites.bytes()).iter().map(|it| it.place[2]).collect();
        assert_eq!((depths[0], depths[99]), (90.0, 10.0));
        assert!(depths.is_sorted_by(|a, b| a > b));

        let stale = sprites.follow(|me, _, leader| me.place = leader.unwrap().place);
        assert_eq!((stale, sprites.get(near).unwrap().place), (0, [1.0, 2.0, 90.0]));
        sprites.fly(|instance, motion| {
            if instance.place[2] == 90.0 {
                motion.age = 50.0;
            }
        });
        let mut gone = 0;
        sprites.retain(|motion| {
            let stays = motion.age == 0.0 || gone > 0;
            gone += usize::from(!stays);
            stays
        });
        assert_eq!(sprites.len(), 99);
        // One of the two went; which one depends on the order of the container.
        let left = [far, near].map(|key| sprites.get(key).is_some());
        assert_ne!(left[0], left[1]);
        let mut seen = 0;
        let stale = sprites.follow(|_, _, leader| seen += 1 + 10 * usize::from(leader.is_some()));
        assert_eq!((stale, seen), if left[1] { (1, 1) } else { (0, 0) });
        // It was told once.
        assert_eq!(sprites.follow(|_, _, _| unreachable!()), 0);
    }

    #[test]
    fn a_follower_finds_its_leader_until_that_is_gone_in_any_container() {
        a_follower_finds_its_leader_until_that_is_gone::<DenseSprites>();
        a_follower_finds_its_leader_until_that_is_gone::<InPlaceSprites>();
        a_follower_finds_its_leader_until_that_is_gone::<SlotMapSprites>();
        a_follower_finds_its_leader_until_that_is_gone::<Options>();
    }
}
