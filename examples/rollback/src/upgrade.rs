//! A save file of an earlier version of the game, whose pools were smaller, is restored into the world of today.

use crate::pilots;
use crate::version1;
use crate::world::{Pools, World};
use stackpool::Snapshot;
use std::error::Error;

/// What became of the file.
#[derive(Debug)]
pub(crate) struct Upgrade {
    pub(crate) file_bytes: usize,
    pub(crate) save_bytes: usize,
    pub(crate) alive: usize,
    /// Why the file is not restored without a change.
    pub(crate) refusal: String,
    /// The checksum of what the rules can see, in the world that was saved and in the one that was restored.
    pub(crate) sums: [u64; 2],
    /// The objects alive after some more frames.
    pub(crate) alive_later: usize,
}

/// Plays some frames, writes the save file of version 1, and goes on in the world of today.
pub(crate) fn upgrade(frames: u32) -> Result<Upgrade, Box<dyn Error>> {
    let mut before = World::<Pools>::new(1);
    play(&mut before, frames);
    let file = version1::World::of(&before)?.save();

    let mut today = World::<Pools>::new(2);
    let refusal = match today.restore(&file) {
        Err(error) => error.to_string(),
        Ok(()) => return Err("a save of smaller pools was restored as it is".into()),
    };
    today.restore_resized(&file)?;
    let sums = [before.sum(), today.sum()];
    let (alive, save_bytes) = (today.alive(), today.save().len());
    play(&mut today, frames);
    Ok(Upgrade { file_bytes: file.len(), save_bytes, alive, refusal, sums, alive_later: today.alive() })
}

fn play(world: &mut World, frames: u32) {
    for _ in 0..frames {
        world.advance([0, 1].map(|player| pilots::input(world, player)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_of_smaller_pools_is_restored() {
        let upgrade = upgrade(400).unwrap();
        assert_eq!(upgrade.sums[0], upgrade.sums[1]);
        assert!(upgrade.refusal.starts_with("rocks: "), "{}", upgrade.refusal);
        assert!(upgrade.alive > 100 && upgrade.alive_later > 0, "{upgrade:?}");
    }
}
