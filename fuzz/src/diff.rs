//! What differs between two saves of a world.

use crate::script::Script;
use crate::world::{LABEL, World, world_of};
use stackpool::Snapshot;

/// Compares two worlds, or a world and bytes that once were one. Equal saves have no difference, and others have one.
///
/// # Panics
///
/// Panics if that is not so.
pub fn diff(data: &[u8]) {
    let mut script = Script::new(data);
    let first = world_of(&mut script).save();
    let mut second = if script.byte() & 1 == 0 { world_of(&mut script).save() } else { first.clone() };
    if script.byte() & 1 == 0 {
        script.change(&mut second, LABEL);
    }
    let Ok(diff) = World::diff(&first, &second) else {
        assert!(World::check_saved(&second).is_err(), "a save was refused");
        return;
    };
    let count = diff.count();
    assert_eq!((count == 0, diff.is_empty()), (first == second, first == second));
    let lines = usize::from(script.byte() % 30);
    let table = diff.lines(lines).to_string();
    assert_eq!(table.lines().count(), count.min(lines) + usize::from(count > lines), "{table}");
}
