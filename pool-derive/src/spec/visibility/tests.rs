use super::{is_as_visible, narrowest};
use quote::ToTokens;
use syn::Visibility;

fn vis(text: &str) -> Visibility {
    syn::parse_str(text).unwrap()
}

#[test]
fn visibilities_are_in_order() {
    let ascending = ["", "pub(super)", "pub(crate)", "pub"];
    for (i, this) in ascending.iter().enumerate() {
        for (k, than) in ascending.iter().enumerate() {
            assert_eq!(is_as_visible(&vis(this), &vis(than)), i >= k, "{this} {than}");
        }
    }
    assert!(is_as_visible(&vis("pub(self)"), &vis("")));
    assert!(!is_as_visible(&vis("pub(in crate::a)"), &vis("pub(super)")));
    assert!(is_as_visible(&vis("pub(in crate::a)"), &vis("pub(in crate::a)")));
}

#[test]
fn the_narrowest_is_no_wider_than_any() {
    let narrowest = |all: &[&str]| {
        let all: Vec<_> = all.iter().map(|text| vis(text)).collect();
        narrowest(all.iter()).to_token_stream().to_string().replace(' ', "")
    };
    assert_eq!(narrowest(&["pub", "pub(crate)", "pub"]), "pub(crate)");
    assert_eq!(narrowest(&["pub(super)", "pub"]), "pub(super)");
    assert_eq!(narrowest(&["pub", ""]), "");
    assert_eq!(narrowest(&["pub(super)", "pub(in crate::a)"]), "");
}
