//! Types of several tokens: each is reported once, as a whole.

use stackpool::Snapshot;

#[derive(Snapshot)]
enum Event {
    Start,
    Named(&'static str),
}

#[derive(Snapshot, Clone, Copy)]
#[snapshot(item)]
struct Callback {
    call: fn(u8) -> u8,
}

fn main() {
    let _ = [Event::Start, Event::Named("")];
}
