//! The code that is printed beside mistakes.

use super::{derive, messages, pool, spaceless};
use proc_macro2::TokenStream;

/// Asserts which checks are printed beside the mistakes.
#[track_caller]
fn assert_checks(tokens: &TokenStream, mistakes: usize, checks: &[&str]) {
    assert_eq!(messages(tokens).len(), mistakes, "{:#?}", messages(tokens));
    syn::parse2::<syn::File>(tokens.clone()).unwrap();
    let printed = spaceless(&tokens.to_string());
    for check in ["capacity", "layout", "generation_bits", "handle_bytes", "on_wrap", "align", "max_bytes"] {
        let count = printed.matches(&format!("check_{check}(")).count();
        assert_eq!(count, usize::from(checks.contains(&check)), "check_{check} in\n{tokens}");
    }
}

#[test]
fn values_are_checked_beside_mistakes() {
    for (keys, mistakes, checks) in [
        ("capacity = 0, layuot = u16, guard = alive", 2, &["capacity"][..]),
        ("capacity = 9, layout = u8, align = 3, colour = red", 1, &["capacity", "layout", "align"]),
        // Without a capacity, keys that depend on it are not checked.
        ("capacity = \"9\", layout = u8, align = 3, generation_bits = 99, max_bytes = 1", 1, &["align"]),
        ("layout = u8, generation_bits = 99, on_wrap = retire, max_bytes = 1", 1, &[]),
        ("capacity = 1, capacity = 0, layout = u8", 1, &[]),
        // The intended layout is unknown, so the size is unknown too.
        ("capacity = 9, layout = u8, layout = u16, max_bytes = 1", 1, &["capacity"]),
        ("capacity = 9, guard = live, generation_bits = 99, max_bytes = 1", 1, &["capacity"]),
        (
            "capacity = 9, guard = alive, generation_bits = 99, on_wrap = retire",
            1,
            &["capacity", "generation_bits"],
        ),
        ("capacity = 9, generation_bits = \"9\", on_wrap = retire, max_bytes = 1", 1, &["capacity"]),
        (
            "capacity = 9, handle_bytes = 9, max_bytes = 1, x = 1",
            1,
            &["capacity", "handle_bytes", "max_bytes"],
        ),
        // Either of the two may be the intended one, so the size is unknown.
        ("capacity = 9, handle_bytes = 4, generation_bits = 99, max_bytes = 1", 1, &["capacity"]),
        ("capacity = 9, on_wrap = retire, x = 1", 1, &["capacity", "on_wrap"]),
        ("capacity = 9, max_bytes = 1, x = 1", 1, &["capacity", "max_bytes"]),
        // In the fallback this constant has another value.
        ("capacity = 9, max_bytes = { PPool::TOTAL_BYTES }, x = 1", 1, &["capacity"]),
    ] {
        eprintln!("{keys}");
        assert_checks(&derive(&format!("#[pool({keys})] struct P;")), mistakes, checks);
    }
    assert_checks(&derive("#[pool(capacity = N)] struct P<const N: usize>;"), 1, &[]);
    assert_checks(&derive("#[pool(capacity = M::N, x = 1)] struct P<const N: usize>;"), 1, &["capacity"]);
    assert_checks(
        &derive("#[pool(capacity = M, max_bytes = 3, boxed)] struct P<const N: usize>;"),
        1,
        &["capacity"],
    );
}

#[test]
fn values_of_boxed_definitions_are_checked_beside_mistakes() {
    for (keys, mistakes, checks) in [
        ("capacity = 0, boxed = true, x = 1", 2, &["capacity"][..]),
        (
            "capacity = 9, boxed, sync = local, layout = u8, align = 3, max_bytes = 1, x = 1",
            1,
            &["capacity", "layout", "align", "max_bytes"],
        ),
        ("capacity = 9, boxed, exact, max_bytes = 1, x = 1", 1, &["capacity", "max_bytes"]),
        ("capacity = 9, boxed, max_bytes = { PBox::BOX_BYTES }, x = 1", 1, &["capacity"]),
        // The intended key is unknown, so the size is unknown too.
        ("capacity = 9, boxed, layout = u8, max_bytes = 1", 1, &["capacity"]),
        ("capacity = 9, boxed, guard = live, generation_bits = 99, max_bytes = 1", 2, &["capacity"]),
        ("capacity = 9, boxed, sync = local, exact, layout = u8, max_bytes = 1", 1, &["capacity", "layout"]),
        ("capacity = 9, boxed, sync = lokal, layout = u8, max_bytes = 1", 1, &["capacity"]),
        ("capacity = 9, sync = local, max_bytes = 1", 1, &["capacity"]),
    ] {
        eprintln!("{keys}");
        assert_checks(&derive(&format!("#[pool({keys})] struct P;")), mistakes, checks);
    }
}

#[test]
fn entries_named_twice_are_checked() {
    let tokens = pool("A: [u8; 4]; A: [u16; 0], align = 3, x = 3;");
    assert_eq!(messages(&tokens).len(), 2, "{:#?}", messages(&tokens));
    let printed = spaceless(&tokens.to_string());
    assert_eq!(printed.matches("check_capacity(").count(), 2);
    assert_eq!(printed.matches("check_align(").count(), 1);
    assert_eq!(printed.matches("enumA{}").count(), 1);
}

#[test]
fn a_guard_of_nothing_is_checked_beside_mistakes() {
    let tokens = derive("#[pool(guard = none, x = 3)] struct P(String);");
    let printed = spaceless(&tokens.to_string());
    assert!(printed.contains("typeItem=P;typeLayout="), "{tokens}");
    assert!(printed.contains("PoolSpecfor__StackpoolTrial"), "{tokens}");
    let tokens = pool("A: [_; 4], guard = none");
    assert!(!tokens.to_string().contains("__StackpoolTrial"), "{tokens}");
}

#[test]
fn barred_types_have_aliases_for_every_use() {
    let tokens = derive(
        "#[pool(capacity = 1, boxed)]
         pub struct P<'a, T: 'a + Copy = u8, const N: usize = 3>(&'a [T; N]) where T: Eq;",
    );
    let printed = spaceless(&tokens.to_string());
    for part in [
        "pub type PBox<'a, T = (), const N: usize = { loop {} }> = <[(&'a (), T,);",
        "pub type PHandle<'a, T = (), const N: usize = { loop {} }> = PBox<'a, T, { N }>;",
        "impl<const N: usize> ::stackpool::PoolSpec for P<'static, PBox<'static>, { N }> {",
        "impl<'a, T: 'a + Copy, const N: usize> P<'a, T, { N }> where T: Eq {",
    ] {
        assert!(printed.contains(&spaceless(part)), "{part} in\n{tokens}");
    }
    let tokens = derive("#[pool(capacity = 1, boxed)] enum P<'a> { A(&'a u8), B { next: Option<PHandle> } }");
    assert!(spaceless(&tokens.to_string()).contains("typePBox<>=<[();"), "{tokens}");
}
