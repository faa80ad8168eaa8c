//! Definitions whose slots are owned by boxes.

use super::{assert_mistake, assert_prints, derive, messages, pool, spaceless};

/// Asserts that a boxed definition `P` prints everything that all modes have, and nothing of pools.
#[track_caller]
fn assert_boxed(keys: &str, parts: &[&str]) {
    let tokens = derive(&format!("#[pool(capacity = 300, boxed, {keys})] pub(super) struct P;"));
    assert_prints(&tokens, parts);
    assert_prints(
        &tokens,
        &[
            "impl ::stackpool::PoolSpec for P",
            "impl ::stackpool::BoxSpec for P { type Mode = ::stackpool::__private::",
            "static SLOTS: ::stackpool::__private::BoxSlots<P, {",
            "::BoxStatics::new(&STATE, &SLOTS)",
            "pub(super) fn take_pool<'__stackpool, __StackpoolPool>()",
            "where Self: ::stackpool::__private::TakesPool<'__stackpool>",
            "= ::stackpool::PoolBox<P>;",
            "= ::stackpool::Handle<P>;",
        ],
    );
    let printed = spaceless(&tokens.to_string());
    for absent in ["::stackpool::Pool<P>", "HasStatic", "Memory", "::take::<", "PPool"] {
        assert!(!printed.contains(absent), "{absent} in\n{tokens}");
    }
}

#[test]
fn every_mode_is_printed() {
    let linked = "__StackpoolPlan::new(::stackpool::__private::integer::<::core::primitive::i128>(300))\
                  .boxed_linked();";
    let stacked = &linked.replace("linked", "stacked");
    let caches = "const CACHES: ::stackpool::__private::BoxCaches<Self> = ::stackpool::__private::";
    let threads = ["threads_mode!();", &format!("{caches}thread_caches!(P);")];
    let exact = ["exact_mode!();", &format!("{caches}no_caches!(P);")];
    let local = ["__private::Local;", &format!("{caches}ownership!(P);")];
    let critical_section = ["critical_section_mode!();", &format!("{caches}no_caches!(P);")];
    assert_boxed("", &[linked, threads[0], threads[1]]);
    assert_boxed("sync = threads", &[linked, threads[0], threads[1]]);
    assert_boxed("exact", &[linked, exact[0], exact[1]]);
    assert_boxed("exact, sync = threads,", &[linked, exact[0], exact[1]]);
    assert_boxed("sync = local", &[stacked, local[0], local[1]]);
    assert_boxed("sync = critical_section", &[stacked, critical_section[0], critical_section[1]]);
}

#[test]
fn boxes_are_clone_only_with_the_key() {
    let marker = "impl ::stackpool::CloneBoxes for P {}";
    assert_boxed("clone", &[marker]);
    assert_boxed("sync = local, clone", &[marker]);
    let without = spaceless(&derive("#[pool(capacity = 9, boxed)] struct P;").to_string());
    assert!(!without.contains("CloneBoxes"), "{without}");
}

#[test]
fn every_key_of_boxes_is_printed_once() {
    assert_boxed(
        "sync = local, layout = u32, align = 64, max_bytes = MAX, box = Ptr, handle = Id",
        &[
            ".align(::stackpool::__private::integer::<::core::primitive::i128>(64)).layout(32u32).boxed_stacked();",
            "check_capacity(__STACKPOOL_PLAN)",
            "check_layout(__STACKPOOL_PLAN)",
            "check_align(__STACKPOOL_PLAN)",
            "check_max_bytes(__STACKPOOL_PLAN, \"the objects of `Ptr` and their bookkeeping take\",
                 ::stackpool::PoolBox::<P>::TOTAL_BYTES, ::stackpool::__private::integer(MAX))",
            "pub(super) type Ptr = ::stackpool::PoolBox<P>;",
            "pub(super) type Id = ::stackpool::Handle<P>;",
        ],
    );
}

#[test]
fn entries_can_be_boxed() {
    let tokens = pool(
        "#![pool(crate = sp)]
         #[cfg(feature = \"a\")] #[unsafe(link_section = \".far\")] #[deprecated]
         pub Nodes: [Node<f32>; MAX], boxed, sync = local;
         Words: [&'static str; 8], exact, boxed, box = Word",
    );
    assert_prints(
        &tokens,
        &[
            "pub enum Nodes {}",
            "pub type NodesBox = sp::PoolBox<Nodes>;",
            "type Word = sp::PoolBox<Words>;",
            "type Mode = sp::__private::Local;",
            "#[unsafe(link_section = \".far\")] static SLOTS: sp::__private::BoxSlots<Nodes,",
            "pub fn take_pool<'__stackpool, __StackpoolPool>()",
        ],
    );
    assert_eq!(tokens.to_string().matches("feature = \"a\"").count(), 4);
}

#[test]
fn one_mistake_in_a_boxed_definition_is_one_message() {
    for (keys, part) in [
        ("boxed", "a pool needs a capacity"),
        ("capacity = 9, boxed = true", "`boxed` takes no value: write it alone, or leave it out"),
        ("capacity = 9, boxed = false", "`boxed` takes no value"),
        ("capacity = 9, boxed =", "`boxed` takes no value"),
        ("capacity = 9, boxed(true), sync = local", "`boxed` takes no value"),
        ("capacity = 9, boxed: sync = local", "`boxed` takes no value"),
        ("capacity = 9, boxed, exact = false", "`exact` takes no value"),
        ("capacity = 9, boxed = no", "`boxed` takes no value"),
        ("capacity = 9 boxed", "a comma"),
        ("capacity = 9, boxed sync = local", "a comma"),
        ("capacity = 9, boxed exact", "a comma"),
        ("capacity = 9, boxed, sync = threads exact", "a comma"),
        ("capacity = 9, boxed, box = Ptr exact", "a comma"),
        ("capacity = 9, boxed, boxed", "`boxed` is given twice: remove one of the two"),
        ("capacity = 9, boxed, exact, sync = threads, exact", "`exact` is given twice: remove"),
        ("capacity = 9, boxed, boxed = true", "`boxed` is given twice: remove"),
        ("capacity = 9, boxed, sync = local, sync = local", "it is already `sync = local`; remove"),
        ("capacity = 9, bxoed", "did you mean `boxed`?"),
        ("capacity = 9, owned, sync = local", "did you mean `boxed`?"),
        ("capacity = 9, boxed, ptr = NodePtr", "did you mean `box`?"),
        ("capacity = 9, boxed, sync = thread", "`sync` cannot be `thread`; did you mean `threads`?"),
        ("capacity = 9, boxed, sync = none", "did you mean `local`?"),
        ("capacity = 9, boxed, sync = IRQ, exact", "did you mean `critical_section`?"),
        (
            "capacity = 9, boxed, sync = rayon",
            "`sync` cannot be `rayon`: it takes `threads`, `local` or `critical_section`",
        ),
        ("capacity = 9, boxed, sync = exact", "write `sync = threads, exact`"),
        ("capacity = 9, boxed, sync", "`sync` needs a value, such as `sync = local`"),
        ("capacity = 9, boxed, box", "`box` needs a value, such as `box = ParticlePtr`"),
        ("capacity = 9, boxed, box = P", "`P` is the type itself: `box` names an alias"),
        ("capacity = 9, boxed, box = PHandle", "`PHandle` is already the alias of the handle"),
        ("capacity = 9, boxed, handle = PBox", "`PBox` is already the alias of the box"),
        ("capacity = 9, boxed, guard = live", "`guard` is for pools with handles, and this pool is `boxed`"),
        ("capacity = 9, boxed, generation_bits = 99", "remove `generation_bits` or `boxed`"),
        ("capacity = 9, on_wrap = retire, boxed", "remove `on_wrap` or `boxed`"),
        ("capacity = 9, boxed, pool = Ps", "write `box = Ps` to name the box type"),
        ("capacity = 9, boxed, layout = u8", "with `sync = threads`, the default, there is no table"),
        ("capacity = 9, boxed, sync = threads, layout = u8", "with `sync = threads` there is no table"),
        ("capacity = 9, boxed, sync = local, exact", "`sync = local` is already exact: remove `exact`"),
        ("capacity = 9, sync = local", "`sync` is for boxed pools: add `boxed`"),
        ("capacity = 9, exact", "`exact` is for boxed pools: add `boxed`"),
        ("capacity = 9, clone", "`clone` is for boxed pools: add `boxed`"),
        ("capacity = 9, box = Ptr, pool = Ps", "`box` is for boxed pools: add `boxed`"),
        (
            "capacity = 9, box = Ptr, clone, exact, sync = local",
            "`sync`, `exact`, `clone` and `box` are for boxed pools: add `boxed`",
        ),
    ] {
        eprintln!("{keys}");
        assert_mistake(&derive(&format!("#[pool({keys})] struct P;")), part);
    }
    for (source, part) in [
        ("A: [u8; 4], boxed B: [u8; 4];", "a `;` is missing before this entry"),
        ("A: [u8; 4] boxed;", "expected `;`, or a comma"),
        ("A: [u8; 4], boxed; B: [u8; 4], box = ABox, boxed;", "the name of the box of `A: [u8; 4]`"),
        ("A: [u8; 4], boxed; ABox: [u8; 4];", "the name of the box of `A: [u8; 4]`"),
        ("#![pool(boxed)] A: [u8; 4];", "only `crate`"),
        ("A: [A; 4], boxed;", "must differ from the name of its type"),
    ] {
        eprintln!("{source}");
        assert_mistake(&pool(source), part);
    }
}

#[test]
fn all_mistakes_of_a_boxed_definition_are_reported() {
    for (keys, count) in [
        ("boxed, guard = live, generation_bits = 3, on_wrap = wrap, pool = Ps, layout = u8", 6),
        ("boxed = true, sync = lokal, exact = 3, layuot = u8", 5),
        ("capacity = 9, boxed, sync = local, exact, guard = none, box = P", 3),
    ] {
        let tokens = derive(&format!("#[pool({keys})] struct P;"));
        assert_eq!(messages(&tokens).len(), count, "{:#?}", messages(&tokens));
    }
}

#[test]
fn faulty_boxed_definitions_have_the_aliases_of_boxes() {
    for (keys, aliases) in [
        ("boxed", &["PBox", "PHandle"][..]),
        ("boxed = true, capacity = 9", &["PBox", "PHandle"]),
        ("owned, capacity = 9", &["PBox", "PHandle"]),
        ("boxed, box = P, handle = Id", &["PBox", "Id"]),
        ("boxed, box = Ptr, handle = Ptr", &["Ptr", "PHandle"]),
        ("boxed = false, capacity = 9", &["PPool", "PHandle"]),
        // It may be the pool's alias that is meant, or the boxes'.
        ("boxed, pool = Ps", &["PBox", "PHandle", "Ps"]),
        ("boxed, pool = PBox", &["PBox", "PHandle"]),
        ("sync = local, capacity = 9", &["PBox", "PHandle", "PPool"]),
        ("box = Ptr, pool = Ps, capacity = 9", &["Ptr", "PHandle", "Ps"]),
    ] {
        let tokens = derive(&format!("#[pool({keys})] struct P;"));
        assert!(!messages(&tokens).is_empty());
        let file = syn::parse2::<syn::File>(tokens).unwrap();
        let printed: Vec<_> = file
            .items
            .iter()
            .filter_map(|item| match item {
                syn::Item::Type(alias) => Some(alias.ident.to_string()),
                _ => None,
            })
            .collect();
        assert_eq!(printed, aliases, "{keys}");
    }
}

#[test]
fn boxed_generics_are_barred() {
    let tokens = derive("#[pool(capacity = 1, boxed)] struct P<T>(T);");
    assert_eq!(messages(&tokens).len(), 1);
    let printed = spaceless(&tokens.to_string());
    for part in ["type PBox<T=()>=<[(T,);", "type PHandle<T=()>=PBox<T>;", "BoxSpec for P<PBox<>>"] {
        assert!(printed.contains(&spaceless(part)), "{part} in\n{tokens}");
    }
}
