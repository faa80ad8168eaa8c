//! Takes a static pool that no program has room for: does not build.

use stackpool_statics::Largest;

fn main() {
    let _ = Largest::take_pool();
}
