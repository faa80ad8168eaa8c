//! Macros as values that would leave what is around them: there is nothing to leave.
#![forbid(unsafe_code)]

use stackpool::pool;

macro_rules! leave {
    () => {
        return None
    };
}

macro_rules! stop {
    () => {
        break
    };
}

pool! {
    Words: [String; leave!()];
    Boxed: [String; stop!()], boxed;
    List: [u16 = leave!()];
}

fn main() {}
