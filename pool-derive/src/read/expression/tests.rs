use super::*;

fn read(source: &str) -> Result<Expression> {
    syn::parse_str(source)
}

#[test]
fn every_expression_is_read_to_its_end() {
    for source in [
        "64",
        "-1_000i32",
        "N",
        "limits::N * 2 + 1",
        "<T as Trait<A, B>>::N",
        "Vec::<A, B>::N as usize",
        "size_of::<[u8; 4]>() / 2",
        "!0 >> 3 & *REF",
        "&mut [1, 2][N]",
        "ARRAY[0].0.1.len()?",
        "a.b::<C, D>(e).await",
        "[1, 2, 3,]",
        "[Item::NEW; N]",
        "()",
        "(1, 2)",
        "(64)",
        "{ 64 }",
        "{ let n = 3; n }",
        "Packet { a: 1, ..Packet::EMPTY }",
        "concat!(\"a\", \"b\").len()",
        "if A { 1 } else if B { 2 } else { 3 } + 4",
        "match N { 0 => 1, _ => 2 }",
        "const { 1 } + unsafe { f() }",
        "'a: loop { break 'a 3 }",
        "0..64",
        "'a'..='z'",
        "..N + 1",
        "0..",
        "N == 3 && true",
    ] {
        let expression = read(source).unwrap_or_else(|error| panic!("`{source}`: {error}"));
        assert!(!matches!(expression.form, Form::Assignment), "{source}");
        let whole: TokenStream = source.parse().unwrap();
        assert_eq!(expression.tokens.to_string(), whole.to_string());
    }
}

#[test]
fn what_is_no_expression_has_an_error() {
    for source in [
        "", "64 64", "+ 1", "64 +", "(64", "(64 +)", "[1; ]", "[1 2]", "fn", "0...3", "if A", ",", "=> 1",
        "a.",
    ] {
        assert!(read(source).is_err(), "{source}");
    }
    assert!(matches!(read("a = 3").unwrap().form, Form::Assignment));
}

#[test]
fn integers_without_a_suffix_are_untyped() {
    for source in ["64", "-(64)", "1 << 6 | 3", "{ 64 }", "!0"] {
        assert!(read(source).unwrap().untyped, "{source}");
    }
    for source in [
        "64u8",
        "N",
        "1 + N",
        "64 as u8",
        "{ 1; 2 }",
        "f(1)",
        "1..2",
        "[1]",
        "1.5",
        "if true { 1 } else { 2 }",
    ] {
        assert!(!read(source).unwrap().untyped, "{source}");
    }
}

#[test]
fn literals_have_parentheses_and_minus_signs() {
    assert!(matches!(read("-(-(64))").unwrap().literal(), Some(Lit::Int(_))));
    assert!(matches!(read("\"64\"").unwrap().literal(), Some(Lit::Str(_))));
    assert!(read("64 + 1").unwrap().literal().is_none());
    assert!(read("!64").unwrap().literal().is_none());
}

#[test]
fn ranges_and_arrays_have_parts() {
    let Form::Range { first: Some(first), last: Some(last), is_inclusive: true } =
        read("-1 + 2..=b * c").unwrap().form
    else {
        panic!("not a range")
    };
    assert_eq!((first.tokens.to_string().as_str(), last.tokens.to_string().as_str()), ("- 1 + 2", "b * c"));
    let Form::Array(elements) = read("[0..8, 16..24]").unwrap().form else { panic!("not an array") };
    assert!(elements.iter().all(|element| matches!(element.form, Form::Range { .. })));
    assert!(matches!(read("[0; 8]").unwrap().form, Form::Other));
}
