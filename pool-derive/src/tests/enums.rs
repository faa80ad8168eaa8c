//! Enums that derive `Snapshot`.

use crate::snapshot_of;
use syn::parse_str;

/// What is printed for an enum with this many variants.
fn printed(variants: u32) -> String {
    let names: String = (0..variants).map(|number| format!("V{number},")).collect();
    snapshot_of(parse_str(&format!("enum Many {{ {names} }}")).expect("an enum")).to_string()
}

#[test]
fn the_number_of_a_variant_is_one_byte() {
    let most = printed(256);
    assert!(!most.contains("compile_error"), "{most}");
    assert!(most.contains("255u8 =>") && most.contains("Self :: V255"), "{most}");
    for count in [0, 257] {
        let message = format!("`Many` has {count} variants: an enum that is saved has 1 to 256");
        assert!(printed(count).contains(&message), "{count}");
    }
}
