//! Histories of worlds, beside a list of all saves.

use crate::script::Script;
use crate::world::{World, world_of};
use stackpool::{History, HistoryError, Snapshot};

/// Pushes worlds that have little in common, and goes back to earlier ones.
///
/// # Panics
///
/// Panics if a history returns another state than the one that was pushed, or forgets one without need.
pub fn history(data: &[u8]) {
    let mut script = Script::new(data);
    let mut history = History::<World, 6>::with_delta_bytes(script.below(4_000));
    let mut saves = Vec::new();
    let mut world = World::new();
    while !script.is_empty() {
        let steps = usize::from(script.byte() % 8);
        let depth = history.depth();
        match script.byte() % 4 {
            0 | 1 => {
                world = world_of(&mut script);
                history.push(&world);
                saves.push(world.save());
            }
            2 if steps <= depth && !saves.is_empty() => {
                history.rewind(steps, &mut world).expect("the history is as deep as it says");
                saves.truncate(saves.len() - steps);
                assert!(&world.save() == saves.last().expect("a state was pushed"));
            }
            3 if steps <= depth && !saves.is_empty() => {
                let saved = history.saved(steps).expect("the history is as deep as it says");
                assert!(saved == saves[saves.len() - 1 - steps]);
            }
            _ => {
                let before = world.save();
                let error = history.rewind(steps.max(depth + 1), &mut world).expect_err("too far");
                assert!(matches!(error, HistoryError::TooFar { .. }) && world.save() == before);
            }
        }
        assert!(history.depth() <= 6 && history.depth() < saves.len().max(1));
    }
    world.works();
}
