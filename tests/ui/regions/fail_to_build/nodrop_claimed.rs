//! A type that claims to need no dropping, and does.
use stackpool::region::{Inline, Linear, NoDrop};

struct Name(#[expect(dead_code)] String);

impl NoDrop for Name {}

fn main() {
    let mut scratch = Linear::<Inline<64>>::new();
    scratch.enter().alloc(Name(String::new())).ok();
}
