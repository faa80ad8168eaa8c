//! The attribute macro returned from the function that names the statics, each time with another flag: `take_pool` gave the
//! one pool to every caller.
#![forbid(unsafe_code)]

use stackpool::pool;

pool! {
    #[cfg_attr(all(), used, attribute_macros::and(return (Box::leak(Box::new(::stackpool::__private::Taken::new())), &MEMORY);))] //~ cannot share a `cfg_attr`
    Pooled: [String; 8];
}

fn main() {
    let first = Pooled::take_pool().unwrap();
    let second = Pooled::take_pool().unwrap();
    println!("{first:p} {second:p}");
}
