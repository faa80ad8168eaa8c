use stackpool::region::{Frame, Inline, Scope};

// The scopes would give out memory of one frame, and call it by ids of the other.
fn swapped<'a>(one: &mut Scope<'a>, other: &mut Scope<'a>) {
    core::mem::swap(one, other);
}

fn main() {
    let (mut one, mut other) = (Frame::<Inline<64>>::new(), Frame::<Inline<64>>::new());
    let (mut one, mut other) = (one.enter(), other.enter());
    swapped(&mut one, &mut other);
}
