//! Marks of a column pool whose definition has none.
use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, columns)]
struct Note {
    pitch: u8,
}

fn main() {
    let mut notes = NotePool::new();
    let bar = notes.mark();
    notes.forget_marks();
    drop(bar);
}
