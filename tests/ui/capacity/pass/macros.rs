//! Macros as values: what is inside of them stays there, whatever it is called.
#![forbid(unsafe_code)]

use stackpool::{Pool, pool};

macro_rules! shadowing {
    ($value:expr) => {{
        static TAKEN: usize = $value;
        static MEMORY: usize = 0;
        const __STACKPOOL_PLAN: usize = 1;
        struct Option;
        mod core {}
        type __StackpoolPlan = Option;
        let _ = (&TAKEN, &MEMORY, __StackpoolPlan {});
        $value * __STACKPOOL_PLAN
    }};
}

macro_rules! in_a_loop {
    ($value:expr) => {
        loop {
            break $value;
        }
    };
}

#[derive(Pool)]
#[pool(capacity = shadowing!(8), max_bytes = in_a_loop!(1 << 10))]
struct Item(#[expect(dead_code)] u32);

pool! {
    Words: [String; shadowing!(2 + 2)];
    Boxed: [String; in_a_loop!(30)], boxed;
    Ports: [u16; shadowing!(80)..in_a_loop!(90)];
    List: [u16 = in_a_loop!([80, 443])];
}

pub fn main() {
    assert!(Item::take_pool().is_ok() && Item::take_pool().is_err());
    assert!(Words::take_pool().is_ok() && Words::take_pool().is_err());
    assert!(List::take_pool().is_ok() && List::take_pool().is_err());
    assert_eq!((ItemPool::CAPACITY, WordsPool::CAPACITY, BoxedBox::CAPACITY), (8, 4, 30));
    assert_eq!(PortsPool::CAPACITY, 10);
}
