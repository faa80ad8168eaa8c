//! A crate that allows nothing, and shadows every name that printed code could mean.
#![no_implicit_prelude]
#![forbid(unsafe_code, dead_code, unused, missing_docs, deprecated)]
#![deny(warnings, missing_debug_implementations, unnameable_types, unreachable_pub, unused_qualifications)]

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

    pools::pool! {
        #![pool(crate = pools)]
        pub Undocumented: [u8; (TAKEN)];
        #[deprecated]
        pub OldOnes: [i128; MEMORY], max_bytes = { 1 << 16 };
        Unused: [Option; 3];
    }

    const TAKEN: ::core::primitive::usize = 3;
    const MEMORY: ::core::primitive::u8 = 5;

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
    pub mod core {}
    /// Nor this.
    pub mod stackpool {}
}

/// Takes what can be taken.
pub fn take() -> ::core::primitive::bool {
    let pool = shadows::Pool::take_pool();
    let undocumented: ::core::option::Option<&'static mut shadows::UndocumentedPool> =
        shadows::Undocumented::take_pool();
    pool.is_some() && undocumented.is_some()
}

fn main() {
    ::core::assert!(take());
}
