//! Definitions of values.

use super::{assert_mistake, assert_prints, derive, messages, pool, slips, spaceless};
use proc_macro2::TokenStream;
use std::str::FromStr;

#[test]
fn a_numbering_is_printed() {
    let tokens = derive(
        "#[pool(values, layout = u16, max_bytes = 99, pool = Ts, crate = sp)]
         pub(super) struct T { #[pool(range = -8..LIMIT)] x: i8, #[pool(range = [0..=1, 'a'..='b'])] y: u8,
             z: Nested }",
    );
    assert_prints(
        &tokens,
        &[
            "type __StackpoolItem = T;",
            "const __STACKPOOL_FIELD_0: sp::__private::Ranges<1usize>",
            ".exclusive::<::core::primitive::i128, _>(-8, LIMIT)",
            "const __STACKPOOL_FIELD_1: sp::__private::Ranges<2usize>",
            ".inclusive::<::core::primitive::i128, ::core::primitive::i128>(0, 1)",
            ".inclusive::<_, _>('a', 'b')",
            "sp::__private::ValueRange::check(__STACKPOOL_FIELD_0.0[0])",
            "sp::__private::Ranges::check_overlap(__STACKPOOL_FIELD_1, 1)",
            "sp::__private::Count::check(__STACKPOOL_COUNT)",
            "__StackpoolPlan::new(__STACKPOOL_COUNT.capacity()).layout(16u32).guard_live()",
            "impl sp::ValueSpec for T",
            "pub(super) type Ts = sp::ValuePool<T>;",
            "sp::__private::static_kind::<sp::ValuePool<T>>()",
            "sp::__private::take::<T>()",
        ],
    );
    // The lowest digit is that of the last field.
    let printed = spaceless(&tokens.to_string());
    let construction = printed.find("__StackpoolItem{z:").unwrap();
    assert!(printed[construction..].contains("y:") && printed[construction..].contains("x:"));
    assert!(!printed.contains("::Handle<") && !printed.contains("PoolSpec"), "{tokens}");
}

#[test]
fn entries_of_values_are_printed() {
    let tokens = pool(
        "#[unsafe(link_section = \".far\")] pub A: [m::T<u8> { x: 0..4, 1: [0..4, 8..9], z }], guard = none;
         B: [char; 'a'..='z']",
    );
    assert_prints(
        &tokens,
        &[
            "pub enum A {}",
            "type Item = m::T<u8>;",
            ".guard_none()",
            "#[unsafe(link_section = \".far\")] static MEMORY",
            "uncleared_static_kind::<::stackpool::ValuePool<A>>()",
            "::static_kind::<::stackpool::ValuePool<B>>()",
            "type Item = char;",
            "pub type APool = ::stackpool::ValuePool<A>;",
            "type BPool = ::stackpool::ValuePool<B>;",
        ],
    );
}

#[test]
fn variants_are_numbered_in_order() {
    let tokens = derive("#[pool(values)] enum r#E { A = 7, r#B, C = 3 }");
    assert_prints(
        &tokens,
        &["0u32 => Self::A,", "1u32 => Self::r#B,", "_ => Self::C,", "Self::C => 2u32,", "= \"E\";"],
    );
}

#[test]
fn one_mistake_in_values_is_one_message() {
    for (source, part) in [
        ("#[pool(values)] struct P { x: u8 }", "`x` needs a range"),
        ("#[pool(values)] struct P(#[pool(range = 0..4)] u8, char);", "`field 1` needs a range"),
        ("#[pool(values)] struct P { x: f32 }", "cannot be `f32`: use an integer"),
        ("#[pool(values)] struct P { #[pool(range = 0)] x: u8 }", "`0` is not written as a range"),
        ("#[pool(values)] struct P { #[pool(range = 0..)] x: u8 }", "needs a start and an end"),
        ("#[pool(values)] struct P { #[pool(range = [0..4, 5])] x: u8 }", "`5` is not written as a range"),
        ("#[pool(values)] struct P { #[pool(range = [])] x: u8 }", "no range in these brackets"),
        ("#[pool(values)] struct P { #[pool(range = 0.5..4)] x: u8 }", "`0.5` is a floating-point number"),
        ("#[pool(values)] struct P { #[pool(range = 0..2)] x: bool }", "a `bool` takes no range"),
        ("#[pool(values)] struct P { #[pool(range = 0..2, range = 3..4)] x: u8 }", "`range` is given twice"),
        (
            "#[pool(values)] struct P { #[pool(range = 0..2)] #[pool(range = 3..4)] x: u8 }",
            "`range` is given twice",
        ),
        ("#[pool(values)] struct P { #[pool(range = 0..2 3)] x: u8 }", "expected a comma, or nothing"),
        ("#[pool(values)] struct P { #[pool(range)] x: u8 }", "`range` needs a value"),
        ("#[pool(values)] struct P { #[pool(range =)] x: u8 }", "`range` needs a value"),
        ("#[pool(values)] struct P { #[pool(rnage = 0..3)] x: u8 }", "a field takes only `range`"),
        ("#[pool(values)] struct P { #[pool(guard = live)] x: bool }", "`guard` belongs on the type"),
        ("#[pool(values)] struct P { #[pool] x: u8 }", "in parentheses"),
        ("#[pool(values)] struct P { #[pool()] x: u8 }", "the range of the field is missing"),
        ("#[pool(values)] enum P {}", "has no values"),
        ("#[pool(values)] enum P { A, B(u8) }", "`B` has fields"),
        ("#[pool(values)] enum P { A, #[pool(range = 0..4)] B }", "it is one value"),
        ("#[pool(values)] union P { x: u8 }", "for structs and enums"),
        ("#[pool(values, capacity = 4)] struct P;", "remove `capacity`"),
        ("#[pool(values, guard = generation)] struct P;", "no generations"),
        ("#[pool(values, handle = Id)] struct P;", "remove `handle`"),
        ("#[pool(values, boxed)] struct P;", "remove `boxed`"),
        ("#[pool(values, box = Ptr)] struct P;", "remove `box`"),
        ("#[pool(values, align = 4)] struct P;", "remove `align`"),
        ("#[pool(values, on_wrap = retire)] struct P;", "remove `on_wrap`"),
        ("#[pool(values = 3)] struct P;", "`values` takes no value"),
        ("#[pool(values, values)] struct P;", "given twice"),
        ("#[pool(values, pool = P)] struct P;", "`P` is the type itself"),
        ("#[pool(value)] struct P;", "did you mean `values`?"),
        (
            "struct P { #[pool(range = 0..4)] x: u8, #[pool(range = 0..4)] y: u8 }",
            "add `#[pool(values)]` to the type",
        ),
        (
            "#[pool(capacity = 4)] struct P { #[pool(range = 0..4)] x: u8 }",
            "add `#[pool(values)]` to the type",
        ),
        ("#[pool(values)] struct P<T> { #[pool(range = 0..4)] x: T }", "a type with parameters is many"),
    ] {
        eprintln!("{source}");
        assert_mistake(&derive(source), part);
    }
    for (source, part) in [
        ("A: [T { x: 0..4, x: 4..8 }];", "`x` is given twice"),
        ("A: [T { x: 4 }];", "`4` is not written as a range"),
        ("A: [T { x: }];", "expected a range"),
        ("A: [T { x 0..4 }];", "expected `:` and a range"),
        ("A: [T { = 0..4 }];", "expected a field"),
        ("A: [T { x: 0..4 y: 0..4 }];", "expected a comma between fields"),
        ("A: [T { x: 0..4 }; 4];", "nothing after the fields"),
        ("A: [T { x: 0..4 }], values;", "in the brackets"),
        ("A: [T { x: 0..4 }], boxed;", "remove `boxed`"),
        ("A: [u8 = ];", "expected a constant array"),
        ("A: [u8 = [1, 2]; 2];", "expected a constant array"),
        ("A: [u8 = [1, 2]], guard = none;", "remove `guard`"),
        ("A: [u8 = [1, 2]], layout = u8;", "remove `layout`"),
        ("A: [u8 = [1, 2]], max_bytes = 8;", "remove `max_bytes`"),
        ("A: [u8; 0..];", "needs a start and an end"),
        ("A: [u8; 0..4], handle = Id;", "remove `handle`"),
        ("A: [T { x: 0..4 }]; A: [u8; 3];", "`A` is already the name of `A: [T { .. }]`"),
        (
            "A: [T { x: 0..4 }], pool = B; B: [u8; 3];",
            "`B` is already the name of the pool of `A: [T { .. }]`",
        ),
    ] {
        eprintln!("{source}");
        assert_mistake(&pool(source), part);
    }
}

#[test]
fn what_only_looks_wrong_is_fine() {
    for source in [
        "#[pool(values)] struct P;",
        "#[pool(values)] struct P {}",
        "#[pool(values)] struct P { #[pool(range = (0..4),)] x: m::Alias, #[pool(range = [(0..4)])] y: u8 }",
        "#[pool(values,)] #[pool(guard = live)] struct P(bool, #[doc = \"..\"] #[pool(range = { 1 }..f(3))] u8);",
    ] {
        assert_eq!(messages(&derive(source)), [""; 0], "{source}");
    }
    for source in ["A: [T {}];", "A: [T { x, y }];", "A: [T { x: 0..4, }]; AHandle: [u8; 3];"] {
        assert_eq!(messages(&pool(source)), [""; 0], "{source}");
    }
}

#[test]
fn every_slip_is_survived() {
    let source = "#[pool(values, guard = none, crate = a::b)] struct P { \
                  #[pool(range = [-8..LIMIT, 9..=10])] x: u8, y: bool }";
    for slip in slips(&TokenStream::from_str(source).unwrap()) {
        // rustc calls a derive only with an item.
        let Ok(input) = syn::parse2(slip.clone()) else { continue };
        let tokens = crate::derive(input);
        syn::parse2::<syn::File>(tokens).unwrap_or_else(|error| panic!("{error}: {slip}"));
    }
    let entries = "A: [T { x: 0..64, y, 2: ['a'..='z', A..B] }], guard = none; \
                   B: [u8; 0..64], layout = u8; C: [u8 = [7, 8]];";
    for slip in slips(&TokenStream::from_str(entries).unwrap()) {
        let tokens = pool(&slip.to_string());
        syn::parse2::<syn::File>(tokens).unwrap_or_else(|error| panic!("{error}: {slip}"));
    }
}
