use stackpool::region::FrameId;

// Through the result, `get_mut` would put a function there that takes `'static` alone.
fn widened(id: FrameId<for<'a> fn(&'a str)>) -> FrameId<fn(&'static str)> {
    id
}

fn narrowed(id: FrameId<fn(&'static str)>) -> FrameId<for<'a> fn(&'a str)> {
    id
}

fn main() {}
