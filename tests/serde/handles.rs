//! Handles through serde.

use super::*;
use stackpool::{Link, Pool};

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
        let parts = match Pool::<P>::GENERATIONS {
            1 => format!(r#""{}""#, handle.index()),
            _ => format!(r#""{}v{}""#, handle.index(), handle.generation()),
        };
        assert_eq!(serde_json::to_string(&handle).unwrap(), parts);
        assert_eq!(postcard::to_allocvec(&handle).unwrap(), postcard::to_allocvec(&bits).unwrap());
    }
    for bits in beyond {
        let index_bits = Pool::<P>::INDEX_BITS;
        let text = format!(r#""{}v{}""#, bits & ((1 << index_bits) - 1), bits >> index_bits);
        let error = serde_json::from_str::<Handle<P>>(&text).unwrap_err().to_string();
        assert!(error.contains("the slot and the generation of a handle of `"), "{error}");
        let bytes = postcard::to_allocvec(bits).unwrap();
        assert!(postcard::from_bytes::<Handle<P>>(&bytes).is_err(), "{bits}");
    }
    // A number could be of another pool, whose indices have another number of bits.
    for text in
        ["0", "-1", "1.5", "null", "[0]", r#""""#, r#""v""#, r#""0v""#, r#""v0""#, r#""+0v0""#, r#""0v+0""#]
    {
        assert!(serde_json::from_str::<Handle<P>>(text).is_err(), "{text}");
    }
    for text in [r#""-0v0""#, r#""0v0v0""#, r#"" 0v0""#, r#""4294967296v0""#, r#""0v4294967296""#, r#""0V0""#]
    {
        assert!(serde_json::from_str::<Handle<P>>(text).is_err(), "{text}");
    }
}

#[test]
fn slots_and_generations_and_bits_come_back_checked() {
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
    assert_eq!(text.unwrap(), r#"{"next":"700v0","children":[]}"#);
}

#[test]
fn links_are_as_an_option_of_the_handle() {
    for handle in [None, Handle::<Short>::from_bits(700)] {
        let link = Link::new(handle);
        round_trip(&link);
        assert_eq!(serde_json::to_string(&link).unwrap(), serde_json::to_string(&handle).unwrap());
        assert_eq!(postcard::to_allocvec(&link).unwrap(), postcard::to_allocvec(&handle).unwrap());
    }
    assert!(serde_json::from_str::<Link<Short>>(r#""0v3""#).is_err(), "a fourth generation");
}

#[test]
fn handles_are_keys_of_maps() {
    let names: std::collections::BTreeMap<_, _> =
        [3, 700 | 1 << 14].map(|bits| (Handle::<Short>::from_bits(bits).expect("a handle"), bits)).into();
    round_trip(&names);
    assert_eq!(serde_json::to_string(&names).unwrap(), r#"{"3v0":3,"700v1":17084}"#);
}
