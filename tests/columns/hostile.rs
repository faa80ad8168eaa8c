//! Surroundings that generated code must not notice.

/// No prelude, and types with the names of those of the prelude.
mod shadowed {
    #![no_implicit_prelude]
    #![allow(non_camel_case_types, dead_code, reason = "the names of other types")]

    struct Option;
    struct Result;
    struct Some;
    struct None;
    struct usize;
    struct u32;
    struct bool;
    struct Self_;
    trait Copy {}
    trait Clone {}
    trait Debug {}
    trait PartialEq {}
    trait IntoIterator {}
    mod core {}
    mod std {}
    mod stackpool {}
    fn drop() {}

    #[derive(::core::marker::Copy, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
    pub(super) struct u8(pub(super) ::core::primitive::u8);

    #[derive(::stackpool::Pool, ::core::fmt::Debug, ::core::cmp::PartialEq)]
    #[pool(capacity = 3, columns)]
    pub(super) struct Vec {
        pub(super) number: u8,
        #[pool(group = pair, align = 16)]
        pub(super) r#type: u8,
        #[pool(group = pair)]
        pub(super) r#fn: [u8; 2],
        #[pool(skip)]
        pub(super) other: u8,
    }

    #[derive(::stackpool::Columns)]
    pub(super) struct List {
        pub(super) fields: u8,
        values: u8,
    }

    impl List {
        pub(super) const fn new() -> Self {
            List { fields: u8(1), values: u8(2) }
        }
    }

    ::stackpool::pool! { pub(super) Lists: [List; 3], columns; }
}

use shadowed::{ListFields as _, VecFields as _};

#[test]
fn names_of_the_prelude_can_be_taken() {
    use shadowed::{Vec, VecPool, VecRef, u8};
    let mut pool = VecPool::new();
    let vec = |n| Vec { number: u8(n), r#type: u8(n + 1), r#fn: [u8(n + 2); 2], other: u8(n + 3) };
    let handle = pool.insert(vec(1)).unwrap();
    pool.slot_pair_mut()[0].r#fn[1] = u8(9);
    pool.slot_number_mut()[0] = u8(8);
    let VecRef { r#type, r#fn, .. } = pool.get(handle).unwrap();
    assert_eq!((r#type, r#fn), (&u8(2), &[u8(3), u8(9)]));
    let shown = "VecRef { number: u8(8), type: u8(2), fn: [u8(3), u8(9)], other: u8(4) }";
    assert_eq!(format!("{:?}", pool.get(handle).unwrap()), shown);
    assert_eq!(pool.remove(handle).map(|vec| vec.number), Some(u8(8)));
    let lists = shadowed::ListsPool::from_iter([shadowed::List::new()]);
    assert_eq!(lists.slot_fields(), [u8(1)]);
}

/// Constants, statics and functions with names that generated code could use for variables.
mod constants {
    #![allow(non_upper_case_globals, dead_code, reason = "the names of variables")]

    use stackpool::{Columns, pool};

    const object: u8 = 1;
    const other: u8 = 2;
    const formatter: u8 = 3;
    const f: u8 = 4;
    static columns: u8 = 5;
    const x: u8 = 6;
    const y: u8 = 7;
    fn column() {}

    #[derive(Columns, Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Point {
        pub(crate) x: u8,
        pub(crate) y: u8,
        #[pool(group = object)]
        pub(crate) other: u8,
    }

    pool! { pub(crate) Points: [Point; 2], columns; }
}

#[test]
fn constants_can_have_the_names_of_fields() {
    use constants::{Point, PointFields as _, PointsPool};
    let points = PointsPool::from_iter([Point { x: 1, y: 2, other: 3 }]);
    assert_eq!(
        (points.slot_x(), points.slot_y(), points.slot_columns().object[0].other),
        (&[1][..], &[2][..], 3)
    );
    let object = points.get(points.handle_at(0).unwrap()).unwrap();
    assert_eq!(object.to_owned(), Point { x: 1, y: 2, other: 3 });
    assert_eq!(format!("{object:?}"), "PointRef { x: 1, y: 2, other: 3 }");
}

/// Types with lifetimes, without size, and of functions.
mod types {
    use stackpool::Pool;

    #[derive(Pool, Clone, Copy)]
    #[pool(capacity = 4, columns)]
    pub(crate) struct Odd {
        pub(crate) text: &'static str,
        pub(crate) nothing: (),
        pub(crate) call: for<'a> fn(&'a [u8]) -> &'a u8,
        #[pool(group = more)]
        pub(crate) closure: Option<&'static (dyn Fn(u8) -> u8 + Sync)>,
        #[pool(group = more)]
        pub(crate) marker: std::marker::PhantomData<fn(String)>,
        pub(crate) pointer: *const u8,
        pub(crate) never: [u64; 0],
    }
}

#[test]
fn every_type_that_is_copy_is_a_column() {
    use types::{Odd, OddFields as _, OddPool};
    let odd = Odd {
        text: "a",
        nothing: (),
        call: |bytes| &bytes[0],
        closure: Some(&|byte| byte + 1),
        marker: std::marker::PhantomData,
        pointer: std::ptr::null(),
        never: [],
    };
    let pool = OddPool::from_iter([odd, odd]);
    assert_eq!(
        (pool.slot_text(), pool.slot_nothing().len(), pool.slot_never().len()),
        (&["a", "a"][..], 2, 2)
    );
    assert_eq!((pool.slot_call()[1](&[7]), pool.slot_more()[0].closure.map(|add| add(1))), (&7, Some(2)));
    let first = pool.get(pool.handle_at(0).unwrap()).unwrap();
    assert!(first.pointer.is_null());
}

pub(crate) mod elsewhere {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Unit(pub(crate) u8);

    /// A struct whose types are named from the crate of the macro.
    macro_rules! declare {
        ($name:ident, $field:ident) => {
            #[derive(stackpool::Columns, Clone, Copy, Debug, PartialEq)]
            struct $name {
                $field: $crate::hostile::elsewhere::Unit,
                own: [$crate::hostile::elsewhere::Unit; 1],
            }
        };
    }

    pub(crate) use declare;
}

#[test]
fn types_can_be_those_of_the_crate_of_a_macro() {
    use elsewhere::{Unit, declare};
    declare!(Units, unit);
    stackpool::pool! { All: [Units; 3], columns; }
    let all = AllPool::from_iter([Units { unit: Unit(1), own: [Unit(2)] }]);
    assert_eq!((all.slot_unit(), all.slot_own()), (&[Unit(1)][..], &[[Unit(2)]][..]));
}

/// A struct whose fields are not aligned: columns are.
#[test]
fn a_packed_struct_has_aligned_columns() {
    #[derive(stackpool::Pool, Clone, Copy)]
    #[pool(capacity = 3, columns)]
    #[repr(C, packed)]
    struct Packed {
        small: u8,
        large: u64,
    }

    let mut pool = PackedPool::from_iter([Packed { small: 1, large: 2 }]);
    assert_eq!(size_of::<Packed>(), 9);
    *pool.get_mut(pool.handle_at(0).unwrap()).unwrap().large += 1;
    assert_eq!((pool.slot_small(), pool.slot_large()), (&[1][..], &[3][..]));
    let (_, packed) = pool.drain().next().unwrap();
    assert_eq!({ packed.large }, 3);
}
