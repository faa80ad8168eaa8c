//! Both macros from input to output, as tokens. The tests in `tests/ui/` of the repository compile the output.

mod attributes;
mod boxed;
mod columns;
mod enums;
mod fallback;
mod generics;
mod values;

use proc_macro2::{TokenStream, TokenTree};
use std::str::FromStr;

fn derive(source: &str) -> TokenStream {
    super::derive(syn::parse_str(source).unwrap())
}

fn pool(source: &str) -> TokenStream {
    super::entries(TokenStream::from_str(source).unwrap())
}

/// The messages of all `compile_error!`s.
fn messages(tokens: &TokenStream) -> Vec<String> {
    let trees: Vec<_> = tokens.clone().into_iter().collect();
    let mut found = Vec::new();
    for tree in &trees {
        if let TokenTree::Group(group) = tree {
            found.extend(messages(&group.stream()));
        }
    }
    for window in trees.windows(3) {
        if let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Group(group)] = window {
            if name == "compile_error" {
                found.push(syn::parse2::<syn::LitStr>(group.stream()).unwrap().value());
            }
        }
    }
    found
}

fn spaceless(text: &str) -> String {
    text.split_whitespace().collect()
}

#[track_caller]
fn assert_prints(tokens: &TokenStream, parts: &[&str]) {
    assert_eq!(messages(tokens), [""; 0]);
    syn::parse2::<syn::File>(tokens.clone()).unwrap();
    let printed = spaceless(&tokens.to_string());
    for part in parts {
        assert_eq!(printed.matches(&spaceless(part)).count(), 1, "`{part}` in\n{tokens}");
    }
    assert!(!printed.contains("#[allow") && !printed.contains("#[expect"), "{tokens}");
}

/// One mistake, one message.
#[track_caller]
fn assert_mistake(tokens: &TokenStream, part: &str) {
    let messages = messages(tokens);
    assert!(
        messages.len() == 1 && messages[0].contains(part),
        "not one message with `{part}`: {messages:#?}"
    );
    let fallback = syn::parse2::<syn::File>(tokens.clone()).unwrap();
    assert!(!fallback.items.is_empty());
}

#[test]
fn every_key_is_printed_once() {
    let tokens = derive(
        "#[pool(capacity = limits::MAX + 3, layout = packed(20), guard = generation)]
         #[pool(generation_bits = BITS, on_wrap = retire, quarantine = HALF, align = 1 << 6, max_bytes = (BUDGET),
                handle = Id, pool = Ps,)]
         #[pool(crate = my::sp)]
         pub(super) struct P;",
    );
    assert_prints(
        &tokens,
        &[
            "type __StackpoolPlan = my::sp::__private::Plan;",
            "__StackpoolPlan::new(my::sp::__private::integer(limits::MAX + 3))",
            ".layout(20u32)",
            ".generation_bits(my::sp::__private::integer(BITS))",
            ".retire()",
            ".quarantine_of(my::sp::__private::integer(HALF))",
            "__StackpoolPlan::check_quarantine(__STACKPOOL_PLAN)",
            ".align(my::sp::__private::integer::<::core::primitive::i128>(1 << 6))",
            "__StackpoolPlan::check_capacity(__STACKPOOL_PLAN)",
            "__StackpoolPlan::check_layout(__STACKPOOL_PLAN)",
            "__StackpoolPlan::check_generation_bits(__STACKPOOL_PLAN)",
            "__StackpoolPlan::check_on_wrap(__STACKPOOL_PLAN)",
            "__StackpoolPlan::check_align(__STACKPOOL_PLAN)",
            "check_max_bytes(__STACKPOOL_PLAN, \"`Ps` takes\", my::sp::Pool::<P>::TOTAL_BYTES,
                 my::sp::__private::integer((BUDGET)))",
            "impl my::sp::PoolSpec for P",
            "type Item = P;",
            "= \"P\";",
            "pub(super) type Ps = my::sp::Pool<P>;",
            "pub(super) type Id = my::sp::Handle<P>;",
            "pub(super) fn take_pool()",
        ],
    );
    assert!(!tokens.to_string().contains(":: stackpool"), "{tokens}");
}

#[test]
fn defaults_are_not_printed() {
    let tokens = derive("#[pool(capacity = 64, guard = generation, on_wrap = wrap)] enum P { A }");
    let printed = spaceless(&tokens.to_string());
    for absent in [".guard", ".retire", ".layout", "check_layout", "check_on_wrap", "check_max_bytes"] {
        let absent = if absent.starts_with('.') { format!("){absent}") } else { absent.to_owned() };
        assert!(!printed.contains(&absent), "{absent}");
    }
}

#[test]
fn keys_choose_the_groups_of_a_layout() {
    const GROUPS: [&str; 8] = [
        "TableBits<",
        "LinkBits<",
        "Unguarded,",
        "LiveWords<",
        "Cells<",
        "Owned<",
        "MarksAtMost<",
        "ChangeWords<",
    ];
    for (keys, expected) in [
        ("guard = generation", &["TableBits<", "Cells<"] as &[_]),
        ("guard = live, marks", &["TableBits<", "LiveWords<", "MarksAtMost<"]),
        ("guard = none", &["TableBits<", "Unguarded,"]),
        (
            "bookkeeping = free_list, changes, marks = 3",
            &["LinkBits<", "Cells<", "MarksAtMost<", "ChangeWords<"],
        ),
        ("boxed", &["TableBits<", "Owned<"]),
    ] {
        let tokens = derive(&format!("#[pool(capacity = 64, {keys})] struct P {{ x: [u8; 8] }}"));
        let printed = spaceless(&tokens.to_string());
        let path = |group: &str| format!("::stackpool::__private::{group}");
        let found: Vec<_> = GROUPS.into_iter().filter(|group| printed.contains(&path(group))).collect();
        assert_eq!(found, expected, "{keys}");
    }
}

#[test]
fn changes_have_no_value() {
    let printed = "ChangeWords<{ __STACKPOOL_PLAN.change_words() }>";
    assert_prints(&derive("#[pool(capacity = 64, changes)] struct P;"), &[printed]);
    assert_prints(&derive("#[pool(capacity = 64, columns, changes)] struct P { x: u8 }"), &[printed]);
    assert_prints(&derive("#[pool(changes, capacity = 64)] struct P<T>(T);"), &[printed]);
    assert_prints(&pool("P: [u8; 64], changes; Q: [u8; 64];"), &[printed]);
    for keys in [
        "changes = true",
        "changes = 3",
        "changes(3)",
        "changes, changes",
        "changes, guard = none",
        "changes, boxed",
    ] {
        let tokens = pool(&format!("P: [u8; 64], {keys};"));
        assert_mistake(&tokens, "`changes`");
        // Code that uses changes compiles.
        assert_eq!(tokens.to_string().contains("ChangeWords"), !keys.contains("boxed"), "{keys}");
    }
    assert_mistake(&pool("P: [u8; 0..64], changes;"), "`changes`");
    assert_mistake(&pool("P: [u8 = [1, 2]], changes;"), "`changes`");
}

#[test]
fn marks_have_a_number_or_none() {
    let alone = ".marks();";
    let number = ".marks_at_most(::stackpool::__private::integer(LEVELS));";
    let check = "__StackpoolPlan::check_marks(__STACKPOOL_PLAN)";
    assert_prints(&derive("#[pool(capacity = 64, marks)] struct P;"), &[alone, check]);
    assert_prints(&derive("#[pool(marks, capacity = 64)] struct P;"), &[alone, check]);
    assert_prints(&derive("#[pool(capacity = 64, marks = LEVELS)] struct P;"), &[number, check]);
    assert_prints(&pool("P: [u8; 64], marks; Q: [u8; 64];"), &[alone, check]);
    assert_prints(&pool("P: [u8; 64], marks = LEVELS, align = 2;"), &[number, check]);
    for keys in [
        "marks = true",
        "marks(3)",
        "marks 3",
        "marks =",
        "marks, marks",
        "marks = 3, marks",
        "marks, guard = none",
        "marks = 3, boxed",
    ] {
        let tokens = derive(&format!("#[pool(capacity = 64, {keys})] struct P;"));
        assert_mistake(&tokens, "`marks`");
        // Code that uses marks compiles.
        assert_eq!(tokens.to_string().contains(". marks ()"), !keys.contains("boxed"), "{keys}");
    }
}

#[test]
fn raw_names_lose_their_mark() {
    let tokens = derive("#[pool(capacity = 64)] struct r#type;");
    assert_prints(
        &tokens,
        &["= \"type\";", "type typePool = ::stackpool::Pool<r#type>;", "type typeHandle ="],
    );
}

#[test]
fn entries_pass_attributes_on() {
    let tokens = pool(
        "#![pool(crate = sp)]
         /// Said by the user.
         #[cfg(feature = \"a\")] #[unsafe(link_section = \".far\")] #[derive(Clone)] #[deprecated]
         pub Nodes: [Node<f32>; MAX], guard = live, ;
         Words: [&'static str; 8], crate = other::sp",
    );
    assert_prints(
        &tokens,
        &[
            "#[doc = \" Said by the user.\"] #[derive(Clone)]",
            "pub enum Nodes {}",
            "enum Words {}",
            "#[unsafe(link_section = \".far\")] static MEMORY",
            "type Item = Node<f32>;",
            "type Item = &'static str;",
            "sp::__private::uncleared_static_kind::<sp::Pool<Nodes>>()",
            "other::sp::__private::static_kind::<other::sp::Pool<Words>>()",
            "sp::__private::take::<Nodes>()",
            "other::sp::__private::take::<Words>()",
            "::core::primitive::i128>(8)",
        ],
    );
    assert_eq!(tokens.to_string().matches("feature = \"a\"").count(), 4);
    assert_eq!(tokens.to_string().matches("deprecated").count(), 3);
}

#[test]
fn no_entries_are_fine() {
    assert!(pool("").is_empty());
    assert!(pool(";").is_empty());
    assert!(pool("#![pool(crate = sp)]").is_empty());
}

#[test]
fn one_mistake_in_a_list_of_keys_is_one_message() {
    for (keys, part) in [
        ("", "a pool needs a capacity"),
        ("10", "a value needs its key: `capacity = 10`"),
        ("MAX", "a value needs its key: `capacity = MAX`"),
        ("limits::N, guard = live", "a value needs its key: `capacity = limits::N`"),
        ("64 * 64", "`capacity = 64 * 64`"),
        ("capacity", "`capacity` needs a value, such as `capacity = 10_000`"),
        ("capacity =", "`capacity` needs a value"),
        ("capacity = , guard = live", "`capacity` needs a value"),
        ("capacity: 10", "after `=`"),
        ("capacity(10)", "after `=`"),
        ("capacity == 10", "after `=`"),
        ("capacity = a = b", "takes a constant integer"),
        ("capacity = 10 *", "takes a constant integer"),
        ("capacity = \"1_000\"", "without quotes: `capacity = 1_000`"),
        ("capacity = \"many\"", "`\"many\"` is a string"),
        ("capacity = -1.5", "`-1.5` is a floating-point number"),
        ("capacity = true", "a `bool`"),
        ("capacity = 'a'", "a character"),
        ("capacity = 10 000", "a comma"),
        ("capacity = 10 guard = live", "a comma"),
        ("capacity = 10, , guard = live", "before this comma"),
        ("capcity = 10", "did you mean `capacity`?"),
        ("size = Foo::<A, B>::N, guard = live", "did you mean `capacity`?"),
        ("length(10)", "did you mean `capacity`?"),
        ("capacity = 10, max = 3", "did you mean `max_bytes`?"),
        ("capacity = 10, max_bytes = 99, max = 3", "unknown key `max`: the keys are"),
        ("capacity = 10, size = 3", "unknown key `size`: the keys are"),
        (
            "capacity = 10, colour = red",
            "unknown key `colour`: the keys are `capacity`, `grows_to`, `values`, `columns`, `saved`, `dense`",
        ),
        ("capacity = 10, colour", "unknown key `colour`"),
        ("capacity = 10, 20", "expected `key = value`"),
        ("capacity = 10, capacity = 20", "it is already `capacity = 10`; remove"),
        ("capacity = Foo::<A, B>::N, guard = live, guard = none", "it is already `guard = live`"),
        ("capacity = 10, guard = alive", "did you mean `live`?"),
        (
            "capacity = 10, guard = purple",
            "`guard` cannot be `purple`: it takes `generation`, `live` or `none`",
        ),
        ("capacity = 10, guard = \"live\"", "without quotes: `guard = live`"),
        ("capacity = 10, guard = a::b", "`guard` takes one word"),
        ("capacity = 10, layout = u18", "did you mean `packed18`?"),
        ("capacity = 10, layout = u12", "did you mean `packed(12)`?"),
        ("capacity = 10, layout = packed10", "did you mean `packed(10)`?"),
        ("capacity = 10, layout = packed11", "did you mean `packed(12)`?"),
        ("capacity = 10, layout = byte", "did you mean `u8`?"),
        ("capacity = 10, layout = u64", "`layout` cannot be `u64`: it takes `u8`"),
        ("capacity = 10, layout = 16", "`layout` takes one word"),
        (
            "capacity = 10, layout = packed(11)",
            "there is no table with entries of 11 bits: `packed` takes one of 9, 10, 12, 17, 18, 20",
        ),
        ("capacity = 10, layout = packed(16)", "write `layout = u16`"),
        ("capacity = 10, layout = packed", "write `layout = packed(18)`"),
        ("capacity = 10, layout = packed(N)", "as a literal"),
        ("capacity = 10, on_wrap = panic", "`wrap` or `retire`"),
        ("capacity = 10, guard = live, generation_bits = 3", "is for `guard = generation`"),
        ("capacity = 10, guard = none, on_wrap = wrap", "is for `guard = generation`"),
        ("capacity = 10, guard = none, quarantine = 4", "`guard = none` catches none: remove `quarantine`"),
        (
            "capacity = 10, guard = none, quarantine = 4, strict",
            "knows which slots are live, so that none is freed twice: choose `guard = live`",
        ),
        ("capacity = 10, strict", "`strict` needs `quarantine`"),
        ("capacity = 10, quarantine = 4, strict = true", "`strict` takes no value"),
        ("capacity = 10, boxed, strict", "a slot of boxes never waits; remove `strict` or `boxed`"),
        ("capacity = 10, quarantine", "such as `quarantine = 64`"),
        ("capacity = 10, quarantine = \"4\"", "without quotes: `quarantine = 4`"),
        ("capacity = 10, handle = \"Id\"", "`handle` takes a name"),
        ("capacity = 10, handle = a::Id", "`handle` takes a name"),
        ("capacity = 10, handle = 4", "for a handle of 4 bytes write `handle_bytes = 4`"),
        ("capacity = 10, handle_bits = 32", "did you mean `handle_bytes`?"),
        ("capacity = 10, guard = none, handle_bytes = 4", "is for `guard = generation`"),
        ("capacity = 10, handle_bytes = 4, generation_bits = 3", "remove one of the two"),
        ("capacity = 10, handle_bytes", "such as `handle_bytes = 4`"),
        ("capacity = 10, pool = fn", "`pool` takes a name"),
        ("capacity = 10, pool = P", "`P` is the type itself"),
        ("capacity = 10, handle = P", "`P` is the type itself"),
        ("capacity = 10, pool = PHandle", "already the alias of the handle"),
        ("capacity = 10, handle = PPool", "already the alias of the pool"),
        ("capacity = 10, handle = A, pool = A", "already the alias of the pool"),
        ("capacity = 10, crate = \"a::b\"", "without quotes: `crate = a::b`"),
        ("capacity = 10, crate = a::<b>", "the path to `stackpool`"),
        ("capacity = 10, align = \"64\"", "without quotes: `align = 64`"),
        ("capacity = 10, max_bytes", "such as `max_bytes = 64 * 1024`"),
    ] {
        eprintln!("{keys}");
        assert_mistake(&derive(&format!("#[pool({keys})] struct P;")), part);
    }
}

#[test]
fn one_mistake_in_a_type_is_one_message() {
    for (source, part) in [
        ("struct P;", "a pool needs a capacity"),
        ("#[pool] struct P;", "a pool needs a capacity"),
        ("#[pool = 10] struct P;", "in parentheses"),
        ("#[pool(capacity = 1)] #[pool(guard = live, capacity = 2)] struct P;", "already `capacity = 1`"),
        ("struct P { #[pool(capacity = 1)] x: u8 }", "not on a field"),
        ("enum P { #[pool(capacity = 1)] A }", "not on a variant"),
        ("#[pool(capacity = 1)] enum P { A(#[pool(x)] u8) }", "not on a field"),
        ("#[pool(capacity = 1)] union P { x: u8 }", "for structs and enums"),
        ("#[pool(capacity = 1, boxed)] struct P<T>(T);", "pool! { Ps: [P<f32>; 64], boxed; }"),
        (
            "#[pool(capacity = 1, boxed)] struct P<'a, T: 'a, const N: usize = 3>(&'a [T; N]) where T: Copy;",
            "[P<'static, f32, 4>; 64]",
        ),
        (
            "#[pool(capacity = 1, boxed)] struct P<const N: u8, const B: bool, const C: char>;",
            "[P<4, true, 'x'>; 64]",
        ),
        ("#[pool(capacity = 1, boxed)] struct P<T>(T);", "holds `PoolBox<P>`"),
        ("#[pool(capacity = 1, boxed)] struct P<'a>(&'a u8);", "a static, which outlives `'a`"),
        ("#[pool(values)] struct P<T>(T);", "a pool of values is for one of them"),
        ("#[pool(capacity = N)] struct P<T, const N: usize>;", "`Pool<Sized16<P<T, N>, N>>`"),
        ("#[pool(capacity = { T::N })] struct P<T>;", "`Pool<Sized16<P<T>, N>>`"),
        (
            "#[pool(capacity = 1, align = N + 1)] struct P<const N: usize>;",
            "`align` cannot use the parameter `N`",
        ),
        (
            "#[pool(capacity = 1, marks = N)] struct P<const N: usize>;",
            "`marks` cannot use the parameter `N`",
        ),
    ] {
        eprintln!("{source}");
        assert_mistake(&derive(source), part);
    }
}

#[test]
fn another_pool_is_one_message() {
    for source in [
        "#[pool(capacity = 1, pool = A)] #[pool(capacity = 2, pool = B)] struct P;",
        "#[pool(capacity = 1)] #[pool(guard = live, pool = B, capacity = 2)] struct P;",
        "#[pool(capacity = 1, pool = A)] #[pool(pool = B)] struct P;",
    ] {
        let tokens = derive(source);
        assert_mistake(&tokens, "`pool!` defines several pools of one type");
        assert!(tokens.to_string().contains("type B ="), "{tokens}");
    }
    // A key that was written twice.
    for source in [
        "#[pool(capacity = 1, pool = A)] #[pool(capacity = 1)] struct P;",
        "#[pool(capacity = 1, pool = A)] #[pool(pool = A)] struct P;",
    ] {
        assert_mistake(&derive(source), "is given twice");
    }
    assert_eq!(messages(&derive("#[pool(capacity = 1)] #[pool(pool = B)] struct P;")), [""; 0]);
}

#[test]
fn one_mistake_in_an_entry_is_one_message() {
    for (source, part) in [
        ("A: u8;", "the capacity is missing: `A: [u8; 64];`"),
        ("A: [u8];", "the capacity is missing: `A: [u8; 64];`"),
        ("A: [Node<f32>; ];", "the capacity is missing: `A: [Node<f32>; 64];`"),
        ("A: [; 4];", "expected a type"),
        ("A: [];", "expected a type"),
        ("A: [u8, 4];", "expected `;` between type and capacity: `A: [u8; 64];`"),
        ("A: [u8; 4 5];", "a constant integer"),
        ("A: [u8; \"4\"];", "without quotes"),
        ("A = [u8; 4];", "expected `:`"),
        ("A [u8; 4];", "expected `:`"),
        ("A;", "expected `:`"),
        ("pub A", "expected `:`"),
        ("A: ;", "in brackets"),
        ("A<T>: [T; 4];", "takes no parameters"),
        ("static A: [u8; 4];", "without `static`"),
        ("A: [u8; 4] guard = live;", "expected `;`, or a comma"),
        ("A: [u8; 4] B: [u8; 4];", "a `;` is missing before this entry"),
        ("A: [u8; 4], pub B: [u8; 4];", "a `;` is missing before this entry"),
        ("A: [u8; 4], guard = live, B: [u8; 4];", "a `;` is missing before this entry"),
        ("A: [u8; 4], capacity = 3;", "the length in its brackets"),
        ("A: [u8; 4], size = 3;", "unknown key `size`"),
        ("A: [u8; 4], guard = live, guard = live;", "given twice"),
        ("A: [_; 4];", "cannot be inferred"),
        ("A: [impl Copy; 4];", "concrete"),
        ("A: [&str; 4];", "`&'static str`"),
        ("A: [Cow<'a, str>; 4];", "write `'static`, not `'a`"),
        ("#[pool(guard = live)] A: [u8; 4];", "after its type"),
        ("A: [u8; 4]; A: [u16; MAX];", "`A` is already the name of `A: [u8; 4]`"),
        (
            "A: [u8; 4]; B: [u16; 4], handle = AHandle;",
            "`AHandle` is already the name of the handle of `A: [u8; 4]`",
        ),
        ("A: [A; 4];", "must differ from the name of its type, as in `As: [A; 4];`"),
        ("pub r#A: [A<f32>; MAX + 1], guard = live;", "as in `As: [A<f32>; MAX + 1];`"),
        ("#![pool(guard = live)] A: [u8; 4];", "only `crate`"),
        ("#![deny(x)] A: [u8; 4];", "the only attribute for all entries"),
    ] {
        eprintln!("{source}");
        assert_mistake(&pool(source), part);
    }
}

#[test]
fn what_only_looks_wrong_is_fine() {
    for source in [
        "A: [for<'a> fn(&'a u8, &u8) -> &'a u8; 4];",
        "A: [Box<dyn Fn(&str) -> u8>; 4];",
        "A: [[u8; 4]; 4];",
        "A: [Matrix<{ 2 + 2 }>; Foo::<u8, u16>::N], guard = live",
        "#[cfg(a)] A: [u8; 4]; #[cfg(b)] A: [u8; 5];",
        "A: [u8; { const N: usize = 4; N }];",
        "A: [module::A; 4]; B: [::B; 4]; C: [<C as D>::C; 4];",
    ] {
        assert_eq!(messages(&pool(source)), [""; 0], "{source}");
    }
}

#[test]
fn all_mistakes_are_reported() {
    let tokens = derive(
        "#[pool(guard = liv, colour = red, capacity = \"x\", layout = packed(3), layout = u8, \
         guard = none)] union P<T> { #[pool()] x: T }",
    );
    assert_eq!(messages(&tokens).len(), 6, "{:#?}", messages(&tokens));
    for (keys, count) in [
        ("capcity = 16, gaurd = live, bxed", 3),
        ("bxed, shard, capcity = 16", 3),
        ("colour = red, bxed, 20, MAX", 4),
        ("capacity = 1 2, bxed", 2),
        ("colour(red), bxed, capacity = 1.5, exct", 4),
        ("size = Foo::<A, B>::N, bxed", 2),
    ] {
        let found = messages(&derive(&format!("#[pool({keys})] struct P;")));
        assert_eq!(found.len(), count, "{keys}: {found:#?}");
    }
    let tokens = pool("A: [u8]; B: u8; C: [u8; 4], x = 3, y = 4; D: [&str; 1.0];");
    assert_eq!(messages(&tokens).len(), 6, "{:#?}", messages(&tokens));
    let printed = spaceless(&tokens.to_string());
    for name in ["enumA{}", "enumB{}", "enumC{}", "enumD{}", "typeDHandle="] {
        assert!(printed.contains(name), "{name}");
    }
}

#[test]
fn markers_derive_what_their_users_do_not() {
    for (attributes, derives) in [
        ("", "Debug Clone Copy PartialEq Eq PartialOrd Ord Hash"),
        ("#[derive(Clone)] #[derive(Copy)]", "Debug PartialEq Eq PartialOrd Ord Hash"),
        ("#[derive(::std::fmt::Debug, std::hash::Hash)]", "Clone Copy PartialEq Eq PartialOrd Ord"),
        (
            "#[cfg_attr(a, cfg_attr(b, inline, derive(Eq,)), derive(Ord))]",
            "Debug Clone Copy PartialEq PartialOrd Hash",
        ),
        ("#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Other)]", ""),
    ] {
        let tokens = pool(&format!("{attributes} A: [u8; 4]"));
        assert_eq!(messages(&tokens), [""; 0]);
        let file = syn::parse2::<syn::File>(tokens).unwrap();
        let syn::Item::Enum(marker) = &file.items[0] else { panic!("no marker") };
        let Some(last) = marker.attrs.iter().rfind(|attribute| attribute.path().is_ident("derive")) else {
            panic!("nothing is derived");
        };
        let mut names = Vec::new();
        last.parse_nested_meta(|meta| {
            names.push(meta.path.segments.last().unwrap().ident.to_string());
            Ok(())
        })
        .unwrap();
        if derives.is_empty() {
            assert_eq!(names.len(), 9);
        } else {
            assert_eq!(names.join(" "), derives, "{attributes}");
        }
    }
}

/// All ways to leave out, double or replace one token of `source`, in groups too.
fn slips(source: &TokenStream) -> Vec<TokenStream> {
    let trees: Vec<TokenTree> = source.clone().into_iter().collect();
    let mut slips = Vec::new();
    let mut slip = |at: usize, instead: TokenStream| {
        let head = trees[..at].iter().cloned();
        slips.push(head.chain(instead).chain(trees[at + 1..].iter().cloned()).collect());
    };
    for (at, tree) in trees.iter().enumerate() {
        slip(at, TokenStream::new());
        slip(at, [tree.clone(), tree.clone()].into_iter().collect());
        // Four of them for each token, in turn: all of them for each take three times as long.
        let others = [",", ";", ":", "=", "#", "x", "pub", "3", "[u8]", "()", "guard = live"];
        for other in others.iter().cycle().skip(4 * at % others.len()).take(4) {
            slip(at, TokenStream::from_str(other).unwrap());
        }
        if let TokenTree::Group(group) = tree {
            for inner in self::slips(&group.stream()) {
                slip(at, TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner)).into());
            }
        }
    }
    slips
}

#[test]
fn every_slip_is_survived() {
    for keys in [
        "capacity = limits::N * 2, layout = packed(9), guard = live, handle = Id, crate = a::b, align = 3",
        "capacity = 9, boxed, sync = threads, exact, box = Ptr",
    ] {
        for slip in slips(&TokenStream::from_str(keys).unwrap()) {
            let source = format!("#[pool({slip})] pub struct P;");
            syn::parse2::<syn::File>(derive(&source)).unwrap_or_else(|error| panic!("{error}: {source}"));
        }
    }
    let entries = "#![pool(crate = sp)] #[cfg(a)] pub A: [Node<f32>; 64 * 64], guard = live, \
                   pool = As; B: [u8; MAX], boxed, exact;";
    for slip in slips(&TokenStream::from_str(entries).unwrap()) {
        let tokens = pool(&slip.to_string());
        syn::parse2::<syn::File>(tokens).unwrap_or_else(|error| panic!("{error}: {slip}"));
    }
}
