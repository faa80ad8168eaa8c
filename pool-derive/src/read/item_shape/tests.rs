//! Shapes of items.

use super::*;
use syn::parse_str;

fn shape(declaration: &str) -> u64 {
    of_declaration(&parse_str::<DeriveInput>(declaration).expect("a type")).hash
}

#[test]
fn types_and_their_order_count() {
    let shapes = [
        "struct A { a: u32, b: f32 }",
        "struct A { b: f32, a: u32 }",
        "struct A { a: u32, b: u32 }",
        "struct A { a: u32, b: [f32; 1] }",
        "struct A { a: u32 }",
        "struct A(Link<A>);",
        "struct A(Link<B>);",
        "struct A;",
        "enum A { B, C }",
        "enum A { C, B }",
        "enum A { B = 1, C }",
        "enum A { B(u8), C }",
        "enum A { B, C(u8) }",
        "enum A { B, C { d: u8 } }",
        "enum A { B, C { e: u8 } }",
        "enum A { B, C { d: u16 } }",
    ]
    .map(shape);
    for (at, shape) in shapes.iter().enumerate() {
        assert!(!shapes[..at].contains(shape), "{at}");
    }
}

#[test]
fn names_and_paths_do_not_count() {
    let plain = shape("struct A { a: Vec2, b: [Vec3; 4] }");
    let renamed = r#"pub struct B { #[doc = "c"] pub c: math::Vec2, d: [::math::Vec3;4] }"#;
    assert_eq!(plain, shape(renamed));
    assert_eq!(plain, shape("struct C(Vec2, [Vec3; 4]);"));
    let documented = "enum A { /** The first. */ B, #[default] C { /** A field. */ d: u8, }, }";
    assert_eq!(shape("enum A { B, C { d: u8 } }"), shape(documented));
    let of = |ty: &str| of_tokens(ty.parse().expect("tokens")).hash;
    assert_eq!(of("math::Vec2"), of("Vec2"));
    assert_eq!(of("math::Vec::<u32>"), of("Vec::<u32>"));
    assert_ne!(of("Vec::<u32>"), of("Bag::<u32>"));
    assert_ne!(of("[f32; 3]"), of("[f32; 4]"));
}

#[test]
fn saves_can_have_another_name() {
    let plain = shape(
        "struct Ship { next: Option<ShipHandle>, of: [Link<Ship>; 2], gun: Gun, wing: Wing<GunHandle> }",
    );
    let renamed = "#[snapshot(item, name = \"Ship\")] struct ShipV1 {
        next: Option<ShipV1Handle>,
        of: [Link<ShipV1>; 2],
        #[snapshot(type = \"old::Gun\")]
        gun: GunV1,
        #[snapshot(type = \"Wing<GunHandle>\")]
        wing: WingV1<GunV1Handle>,
    }";
    assert_eq!(plain, shape(renamed));
    let other = renamed.replace("old::Gun", "Guns");
    assert_ne!(plain, shape(&other));
    // Other words that begin alike are not names of the type.
    assert_eq!(
        shape("#[snapshot(name = \"B\")] struct A { a: AKind, b: AHandles }"),
        shape("struct A { a: AKind, b: AHandles }")
    );
    assert_eq!(
        shape(
            "#[snapshot(name = \"S\")] enum T { #[snapshot(name = \"A\")] B { #[snapshot(name = \"c\")] d: T } }"
        ),
        shape("enum S { A { c: S } }")
    );
    // A type that is given in words is taken as it is.
    assert_eq!(
        shape("#[snapshot(name = \"A\")] struct B { #[snapshot(type = \"B\")] b: u8 }"),
        shape("struct A { b: B }")
    );
}
