//! Attributes of entries. The macros print no `unsafe`.

use super::{assert_mistake, assert_prints, derive, messages, pool, spaceless};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use std::str::FromStr;

/// Entries of every kind. For each the macro prints a static with the attributes of the entry, and the marker.
const KINDS: [&str; 6] = [
    "A: [u64; 8]",
    "A: [u64; 8], guard = none, bookkeeping = index_stack",
    "A: [u64; 8], boxed",
    "A: [u64; 8], boxed, sync = local",
    "A: [Tile { x: 0..4, on }]",
    "A: [u16 = [80, 443]]",
];

fn has_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Group(group) => has_unsafe(group.stream()),
        TokenTree::Ident(ident) => ident == "unsafe",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// So no text of the user (attributes, a path to the crate, macros) can break the conditions of printed `unsafe` code.
#[test]
fn nothing_unsafe_is_printed() {
    for kind in KINDS {
        assert!(!has_unsafe(pool(kind)), "{kind}");
        // With a mistake, too.
        assert!(!has_unsafe(pool(&format!("{kind}, colour = 3"))), "{kind}");
    }
    for source in [
        "#[pool(capacity = 64)] struct P;",
        "#[pool(capacity = 64, boxed)] struct P;",
        "#[pool(capacity = 64, boxed, sync = critical_section)] struct P;",
        "#[pool(values)] struct P { #[pool(range = 0..4)] x: u8 }",
        "#[pool(values)] enum P { A, B }",
        "#[pool(capacity = 64, boxed, sync = lokal)] struct P;",
        "#[pool(capacity = 64, columns)] struct P { #[pool(group = hot)] a: u8, #[pool(group = hot)] b: u8 }",
        "#[pool(capacity = 64, boxed)] struct P<T>(T);",
        "#[pool(capacity = 64)] struct P<T>(T);",
    ] {
        assert!(!has_unsafe(derive(source)), "{source}");
    }
}

#[test]
fn attributes_of_statics_stand_on_the_static() {
    for kind in KINDS {
        for attribute in [
            "#[used]",
            "#[r#used]",
            "#[link_section = \".far\"]",
            "#[export_name = \"a\"]",
            "#[unsafe(export_name = \"a\")]",
            "#[cfg_attr(all(), used, unsafe(link_section = \".far\"))]",
            "#[cfg_attr(a, cfg_attr(b, used), link_section = \".far\")]",
            "#[cfg_attr(true, used,)]",
        ] {
            let tokens = pool(&format!("{attribute} {kind}"));
            assert_eq!(messages(&tokens), [""; 0], "{attribute} {kind}");
            let printed = spaceless(&tokens.to_string());
            let expected = spaceless(attribute);
            let stands_on_static = ["staticMEMORY", "staticSLOTS"]
                .iter()
                .any(|name| printed.contains(&format!("{expected}{name}")));
            assert!(
                stands_on_static && printed.matches(&expected).count() == 1,
                "{attribute} {kind}: {tokens}"
            );
            let is_uncleared = attribute.contains("link_section") && !kind.contains("boxed");
            assert_eq!(printed.contains("uncleared_static_kind"), is_uncleared, "{attribute} {kind}");
        }
    }
}

#[test]
fn attributes_that_share_a_cfg_attr_are_taken_apart() {
    let tokens = pool(
        "#[cfg_attr(a, doc = \"Words.\", cfg_attr(b, cfg(c)), deprecated, doc(hidden), derive(Debug))]
         A: [u8; 4]",
    );
    assert_prints(
        &tokens,
        &[
            "#[cfg_attr(a, doc = \"Words.\")] #[cfg_attr(a, doc(hidden))] #[cfg_attr(a, derive(Debug))]",
            "::Eq, ::core::cmp::PartialOrd, ::core::cmp::Ord, ::core::hash::Hash)] enum A {}",
        ],
    );
    let printed = spaceless(&tokens.to_string());
    for (attribute, count) in
        [("cfg_attr(a,cfg_attr(b,cfg(c)))", 4), ("cfg_attr(a,deprecated)", 3), ("cfg_attr(a,doc(hidden))", 3)]
    {
        assert_eq!(printed.matches(attribute).count(), count, "{attribute} in\n{tokens}");
    }
    // Attributes with the same target stay in one `cfg_attr`.
    let tokens = pool("#[cfg_attr(a, doc = \"Words.\", other::attribute(1, 2))] A: [u8; 4]");
    assert_prints(&tokens, &["#[cfg_attr(a, doc = \"Words.\", other::attribute(1, 2))]"]);
}

#[test]
fn what_is_beside_attributes_of_statics_is_refused() {
    for kind in KINDS {
        for (attribute, part) in [
            ("cfg_attr(all(), used, other::alias)", "`other::alias` cannot share a `cfg_attr` with `used`"),
            ("cfg_attr(all(), other::alias, used)", "`other::alias` cannot share a `cfg_attr` with `used`"),
            ("cfg_attr(all(), r#used, alias)", "`alias` cannot share a `cfg_attr` with `r#used`"),
            ("cfg_attr(all(), cfg_attr(b, used, other::alias(3)))", "`other::alias(..)` cannot share"),
            ("cfg_attr(all(), used, cfg_attr(b, alias = 3))", "`alias = ..` cannot share"),
            (
                "cfg_attr(all(), link_section = \".far\", doc = \"\")",
                "`doc = ..` cannot share a `cfg_attr` with `link_section = ..`",
            ),
            (
                "cfg_attr(all(), unsafe(export_name = \"a\"), unsafe(other))",
                "`unsafe(other)` cannot share a `cfg_attr` with `unsafe(export_name = ..)`",
            ),
            ("cfg_attr(all(), used, cfg(a))", "to everything that the entry declares"),
            ("cfg_attr(all(), used, deprecated)", "to the aliases and `take_pool`"),
            ("cfg_attr(all(), used, $ ! x)", "cannot share"),
            ("cfg_attr(all(), used, no_mangle)", "gives it one"),
            ("cfg_attr(all(), used, pool(guard = live))", "the keys of an entry after its type"),
            ("no_mangle", "gives it one"),
            ("unsafe(no_mangle)", "gives it one"),
            ("cfg_attr(all(), cfg_attr(all(), unsafe(no_mangle)))", "gives it one"),
            ("cfg_attr(all(), pool(guard = live))", "the keys of an entry after its type"),
        ] {
            eprintln!("{attribute} {kind}");
            assert_mistake(&pool(&format!("#[{attribute}] {kind}")), part);
        }
    }
}

/// `$meta` of a `macro_rules!` macro is in invisible delimiters.
#[test]
fn fragments_of_macros_are_seen_through() {
    let fragment = |source: &str| {
        let tokens = TokenStream::from_str(source).unwrap();
        TokenTree::from(Group::new(Delimiter::None, tokens))
    };
    for meta in [
        quote!(#[cfg_attr(all(), FRAGMENT)]),
        quote!(#[FRAGMENT]),
        quote!(#[cfg_attr(all(), cfg_attr(b, used, FRAGMENT))]),
    ] {
        let section = fragment("link_section = \".far\"");
        let attribute = replace(meta, &section);
        let tokens = crate::entries(quote!(#attribute A: [u64; 8]));
        assert_eq!(messages(&tokens), [""; 0]);
        assert!(tokens.to_string().contains("uncleared_static_kind"), "{tokens}");
    }
    let other = replace(quote!(#[cfg_attr(all(), used, FRAGMENT)]), &fragment("other::alias(1, 2)"));
    assert_mistake(&crate::entries(quote!(#other A: [u64; 8])), "`other::alias(..)` cannot share");
}

/// Replaces `FRAGMENT` by `fragment`.
fn replace(tokens: TokenStream, fragment: &TokenTree) -> TokenStream {
    let replace_one = |tree| match tree {
        TokenTree::Group(group) => {
            TokenTree::from(Group::new(group.delimiter(), replace(group.stream(), fragment)))
        }
        TokenTree::Ident(ident) if ident == "FRAGMENT" => fragment.clone(),
        tree => tree,
    };
    tokens.into_iter().map(replace_one).collect()
}

/// The derive passes no attribute of the type to its static.
#[test]
fn attributes_of_a_type_stay_on_the_type() {
    let tokens = derive(
        "#[used] #[export_name = \"a\"] #[unsafe(link_section = \".far\")] #[other::alias] #[doc(alias = \"b\")]
         #[pool(capacity = 64)] struct P;",
    );
    assert_eq!(messages(&tokens), [""; 0]);
    for absent in ["# [used]", "export_name", "link_section", "other", "alias ="] {
        assert!(!tokens.to_string().contains(absent), "{absent} in\n{tokens}");
    }
}
