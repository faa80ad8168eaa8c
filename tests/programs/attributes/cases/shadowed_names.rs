//! Attribute macros with the names of known attributes: rustc reports the name as ambiguous.

use attribute_macros::nothing as link_section;
use attribute_macros::nothing as used;
use stackpool::pool;

pool! {
    #[used] //~ `used` is ambiguous
    Pooled: [String; 8];
    #[link_section = ".bss.far"] //~ `link_section` is ambiguous
    Boxed: [String; 8], boxed;
}

fn main() {}
