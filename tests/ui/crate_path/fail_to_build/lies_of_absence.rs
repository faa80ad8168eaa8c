//! A path to a crate that is this one but for saying that statics are not there: nothing is made in them.
#![forbid(unsafe_code)]

mod liar {
    pub use stackpool::*;

    pub mod __private {
        pub use stackpool::__private::*;

        /// As if the pool were too large for a static.
        pub const fn static_kind<C: InStatic>() -> u8 {
            2
        }

        pub const fn box_static_kind<P: stackpool::BoxSpec>() -> u8 {
            2
        }
    }
}

stackpool::pool! {
    #![pool(crate = liar)]
    Absent: [String; 8];
    Boxed: [String; 8], boxed;
}

fn main() {
    let _ = Absent::take_pool();
    let _ = BoxedBox::new(String::new());
}
