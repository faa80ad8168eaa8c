//! A destructor may run when what its value borrows is gone.
use stackpool::region::{DropLinear, Inline};

fn main() {
    let mut level = DropLinear::<Inline<64>>::new();
    let text = String::from("wolf");
    level.enter().alloc(vec![text.as_str()]).ok();
}
