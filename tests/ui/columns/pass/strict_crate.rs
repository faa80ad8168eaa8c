//! A crate that allows nothing, and shadows every name that generated code could mean.
#![no_implicit_prelude]
#![forbid(unsafe_code, dead_code, unused, missing_docs, deprecated, nonstandard_style)]
#![forbid(missing_debug_implementations, unreachable_pub)]
#![deny(warnings, unnameable_types, unused_qualifications)]
#![deny(single_use_lifetimes, elided_lifetimes_in_paths, redundant_lifetimes, private_interfaces, private_bounds)]

/// Names of other things than usual.
pub mod shadows {
    use ::stackpool as pools;

    /// An item.
    #[derive(pools::Pool, Debug)]
    #[pool(crate = pools, capacity = 12, columns)]
    #[non_exhaustive]
    pub struct Columns {
        /// Its number.
        pub number: ::core::primitive::u32,
        /// Its next item.
        #[pool(skip)]
        pub next: ::core::option::Option<pools::Handle<Self>>,
        /// The first of a pair.
        #[pool(group = pair, align = ALIGN)]
        pub first: ::core::primitive::u8,
        /// The second, which others do not see.
        #[pool(group = pair)]
        second: Hidden,
        /// A function of references.
        pub call: for<'a> fn(&'a ::core::primitive::str) -> &'a ::core::primitive::str,
        hidden: Hidden,
        /// A function without a result.
        pub run: fn(&::core::primitive::u8, ::core::primitive::u8),
        /// Such functions in a group.
        #[pool(group = functions)]
        pub safe: &'static fn(),
        /// The other one.
        #[pool(group = functions)]
        pub foreign: extern "C" fn(),
    }

    /// An item that is going away.
    #[derive(pools::Columns, Debug)]
    #[pool(crate = pools)]
    #[deprecated = "use `Columns`"]
    pub struct Old {
        /// A field that was to go before.
        #[deprecated]
        pub number: ::core::primitive::u32,
    }

    /// An item of old pools.
    #[derive(pools::Columns, Debug)]
    #[pool(crate = pools)]
    pub struct Item {
        /// Its number.
        pub number: ::core::primitive::u32,
    }

    macro_rules! function {
        () => { for<'a> fn(&'a ::core::primitive::u8) -> &'a ::core::primitive::u8 };
    }

    /// An item whose type comes from a macro.
    #[derive(pools::Columns, Debug)]
    #[pool(crate = pools)]
    pub struct Made {
        /// A function.
        pub call: function!(),
    }

    /// Methods of everything, with the names of others.
    pub trait Everything {
        /// Not that of a shown struct.
        fn field(&self) {}
        /// Nor this.
        fn finish(&self) {}
        /// Nor this.
        fn debug_struct(&self) {}
        /// Nor this.
        fn columns(&self) {}
    }

    impl<T> Everything for T {}

    /// An item of a module.
    #[derive(pools::Columns, Debug)]
    #[pool(crate = pools)]
    struct List {
        fields: ::core::primitive::u16,
        #[pool(group = values)]
        list: ::core::primitive::u8,
    }

    pools::pool! {
        #![pool(crate = pools)]
        /// Old items.
        #[deprecated]
        pub Olds: [Item; 3], columns;
        Unused: [List; 3], columns;
    }

    #[derive(Clone, Copy, Debug)]
    struct Hidden;

    const ALIGN: ::core::primitive::usize = 16;

    impl Columns {
        /// Makes an item.
        #[must_use]
        pub const fn new(number: ::core::primitive::u32) -> Columns {
            const fn same(text: &::core::primitive::str) -> &::core::primitive::str {
                text
            }
            const fn run(_: &::core::primitive::u8, _: ::core::primitive::u8) {}
            const extern "C" fn foreign() {}
            const SAFE: fn() = || {};
            let (next, first, second) = (::core::option::Option::None, 1, Hidden);
            Columns { number, next, first, second, call: same, hidden: Hidden, run, safe: &SAFE, foreign }
        }
    }

    macro_rules! shadow {
        ($($name:ident)*) => {$(
            /// Not what it seems.
            #[derive(Debug)]
            #[expect(non_camel_case_types)]
            pub struct $name;
        )*};
    }

    shadow!(u8 u32 u64 i128 usize str bool);

    /// Nor this.
    #[derive(Debug)]
    pub struct Option;
    /// Nor this.
    #[derive(Debug)]
    pub struct Column;
    /// Nor this.
    #[derive(Debug)]
    pub struct Saved;
    /// Nor this.
    pub mod core {}
    /// Nor this.
    pub mod std {}
    /// Nor this.
    pub mod stackpool {}
}

/// Uses what can be used.
pub fn use_columns() -> ::core::primitive::bool {
    use shadows::ColumnsFields;
    let ::core::result::Result::Ok(pool) = shadows::Columns::take_pool() else { return false };
    let ::core::result::Result::Ok(handle) = pool.insert(shadows::Columns::new(7)) else { return false };
    pool.slot_number_mut()[0] += 1;
    let shadows::ColumnsColumns { next, call, .. } = pool.slot_columns();
    next.len() == call.len() && pool.remove(handle).is_some_and(|item| item.number == 8)
}

fn main() {
    ::core::assert!(use_columns());
}
