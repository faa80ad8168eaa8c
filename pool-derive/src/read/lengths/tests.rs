use super::*;

/// The tokens with names, without spaces, and whether these show the same tokens again.
#[track_caller]
fn hidden(source: &str) -> String {
    let tokens: TokenStream = source.parse().unwrap();
    let mut lengths = Lengths::default();
    let hidden = lengths.hide(tokens.clone());
    assert_eq!(lengths.show(hidden.clone()).to_string(), tokens.to_string());
    hidden.to_string().replace(' ', "").replace(NAME, "#")
}

#[test]
fn lengths_and_blocks_have_names() {
    assert_eq!(hidden("Vec<[u8; if A { 1 } else { 2 }]>"), "Vec<[u8;#0]>");
    assert_eq!(hidden("[[u8; match N { n => n }]; { 4 }]"), "[[u8;#0];#1]");
    assert_eq!(hidden("struct S<T> where T: X<{ let a = 1; a }>, { a: T }"), "structS<T>whereT:X<#0>,{a:T}");
    assert_eq!(hidden("fn(A) -> B<C>"), "fn(A)->B<C>");
    assert_eq!(hidden("struct S { x: fn(A) -> B, y: (u8, [u8]) }"), "structS{x:fn(A)->B,y:(u8,[u8])}");
}
