//! A path to a crate that is this one but for what it says of statics: each pool has one owner all the same.
#![forbid(unsafe_code)]

mod liar {
    pub use stackpool::*;

    pub mod __private {
        pub use stackpool::__private::*;

        /// As if start-up code had not cleared the memory, nor the compiler initialised it.
        pub const fn static_kind<C: InStatic>() -> u8 {
            1
        }

        /// As if the compiler had initialised it.
        pub const fn uncleared_static_kind<C: InStatic>() -> u8 {
            0
        }

        pub const fn box_static_kind<P: stackpool::BoxSpec>() -> u8 {
            0
        }
    }
}

stackpool::pool! {
    #![pool(crate = liar)]
    Words: [String; 8];
    #[used]
    Boxed: [String; 300], boxed;
    Ports: [u16; 80..90];
    Names: [&'static str = ["Ada", "Blaise"]];
}

pub fn main() {
    let words = Words::take_pool().expect("the first call");
    assert!(Words::take_pool().is_err());
    assert!((0..8).all(|n| words.insert(n.to_string()).is_ok()));
    assert!(words.values().map(String::as_str).eq(["0", "1", "2", "3", "4", "5", "6", "7"]));

    let boxed: Vec<_> = (0..300).map(|n| BoxedBox::new(n.to_string()).expect("room")).collect();
    assert!(boxed.iter().enumerate().all(|(n, boxed)| **boxed == n.to_string()));

    let ports = Ports::take_pool().expect("the first call");
    assert!(Ports::take_pool().is_err());
    assert!(ports.acquire_many(10).expect("all of them").eq(80..90));

    let names = Names::take_pool().expect("the first call");
    assert!(Names::take_pool().is_err());
    assert_eq!(names.available(), ["Ada", "Blaise"]);
}
