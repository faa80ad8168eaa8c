//! The settings of the pool that are compared, and `slotmap`.

use crate::game::{Answers, Objects, play};
use slotmap::{DefaultKey, SlotMap};
use stackpool::layout::Tracked;
use stackpool::{Handle, Heap, Pool, PoolSpec, pool};

pool! {
    Default: [u32; 20_000];
    Stack: [u32; 20_000], quarantine = 0;
    Live: [u32; 20_000], guard = live;
    LiveStack: [u32; 20_000], guard = live, quarantine = 0;
    Long: [u32; 20_000], quarantine = 8_192;
    Bits: [u32; 20_000], generation_bits = 9;
}

impl<P: PoolSpec<Item = u32, Layout: Tracked>> Objects for Heap<Pool<P>> {
    type Handle = Handle<P>;

    fn insert(&mut self, number: u32) -> Option<Handle<P>> {
        Pool::insert(self, number).ok()
    }

    fn remove(&mut self, handle: Handle<P>) {
        Pool::remove(self, handle);
    }

    fn get(&self, handle: Handle<P>) -> Option<u32> {
        Pool::get(self, handle).copied()
    }
}

impl Objects for SlotMap<DefaultKey, u32> {
    type Handle = DefaultKey;

    fn insert(&mut self, number: u32) -> Option<DefaultKey> {
        Some(SlotMap::insert(self, number))
    }

    fn remove(&mut self, handle: DefaultKey) {
        SlotMap::remove(self, handle);
    }

    fn get(&self, handle: DefaultKey) -> Option<u32> {
        SlotMap::get(self, handle).copied()
    }
}

/// A setting, and what it costs and catches.
pub(crate) struct Row {
    pub(crate) setting: &'static str,
    pub(crate) handle_bytes: usize,
    pub(crate) generations: String,
    pub(crate) quarantine: String,
    pub(crate) answers: Answers,
}

/// Plays the game with every setting.
pub(crate) fn rows(frames: usize) -> Vec<Row> {
    let mut peer = SlotMap::<DefaultKey, u32>::new();
    vec![
        row::<Default>("default", frames),
        row::<Stack>("quarantine = 0", frames),
        row::<Live>("guard = live", frames),
        row::<LiveStack>("guard = live, quarantine = 0", frames),
        row::<Long>("quarantine = 8_192", frames),
        row::<Bits>("generation_bits = 9", frames),
        Row {
            setting: "slotmap",
            handle_bytes: size_of::<DefaultKey>(),
            generations: "2^31".to_owned(),
            quarantine: "-".to_owned(),
            answers: play(&mut peer, frames),
        },
    ]
}

fn row<P: PoolSpec<Item = u32, Layout: Tracked>>(setting: &'static str, frames: usize) -> Row {
    Row {
        setting,
        handle_bytes: Pool::<P>::HANDLE_BYTES,
        generations: Pool::<P>::GENERATIONS.to_string(),
        quarantine: Pool::<P>::QUARANTINE.to_string(),
        answers: play(&mut Pool::<P>::on_heap(), frames),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The game has room for all objects in each container, so the objects and their lifetimes are the same.
    #[test]
    fn a_quarantine_turns_wrong_answers_into_caught_ones() {
        let rows = rows(3_600);
        let [default, stack, live, live_stack, long, bits, slotmap] = &rows[..] else {
            unreachable!("seven rows")
        };
        assert_eq!(slotmap.answers.wrong, 0);
        for row in &rows {
            assert_eq!(row.answers.right, slotmap.answers.right, "{}", row.setting);
            assert_eq!(row.answers.caught + row.answers.wrong, slotmap.answers.caught, "{}", row.setting);
        }
        assert!(stack.answers.wrong > 1_000 && live_stack.answers.wrong > stack.answers.wrong);
        assert!(default.answers.wrong < stack.answers.wrong && live.answers.wrong < live_stack.answers.wrong);
        assert_eq!((long.answers.wrong, bits.answers.wrong), (0, 0));
    }
}
