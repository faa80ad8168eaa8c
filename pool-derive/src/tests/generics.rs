//! Definitions with parameters.

use super::{assert_prints, derive, messages, spaceless};

#[test]
fn parameters_pass_through() {
    let tokens = derive(
        "#[pool(capacity = limits::N, guard = live, crate = sp)]
         pub struct P<'a: 'b, 'b, T: 'a + Copy = u8, const N: usize = { 3 }>(&'a &'b [T; N]) where T: Eq;",
    );
    assert_prints(
        &tokens,
        &[
            "impl<'a: 'b, 'b, T: 'a + Copy, const N: usize> sp::PoolSpec for P<'a, 'b, T, { N }> where T: Eq {",
            "type Item = P<'a, 'b, T, { N }>;",
            "pub type PPool<'a, 'b, T = u8, const N: usize = { 3 }> = sp::Pool<P<'a, 'b, T, { N }>>;",
            "pub type PHandle<'a, 'b, T = u8, const N: usize = { 3 }> = sp::Handle<P<'a, 'b, T, { N }>>;",
            "where Self: sp::__private::TakesStatic<'__stackpool>",
        ],
    );
    let printed = spaceless(&tokens.to_string());
    assert!(!printed.contains("static__") && !printed.contains("HasStatic"), "{tokens}");
    assert!(!printed.contains("constCHECK") && !printed.contains("takestheonestaticpool"), "{tokens}");
}

#[test]
fn checks_that_need_the_size_of_an_item_are_part_of_the_impl() {
    let keys = "capacity = 8, bookkeeping = free_list, max_bytes = 90";
    let tokens = derive(&format!("#[pool({keys})] enum P<T> {{ A(T) }}"));
    assert_prints(
        &tokens,
        &[
            "const CHECK: () = { __StackpoolPlan::check_free_list(__STACKPOOL_PLAN,
                 ::core::mem::size_of::<<Self as ::stackpool::PoolSpec>::Item>());",
            "__StackpoolPlan::check_max_bytes(__STACKPOOL_PLAN, \"`PPool` takes\",
                 ::stackpool::Pool::<Self>::TOTAL_BYTES,",
        ],
    );
    let tokens = derive(&format!("#[pool({keys})] enum P {{ A }}"));
    assert!(!spaceless(&tokens.to_string()).contains("constCHECK"), "{tokens}");
}

#[test]
fn a_fallback_has_the_parameters_too() {
    let tokens = derive("#[pool(capacity = 8, gard = live)] struct P<'a, T: ?Sized>(&'a T);");
    assert_eq!(messages(&tokens).len(), 1);
    let printed = spaceless(&tokens.to_string());
    for part in [
        "impl<'a, T: ?Sized> ::stackpool::PoolSpec for P<'a, T>",
        "type PPool<'a, T> = ::stackpool::Pool<P<'a, T>>;",
        "impl<'a, T: ?Sized> P<'a, T> {",
    ] {
        assert!(printed.contains(&spaceless(part)), "{part} in\n{tokens}");
    }
}
