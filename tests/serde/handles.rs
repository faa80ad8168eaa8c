//! Handles through serde.

use super::*;
use stackpool::Link;

pool! {
    Byte: [u8; 100]; // 2 generations
    Short: [u8; 16_384]; // 3 generations
    Full: [u8; 65_536];
    Three: [u8; 262_144]; // 63 generations
    Four: [u8; 1_000], generation_bits = 22;
}

fn at_the_edges<P: PoolSpec>(last: u32, beyond: &[u32]) {
    for bits in [0, 1, last - 1, last] {
        let handle = Handle::<P>::from_bits(bits).expect("a handle");
        round_trip(&handle);
        assert_eq!(serde_json::to_string(&handle).unwrap(), bits.to_string());
        assert_eq!(postcard::to_allocvec(&handle).unwrap(), postcard::to_allocvec(&bits).unwrap());
    }
    for bits in beyond {
        let text = bits.to_string();
        let error = serde_json::from_str::<Handle<P>>(&text).unwrap_err().to_string();
        assert!(error.contains("the bits of a handle of `"), "{error}");
        let bytes = postcard::to_allocvec(bits).unwrap();
        assert!(postcard::from_bytes::<Handle<P>>(&bytes).is_err(), "{bits}");
    }
    for text in ["-1", "4294967296", "18446744073709551615", "1.5", "null", "\"0\"", "[0]"] {
        assert!(serde_json::from_str::<Handle<P>>(text).is_err(), "{text}");
    }
}

#[test]
fn the_number_of_bits_comes_back_checked() {
    at_the_edges::<Byte>(99 | 1 << 7, &[100, 127, 100 | 1 << 7, 1 << 8, u32::MAX]);
    at_the_edges::<Short>(16_383 | 2 << 14, &[3 << 14, 1 << 16, u32::MAX]);
    at_the_edges::<Full>(65_535, &[65_536, u32::MAX]);
    at_the_edges::<Three>(262_143 | 62 << 18, &[63 << 18, 1 << 24, u32::MAX]);
    at_the_edges::<Four>(999 | ((1 << 22) - 1) << 10, &[1_000, 1_023, u32::MAX]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Node {
    next: Option<Handle<Short>>,
    children: Vec<Handle<Byte>>,
}

#[test]
fn handles_go_in_the_fields_of_others() {
    let children: Vec<_> = (0..3).filter_map(Handle::from_bits).collect();
    assert_eq!(children.len(), 3);
    round_trip(&Node { next: Handle::from_bits(700), children });
    round_trip(&Node { next: None, children: Vec::new() });
    let text = serde_json::to_string(&Node { next: Handle::from_bits(700), children: Vec::new() });
    assert_eq!(text.unwrap(), r#"{"next":700,"children":[]}"#);
}

#[test]
fn links_are_as_an_option_of_the_handle() {
    for handle in [None, Handle::<Short>::from_bits(700)] {
        let link = Link::new(handle);
        round_trip(&link);
        assert_eq!(serde_json::to_string(&link).unwrap(), serde_json::to_string(&handle).unwrap());
        assert_eq!(postcard::to_allocvec(&link).unwrap(), postcard::to_allocvec(&handle).unwrap());
    }
    assert!(serde_json::from_str::<Link<Short>>("49152").is_err(), "a fourth generation");
}
