//! Structs of columns.

use super::{assert_mistake, assert_prints, derive, messages, pool, slips, spaceless};
use proc_macro2::TokenStream;
use std::str::FromStr;

fn columns(source: &str) -> TokenStream {
    crate::columns_of(syn::parse_str(source).unwrap())
}

/// What is printed, without spaces.
fn printed(tokens: &TokenStream) -> String {
    assert_eq!(messages(tokens), [""; 0]);
    spaceless(&tokens.to_string())
}

#[test]
fn types_and_columns_are_in_order() {
    let tokens = columns(
        "#[pool(crate = sp)] pub(crate) struct P {
             /// Where.
             pub(crate) x: f32,
             #[pool(group = hot)] pub(crate) a: u8,
             #[pool(skip)] pub(crate) y: u16,
             #[pool(group = hot, skip, align = MAX)] pub(crate) b: m::T,
         }",
    );
    assert_prints(
        &tokens,
        &[
            "#[doc = \" Where.\"] pub(crate) x: &'a f32,
                 #[doc = \"`a` of the [`P`](type@P).\"] pub(crate) a: &'a u8,",
            "pub(crate) a: &'a mut u8,",
            "#[doc = \"`x` of each object or slot.\"] #[doc = \"\"] #[doc = \" Where.\"] pub(crate) x: &'a [f32],
                 #[doc = \"`hot` of each object or slot.\"] pub(crate) hot: &'a [PHot],
                 #[doc = \"`y` of each object or slot.\"] pub(crate) y: &'a [u16],",
            "pub(crate) hot: &'a mut [PHot],",
            "pub(crate) a: u8 = 0, #[doc = \"`b` of the [`P`](type@P).\"] pub(crate) b: m::T = 1,",
            "type List = (sp::__private::Column<__StackpoolField0,
                 { sp::__private::COLUMN_ALIGN }, sp::__private::Saved>,
                 (sp::__private::Column<PHot, { __STACKPOOL_ALIGN_1.slot_align() }, sp::__private::Grouped>,
                 sp::__private::Column<__StackpoolField2,
                 { sp::__private::COLUMN_ALIGN }, sp::__private::Skipped>, sp::__private::Saved),
                 sp::__private::Saved);",
            "type Fields = (sp::__private::Field<__StackpoolField1, sp::__private::Saved>,
                 sp::__private::Field<__StackpoolField3, sp::__private::Skipped>);",
            "const __STACKPOOL_ALIGN_1: sp::__private::Plan =
                 sp::__private::Plan::new(1i128).align(sp::__private::integer(MAX));",
            "const _: () = sp::__private::Plan::check_align(__STACKPOOL_ALIGN_1);",
            "impl __StackpoolColumns for P {",
            "type Ref<'a> = PRef<'a>;",
            "fn join(__stackpool_columns: <Self::List as sp::__private::ColumnList>::Elements,
                 _: sp::__private::Access<Self>,) -> Self {
                 <P as __StackpoolColumns>::join(__stackpool_columns) }",
            "(self.x, (PHot { a: self.a, b: self.b }, self.y))",
            "PRef { x: __stackpool_column_0, a: &__stackpool_column_1.a, b: &__stackpool_column_1.b,
                 y: __stackpool_column_2, }",
            "a: &mut __stackpool_column_1.a,",
            "fn hot_mut(&mut self) -> &mut [PHot] where Self: sp::__private::DenseColumns<P>,",
        ],
    );
    let printed = printed(&tokens);
    assert!(!printed.contains("::stackpool::") && !printed.contains("PPool"), "{tokens}");
    assert!(!printed.contains("unsafe"), "{tokens}");
}

#[test]
fn a_derive_of_a_pool_prints_the_columns_too() {
    let tokens = derive(
        "#[pool(capacity = 9, columns, max_bytes = 99, pool = Ps, handle = Id, crate = sp)] pub struct P { x: u8 }",
    );
    assert_prints(
        &tokens,
        &[
            "pub struct PRef<'a>",
            "pub type Ps = sp::ColumnPool<P>;",
            "pub type Id = sp::Handle<P>;",
            "type Content = sp::ColumnPool<P>;",
            "sp::__private::static_kind::<sp::ColumnPool<P>>()",
            "sp::ColumnPool::<P>::TOTAL_BYTES",
            "pub fn take_pool() -> ::core::result::Result<&'static mut sp::ColumnPool<P>, sp::AlreadyTaken>",
            "impl sp::PoolSpec for P",
        ],
    );
}

#[test]
fn an_entry_checks_that_its_item_has_columns() {
    let tokens = pool("pub Ps: [m::P; 9], guard = live, columns;");
    assert_prints(
        &tokens,
        &[
            "type __StackpoolItem =
                 <[m::P; __stackpool_columns::<m::P>()] as ::core::iter::IntoIterator>::Item;",
            "#[cfg(not(doc))] type Item = __StackpoolItem; #[cfg(doc)] type Item = m::P;",
            "pub type PsPool = ::stackpool::ColumnPool<Ps>;",
            "type Content = ::stackpool::ColumnPool<Ps>;",
        ],
    );
}

/// An associated type of a visible impl cannot name a private type.
#[test]
fn the_list_is_hidden() {
    let tokens = columns("pub struct P { #[pool(group = g)] x: X, pub y: Y }");
    assert_prints(
        &tokens,
        &[
            "impl __StackpoolColumns for P { type List = (",
            "impl<__StackpoolList> ::stackpool::Columns for P where
                 __StackpoolList: ::stackpool::__private::ColumnList,
                 P: __StackpoolColumns<List = __StackpoolList>, {",
            "impl __StackpoolRow for PG { type Fields = ",
            "impl<__StackpoolFields, __StackpoolValues> ::stackpool::__private::Group for PG where",
        ],
    );
}

/// A restore of columns whose fields nobody else sees could make any values.
#[test]
fn columns_are_saved_if_all_fields_are_as_visible_as_the_struct() {
    let is_closed = |source: &str| printed(&columns(source)).contains("__private::Closed");
    assert!(!is_closed("struct P { x: X, y: Y }"));
    assert!(!is_closed("pub struct P { pub x: X, pub y: Y }"));
    assert!(!is_closed("pub(crate) struct P { pub x: X, pub(crate) y: Y }"));
    assert!(!is_closed("pub(super) struct P { pub(in super) x: X }"));
    assert!(is_closed("pub struct P { pub x: X, y: Y }"));
    assert!(is_closed("pub struct P { pub x: X, #[pool(skip)] y: Y }"));
    assert!(is_closed("pub struct P { pub x: X, #[pool(group = g)] y: Y }"));
    assert!(is_closed("pub(crate) struct P { x: X, pub(super) y: Y }"));
    assert!(!is_closed("#[pool(saved)] pub struct P { pub x: X, y: Y }"));
}

#[test]
fn methods_are_those_of_visible_fields() {
    let source = "pub struct P { pub x: u8, y: u8, pub len: u8, pub iter: u8,
                      #[pool(group = g)] pub a: u8, #[pool(group = g)] b: u8 }";
    let printed = printed(&columns(source));
    for method in [
        "#[must_use]fnx(&self)->&[u8]whereSelf:",
        "#[must_use]fnx_mut(&mutself)->&mut[u8]whereSelf:",
        "#[must_use]fnslot_x(&self)->&[u8]whereSelf:",
        "#[must_use]fnslot_x_mut(&mutself)->&mut[u8]whereSelf:",
    ] {
        assert_eq!(printed.matches(method).count(), 1, "{method}");
    }
    for method in ["fny(", "fnlen(", "fniter(", "fng(", "fna(", "fnb("] {
        assert!(!printed.contains(method), "{method}");
    }
    // Those that are visible are named; `y` is nobody's business.
    assert!(printed.contains("methodsofthesamenames:`len`,`iter`."));
    let private = columns("pub struct P { x: u8 }").to_string();
    assert!(!private.contains("PFields"), "{private}");
}

#[test]
fn fields_of_the_struct_itself_are_named_in_other_types() {
    let printed =
        printed(&columns("struct P { next: Option<sp::Handle<Self>>, more: [Option<Handle<Self>>; 2] }"));
    assert!(printed.contains("next:&'aOption<sp::Handle<P>>,"));
    assert!(printed.contains("more:&'a[[Option<Handle<P>>;2]],"));
    assert!(!printed.contains("Handle<Self>"));
}

#[test]
fn the_lifetime_is_no_lifetime_of_a_field() {
    let of = |ty: &str| printed(&columns(&format!("struct P {{ f: {ty} }}")));
    assert!(of("&'static str").contains("structPRef<'a>"));
    assert!(of("for<'b> fn(&'b a::T)").contains("structPRef<'a>"));
    assert!(of("for<'a> fn(&'a u8)").contains("structPRef<'__stackpool>"));
}

#[test]
fn attributes_go_to_the_types() {
    let tokens = columns(
        "#[deprecated] #[doc(hidden)] #[non_exhaustive] #[derive(Debug)] #[repr(C)]
         pub struct P { #[deprecated = \"no\"] #[serde(skip)] #[doc(alias = \"y\")] pub x: u8 }",
    );
    let printed = printed(&tokens);
    assert_eq!(printed.matches("#[non_exhaustive]").count(), 4);
    // And the trait.
    assert_eq!(printed.matches("#[deprecated]#[doc(hidden)]").count(), 5);
    // Of the field, in four types and of four methods.
    assert_eq!(printed.matches("#[deprecated=\"no\"]#[doc(alias=\"y\")]").count(), 8);
    assert!(!printed.contains("serde") && !printed.contains("repr"), "{tokens}");
}

/// The shape is printed for `Columns`: a number, and behind it the types in it that may have been renamed.
fn shape(fields: &str) -> String {
    let printed = printed(&columns(&format!("struct P {{ {fields} }}")));
    let start = printed.find("constSHAPE:::core::primitive::u64=").unwrap() + 34;
    let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = printed[start..].split(|character: char| !character.is_alphanumeric());
    words.find_map(|word| word.strip_suffix("u64").filter(is_number)).unwrap().to_owned()
}

#[test]
fn names_types_order_and_groups_are_the_shape() {
    let shapes = [
        "x: u8, y: u16",
        "y: u16, x: u8",
        "x: u8, z: u16",
        "x: u8, y: i16",
        "x: u8",
        "x: u8, #[pool(skip)] y: u16, y2: u16",
        "#[pool(group = g)] x: u8, #[pool(group = g)] y: u16",
        "xy: u8, u16: u16",
    ]
    .map(shape);
    for (at, shape) in shapes.iter().enumerate() {
        assert!(!shapes[..at].contains(shape), "{at}");
    }
    let plain = shape("x: u8, y: u16");
    for same in [
        "pub x: u8, r#y: ::core::primitive::u16",
        "#[pool(align = 4)] x: u8, #[pool(skip)] z: u8, y: u16",
        "#[pool(group = one)] x: u8, #[pool(group = two)] y: u16",
        "#[pool(group = one)] x: u8, y: u16, #[pool(group = one, skip)] z: u16",
    ] {
        assert_eq!(plain, shape(same), "{same}");
    }
}

#[test]
fn one_mistake_of_a_field_is_one_message() {
    for (keys, part) in [
        ("skipp", "unknown key `skipp`; did you mean `skip`?"),
        ("groups = hot", "did you mean `group = hot`?"),
        ("colour", "unknown key `colour`: the keys of a field are `skip`, `keep`, `group` and `align`"),
        ("layout = u8", "`layout` belongs on the type"),
        ("range = 0..3", "`range` is for a pool of values"),
        ("skip = yes", "`skip` takes no value"),
        ("skip, skip", "`skip` is given twice"),
        ("group", "`group` needs a value, such as `group = hot`"),
        ("group = ", "`group` needs a value, such as `group = hot`"),
        ("group(hot)", "after `=`: `group = hot`"),
        ("group = \"a b\"", "takes the name of a column"),
        ("group = \"cold\"", "without quotes: `group = cold`"),
        ("group = type", "`type` is a keyword"),
        ("align = 16 skip", "expected a comma before this"),
        ("align = \"8\"", "without quotes: `align = 8`"),
        ("align = u = 8", "`align` takes a constant integer"),
        ("", "write the keys of a field in parentheses"),
        ("= 3", "expected a key of a field"),
        ("group = y", "`y` is a field too"),
        ("group = r#ref", "the type of the references to an object: rename the group"),
    ] {
        eprintln!("{keys}");
        assert_mistake(
            &derive(&format!("#[pool(capacity = 9, columns)] struct P {{ #[pool({keys})] x: u8, y: u8 }}")),
            part,
        );
        assert_mistake(&columns(&format!("struct P {{ #[pool({keys})] x: u8, y: u8 }}")), part);
    }
}

/// Only `#[derive(Pool)]` generates aliases.
#[test]
fn rows_have_another_name_than_the_aliases() {
    for (group, what) in [("handle", "the alias of the handle"), ("pool", "the alias of the pool")] {
        let fields = format!("struct P {{ #[pool(group = {group})] x: u8 }}");
        let pool = derive(&format!("#[pool(capacity = 9, columns)] {fields}"));
        assert_mistake(&pool, &format!("{what}: rename the group"));
        assert!(messages(&columns(&fields)).is_empty(), "{group}");
    }
}

#[test]
fn columns_and_fields_of_a_group_are_limited() {
    let fields = |keys: &str, count: usize| {
        let fields: String = (0..count).map(|field| format!("{keys} f{field}: u8, ")).collect();
        columns(&format!("struct P {{ {fields} }}"))
    };
    assert!(messages(&fields("", 100)).is_empty());
    assert_mistake(&fields("", 101), "at most 100 columns, and `P` would have 101");
    assert!(messages(&fields("#[pool(group = g)]", 100)).is_empty());
    assert_mistake(&fields("#[pool(group = g)]", 101), "a group has at most 100 fields, and `g` has 101");
}

/// Its settings that are right are printed beside the mistake, so uses of them cause no errors.
#[test]
fn a_mistake_leaves_the_rest() {
    let tokens = derive(
        "#[pool(capacity = 9, columns)]
         struct P { #[pool(group = y, skip)] x: u8, y: u8, #[pool(group = g)] z: u8, y_mut: u8 }",
    );
    assert_eq!(messages(&tokens).len(), 2);
    let printed = spaceless(&tokens.to_string());
    assert!(printed.contains("z:&__stackpool_column_2.z,"), "{tokens}");
    assert!(printed.contains("typePPool=::stackpool::ColumnPool<P>;"), "{tokens}");
    assert!(
        printed.contains(
            "Column<__StackpoolField0,{::stackpool::__private::COLUMN_ALIGN},::stackpool::__private::Skipped>"
        ),
        "{tokens}"
    );
    assert!(printed.contains("fny_mut(") && !printed.contains("fny_mut_mut("), "{tokens}");
}

#[test]
fn every_slip_is_survived() {
    let source = "#[pool(capacity = 9, columns)] pub struct P {
        #[pool(skip, group = hot)] pub x: u8, #[pool(align = 4 * N)] y: [Self; 3] }";
    for slip in slips(&TokenStream::from_str(source).unwrap()) {
        // rustc calls a derive only with an item.
        let Ok(input) = syn::parse2::<syn::DeriveInput>(slip.clone()) else { continue };
        for tokens in [crate::derive(input.clone()), crate::columns_of(input)] {
            syn::parse2::<syn::File>(tokens).unwrap_or_else(|error| panic!("{error}: {slip}"));
        }
    }
    for slip in slips(&TokenStream::from_str("A: [m::T; 9], columns, guard = live;").unwrap()) {
        let tokens = pool(&slip.to_string());
        syn::parse2::<syn::File>(tokens).unwrap_or_else(|error| panic!("{error}: {slip}"));
    }
}
