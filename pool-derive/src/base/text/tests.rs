//! Texts of messages.

use std::str::FromStr;

fn tokens(source: &str) -> proc_macro2::TokenStream {
    proc_macro2::TokenStream::from_str(source).unwrap()
}

#[test]
fn expressions_keep_their_look() {
    for source in [
        "10_000",
        "64 * 64",
        "limits::BULLETS",
        "(1 << 20) - 1",
        "{ MAX }",
        "-1",
        "!0",
        "a * -b",
        "size_of::<Node<f32>>() * 2",
        "Limits::<{ 4 }>::MAX as usize",
        "TABLE[3].len()",
        "if A < B { A } else { B }",
        "<u32 as Limit>::MAX",
        "f(1, 2)",
    ] {
        assert_eq!(super::expression(tokens(source)), source);
    }
}

#[test]
fn types_keep_their_look() {
    for source in [
        "Node<f32>",
        "Vec<Vec<u8>>",
        "&'static str",
        "&'static mut [u8]",
        "[u8; 4]",
        "(u8, u16)",
        "fn(u8, u16) -> u8",
        "*const T",
        "std::sync::Arc<Mesh>",
        "Box<dyn Draw + Send>",
        "Matrix<4, 4>",
        "Option<fn() -> u8>",
        "Map<Key = u8>",
    ] {
        assert_eq!(super::of_type(tokens(source)), source);
    }
}
