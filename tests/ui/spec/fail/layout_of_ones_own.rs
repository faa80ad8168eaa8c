//! A layout of one's own is no layout: the trait is sealed.

struct Mine;

impl stackpool::layout::Layout for Mine {}

fn main() {}
