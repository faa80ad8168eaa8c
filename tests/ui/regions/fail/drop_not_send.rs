//! A destructor may run in another thread.
use stackpool::region::{DropLinear, Inline};

fn main() {
    let mut level = DropLinear::<Inline<64>>::new();
    level.enter().alloc(std::rc::Rc::new(7)).ok();
}
