//! Paths to crates that differ from this one in one thing. What could hand out a pool twice, or memory that is none,
//! does not compile.
#![forbid(unsafe_code)]

macro_rules! liar {
    ($name:ident { $($item:item)* }) => {
        mod $name {
            pub use stackpool::*;

            pub mod __private {
                pub use stackpool::__private::*;
                $($item)*
            }
        }
    };
}

liar! {
    new_flags {
        /// A flag that is another one whenever it is asked for.
        pub struct Taken;

        impl Taken {
            pub const fn new() -> Self {
                Taken
            }
        }

        impl std::ops::Deref for Taken {
            type Target = stackpool::__private::Taken;

            fn deref(&self) -> &Self::Target {
                Box::leak(Box::new(stackpool::__private::Taken::new()))
            }
        }
    }
}

liar! {
    other_mode {
        /// The boxes of a thread, in a layout of others.
        pub type Local = stackpool::__private::Threads;
    }
}

stackpool::pool! {
    Flagged: [String; 8], crate = new_flags;
    Moded: [String; 300], boxed, sync = local, crate = other_mode;
}

fn main() {}
