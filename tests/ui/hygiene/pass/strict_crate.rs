//! A crate that allows nothing, and shadows every name that printed code could mean.
#![no_implicit_prelude]
#![forbid(unsafe_code, dead_code, unused, missing_docs, deprecated)]
#![deny(warnings, missing_debug_implementations, unnameable_types, unreachable_pub, unused_qualifications)]
#![deny(single_use_lifetimes, elided_lifetimes_in_paths, redundant_lifetimes)]

/// Names of other things than usual.
pub mod shadows {
    use ::stackpool as pools;

    /// An item.
    #[derive(pools::Pool, Debug)]
    #[pool(crate = pools, capacity = (12), handle = Id)]
    #[non_exhaustive]
    pub struct Pool {
        /// Its number.
        pub number: ::core::primitive::u32,
    }

    /// An item that is going away.
    #[derive(pools::Pool, Debug)]
    #[pool(crate = pools, capacity = { 12 })]
    #[deprecated = "use `Pool`"]
    pub struct Old;

    /// An item that boxes own.
    #[derive(pools::Pool, Debug)]
    #[pool(crate = pools, capacity = (STATE), boxed, handle = PoolBoxId)]
    pub struct PoolBox {
        /// Its number.
        pub number: ::core::primitive::u32,
    }

    /// An item that boxes own, and that is going away.
    #[derive(pools::Pool, Debug)]
    #[pool(crate = pools, capacity = { SLOTS }, boxed, exact)]
    #[deprecated = "use `PoolBox`"]
    pub struct OldOwned;

    /// A value with a field that is going away.
    #[derive(pools::Pool, Clone, Copy, Debug)]
    #[pool(crate = pools, values)]
    pub struct Port {
        /// Its number.
        #[deprecated]
        #[pool(range = 80..90)]
        pub number: ::core::primitive::u16,
        /// Whether it is open.
        #[deprecated]
        pub open: ::core::primitive::bool,
    }

    /// A value that is going away, with one that went before.
    #[derive(pools::Pool, Clone, Copy, Debug)]
    #[pool(crate = pools, values)]
    #[deprecated]
    pub enum OldState {
        /// That one.
        #[deprecated]
        Open,
        /// The other one.
        Closed,
    }

    pools::pool! {
        #![pool(crate = pools)]
        pub Undocumented: [u8; (TAKEN)];
        pub UndocumentedOwned: [u8; (MAGAZINE)], boxed, sync = threads;
        #[deprecated]
        pub OldOnes: [i128; MEMORY], max_bytes = { 1 << 16 };
        #[deprecated]
        pub OldOwnedOnes: [i128; CLOSE], boxed, max_bytes = { 1 << 16 }, sync = local;
        #[deprecated]
        pub OldPorts: [u16; 80..90];
        #[deprecated]
        pub OldNumbers: [u16 = [80, 443]];
        Unused: [Option; 3];
        UnusedOwned: [Option; 3], boxed;
    }

    const TAKEN: ::core::primitive::usize = 3;
    const MEMORY: ::core::primitive::u8 = 5;
    const STATE: ::core::primitive::usize = 300;
    const SLOTS: ::core::primitive::u8 = 5;
    const MAGAZINE: ::core::primitive::i64 = 256;
    const CLOSE: ::core::primitive::u128 = 5;

    macro_rules! shadow {
        ($($name:ident)*) => {$(
            /// Not what it seems.
            #[derive(Debug)]
            #[expect(non_camel_case_types)]
            pub struct $name;
        )*};
    }

    shadow!(u8 i128 usize str);

    /// Nor this.
    #[derive(Debug)]
    pub struct Option;
    /// Nor this.
    #[derive(Debug)]
    pub struct Handle;
    /// Nor this.
    #[derive(Debug)]
    pub struct Mode;
    /// Nor this.
    #[derive(Debug)]
    pub struct Ownership;
    /// Nor this.
    pub mod core {}
    /// Nor this.
    pub mod std {}
    /// Nor this.
    pub mod stackpool {}
}

/// Takes what can be taken.
pub fn take() -> ::core::primitive::bool {
    let pool = shadows::Pool::take_pool();
    let undocumented: ::core::result::Result<&'static mut shadows::UndocumentedPool, _> =
        shadows::Undocumented::take_pool();
    pool.is_ok() && undocumented.is_ok()
}

/// Makes boxes.
pub fn make() -> ::core::primitive::bool {
    let boxed = shadows::PoolBoxBox::new(shadows::PoolBox { number: 7 });
    let undocumented: ::core::result::Result<shadows::UndocumentedOwnedBox, _> =
        shadows::UndocumentedOwnedBox::new(shadows::u8);
    boxed.is_ok_and(|boxed| boxed.number == 7) && undocumented.is_ok()
}

fn main() {
    ::core::assert!(take() && make());
}
