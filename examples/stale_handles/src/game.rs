//! The game: the same objects come and go in every container.

use std::collections::VecDeque;

pub(crate) const FRAMES_PER_SECOND: usize = 60;

/// After how many frames a script looks a handle up.
const KEPT: usize = 10 * FRAMES_PER_SECOND;

/// What the game asks of a container. An object is its number.
pub(crate) trait Objects {
    type Handle: Copy;

    /// Inserts an object; `None` if there is no room.
    fn insert(&mut self, number: u32) -> Option<Self::Handle>;
    fn remove(&mut self, handle: Self::Handle);
    /// The number of the object that the handle names.
    fn get(&self, handle: Self::Handle) -> Option<u32>;
}

/// What scripts found after ten seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Answers {
    /// The handle named its object, which was live.
    pub(crate) right: usize,
    /// The object was gone, and the container said so.
    pub(crate) caught: usize,
    /// The object was gone, and the handle named another one.
    pub(crate) wrong: usize,
}

/// A small generator (xorshift64*, Vigna 2016), so that the game is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}

/// How many frames an object lives: most of them short, some of them long.
fn lifetime(random: &mut Random) -> usize {
    (FRAMES_PER_SECOND / 4) << random.below(7)
}

/// Plays this many frames.
pub(crate) fn play<O: Objects>(objects: &mut O, frames: usize) -> Answers {
    let mut random = Random(0x5EED);
    let mut answers = Answers::default();
    let mut inserted = 0;
    // The objects that go in each of the next frames, and what scripts keep of each of the last frames.
    let mut leaving: VecDeque<Vec<O::Handle>> = VecDeque::new();
    let mut kept: VecDeque<Vec<(u32, O::Handle)>> = VecDeque::new();
    for _ in 0..frames {
        for handle in leaving.pop_front().unwrap_or_default() {
            objects.remove(handle);
        }
        let mut given = Vec::new();
        // Explosions: in one frame of eight, a burst.
        let burst = if random.below(8) == 0 { 60 + random.below(160) } else { random.below(8) };
        for _ in 0..burst {
            let Some(handle) = objects.insert(inserted) else { break };
            given.push((inserted, handle));
            inserted += 1;
            let frames = lifetime(&mut random);
            if leaving.len() < frames {
                leaving.resize_with(frames, Vec::new);
            }
            leaving[frames - 1].push(handle);
        }
        kept.push_back(given);
        if kept.len() > KEPT {
            for (number, handle) in kept.pop_front().unwrap_or_default() {
                match objects.get(handle) {
                    Some(found) if found == number => answers.right += 1,
                    Some(_) => answers.wrong += 1,
                    None => answers.caught += 1,
                }
            }
        }
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Never gives the same handle twice.
    #[derive(Default)]
    struct Endless(BTreeMap<u32, ()>);

    impl Objects for Endless {
        type Handle = u32;

        fn insert(&mut self, number: u32) -> Option<u32> {
            self.0.insert(number, ());
            Some(number)
        }

        fn remove(&mut self, handle: u32) {
            assert!(self.0.remove(&handle).is_some(), "an object goes once");
        }

        fn get(&self, handle: u32) -> Option<u32> {
            self.0.contains_key(&handle).then_some(handle)
        }
    }

    /// Gives every object the same handle.
    struct Confused;

    impl Objects for Confused {
        type Handle = ();

        fn insert(&mut self, _: u32) -> Option<()> {
            Some(())
        }

        fn remove(&mut self, (): ()) {}

        fn get(&self, (): ()) -> Option<u32> {
            Some(u32::MAX)
        }
    }

    #[test]
    fn a_handle_that_is_never_given_again_is_right_or_caught() {
        let answers = play(&mut Endless::default(), 1_200);
        assert!(answers.right > 100 && answers.caught > 1_000, "{answers:?}");
        assert_eq!(answers.wrong, 0);
        // The game is the same in every container that has room.
        let confused = play(&mut Confused, 1_200);
        assert_eq!(confused, Answers { right: 0, caught: 0, wrong: answers.right + answers.caught });
    }

    #[test]
    fn nothing_is_looked_up_before_ten_seconds() {
        assert_eq!(play(&mut Endless::default(), KEPT), Answers::default());
    }
}
