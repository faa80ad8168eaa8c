//! Takes a static pool that is too large for any program. This does not build.

use stackpool_statics::Largest;

fn main() {
    let _ = Largest::take_pool();
}
