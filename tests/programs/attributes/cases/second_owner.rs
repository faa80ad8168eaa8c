//! An attribute macro adds a `return` to the function that names the statics, each time with another flag. When this
//! was not yet an error, `take_pool` gave the same pool to every caller.
#![forbid(unsafe_code)]

use stackpool::__private::Taken;
use stackpool::pool;

pool! {
    #[cfg_attr(all(), used, attribute_macros::and(return (Box::leak(Box::new(Taken::new())), &MEMORY);))] //~ share a
    Pooled: [String; 8];
}

fn main() {
    let first = Pooled::take_pool().unwrap();
    let second = Pooled::take_pool().unwrap();
    println!("{first:p} {second:p}");
}
