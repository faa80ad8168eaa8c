//! Handles as bytes. For every width, a byte pattern is accepted exactly if the documented form says that it is a
//! handle, and the result is that handle.

use crate::size::{IS_SMALL, miri_or};
use bytemuck::checked::{try_cast_slice, try_pod_read_unaligned};
use bytemuck::{Zeroable, bytes_of, cast_slice};
use stackpool::{Handle, Pool, PoolSpec, pool};

pool! {
    One: [u8; 1]; // 1 byte; the index has no bits
    Byte: [u8; 100]; // 2 generations
    ByteLive: [u8; 255], guard = live;
    ByteFull: [u8; 256];
    Short: [u8; 10_000]; // 4 generations
    ShortOdd: [u8; 16_384]; // 3 generations: the niche takes the place of the fourth
    ShortFull: [u8; 65_536];
    Three: [u8; 262_144]; // 63 generations
    ThreeLive: [u8; 70_000], guard = live;
    ThreeFull: [u8; 16_777_216];
    Four: [u8; 1_000], generation_bits = 22; // nearly every code except the niche
    Retiring: [u8; 1_000], generation_bits = 14, on_wrap = retire;
}

/// Decodes stored bytes as the documentation of `Handle` says: the bits of the handle, or `None` for the niche.
fn documented(bytes: &[u8], has_niche: bool) -> Option<u32> {
    let bits = match *bytes {
        [a] if has_niche => u32::from(!a),
        [a] => u32::from(a),
        [a, b] if has_niche => u32::from(!u16::from_ne_bytes([a, b])),
        [a, b] => u32::from(u16::from_ne_bytes([a, b])),
        [a, b, c] if has_niche => u32::from_le_bytes([!a, !b, !c, 0]),
        [a, b, c] => u32::from_le_bytes([a, b, c, 0]),
        [a, b, c, d] => !u32::from_ne_bytes([a, b, c, d]),
        _ => panic!("a handle of {} bytes", bytes.len()),
    };
    let is_niche = match bytes {
        [_, _, c] => *c == 0,
        _ => bytes.iter().all(|byte| *byte == 0),
    };
    (!(has_niche && is_niche)).then_some(bits)
}

/// Tries one byte pattern. Returns whether it was a handle.
fn try_bytes<P: 'static + PoolSpec>(bytes: &[u8], capacity: u64, generations: u64) -> bool {
    let width = size_of::<Handle<P>>();
    let has_niche = size_of::<Option<Handle<P>>>() == width;
    let index_bits = capacity.next_power_of_two().trailing_zeros();
    let expected = documented(&bytes[..width], has_niche).filter(|&bits| {
        let (index, generation) = (u64::from(bits) & ((1 << index_bits) - 1), u64::from(bits) >> index_bits);
        index < capacity && generation < generations
    });
    let read = try_pod_read_unaligned::<Handle<P>>(&bytes[..width]).ok();
    assert_eq!(read.map(Handle::to_bits), expected, "{:x?}", &bytes[..width]);
    if let Some(handle) = read {
        assert_eq!(bytes_of(&handle), &bytes[..width]);
    }
    read.is_some()
}

/// Tries every pattern of one and two bytes. For wider handles, tries patterns around every power of two, and a
/// sample of all others.
fn every_pattern<P: 'static + PoolSpec>(capacity: u64, generations: u64) {
    let width = size_of::<Handle<P>>();
    let patterns = 1_u64 << (8 * width);
    let mut seen = 0_u64;
    if width <= 2 {
        let step = miri_or(patterns as usize / 20 + 1, 1);
        for pattern in (0..patterns).step_by(step) {
            let bytes =
                if width == 1 { vec![pattern as u8] } else { (pattern as u16).to_ne_bytes().to_vec() };
            seen += u64::from(try_bytes::<P>(&bytes, capacity, generations));
        }
        assert!(IS_SMALL || seen == capacity * generations, "{seen} handles");
        return;
    }
    let edges =
        (0..8 * width).flat_map(|bit| (0..5).map(move |d| (1_u64 << bit).wrapping_add(d).wrapping_sub(2)));
    let spread = (0..miri_or(20, 100_000)).map(|i: u64| i.wrapping_mul(0x9E37_79B9));
    for pattern in edges.chain(spread).chain([patterns - 1, patterns - 2]) {
        for pattern in [pattern % patterns, !pattern % patterns] {
            let bytes = (pattern as u32).to_ne_bytes();
            let bytes = if width == 4 || cfg!(target_endian = "little") {
                &bytes[..width]
            } else {
                &bytes[4 - width..]
            };
            seen += u64::from(try_bytes::<P>(bytes, capacity, generations));
        }
    }
    assert!(seen > 0, "no pattern was a handle");
}

#[test]
fn bytes_are_accepted_exactly_if_they_are_a_handle() {
    every_pattern::<One>(1, 128);
    every_pattern::<Byte>(100, 2);
    every_pattern::<ByteLive>(255, 1);
    every_pattern::<ByteFull>(256, 1);
    every_pattern::<Short>(10_000, 4);
    every_pattern::<ShortOdd>(16_384, 3);
    every_pattern::<ShortFull>(65_536, 1);
    every_pattern::<Three>(262_144, 63);
    every_pattern::<ThreeLive>(70_000, 1);
    every_pattern::<ThreeFull>(16_777_216, 1);
    every_pattern::<Four>(1_000, 1 << 22);
    every_pattern::<Retiring>(1_000, 255 * 64 - 1); // the niche takes 64, the mark of a retired slot one
}

/// Casts a slice of handles to bytes and back. Then replaces one handle by bytes that are not a handle.
fn slices_come_back<P: 'static + PoolSpec>(last: u32, wrong: &[u8]) {
    let width = size_of::<Handle<P>>();
    let handles = [0, last, 0, last].map(|bits| Handle::<P>::from_bits(bits).expect("a handle"));
    let bytes: &[u8] = cast_slice(&handles);
    assert_eq!(bytes.len(), 4 * width);
    assert_eq!(try_cast_slice::<u8, Handle<P>>(bytes), Ok(&handles[..]));
    let mut received = bytes.to_vec();
    received[width..2 * width].copy_from_slice(wrong);
    let read = received.chunks(width).map(|bytes| try_pod_read_unaligned(bytes).ok());
    let expected = [Some(handles[0]), None, Some(handles[2]), Some(handles[3])];
    assert_eq!(read.collect::<Vec<Option<Handle<P>>>>(), expected);
}

#[test]
fn slices_of_handles_are_slices_of_bytes() {
    slices_come_back::<Byte>(100 - 1, &[!100]);
    slices_come_back::<Short>(10_000 - 1 + (3 << 14), &(!10_000_u16).to_ne_bytes());
    slices_come_back::<Three>(262_143 + (62 << 18), &[255, 255, 0]);
}

/// The handles of all widths, computed at build time.
#[test]
fn handles_are_constants() {
    macro_rules! each_in_a_block {
        ($($definition:ident: $bits:expr;)*) => {$(
            {
                const LAST: Handle<$definition> = Handle::from_bits($bits).unwrap();
                const BEYOND: Option<Handle<$definition>> = Handle::from_bits($bits + 1);
                assert_eq!((LAST.to_bits(), BEYOND), ($bits, None));
                assert_eq!(documented(bytes_of(&LAST), size_of_val(&BEYOND) == size_of_val(&LAST)), Some($bits));
            }
        )*};
    }
    each_in_a_block! {
        One: 127;
        Byte: 99 + (1 << 7);
        ByteLive: 254;
        ByteFull: 255;
        Short: 9_999 + (3 << 14);
        ShortOdd: 16_383 + (2 << 14);
        ShortFull: 65_535;
        Three: 262_143 + (62 << 18);
        ThreeLive: 69_999;
        ThreeFull: 16_777_215;
        Four: 999 + (((1 << 22) - 1) << 10);
    }
}

/// Each slot and generation is a handle, and nothing beyond the last of either, however large.
#[test]
fn parts_are_a_handle_exactly_if_both_exist() {
    fn check<P: PoolSpec>() {
        let (slots, generations) = (Pool::<P>::CAPACITY, Pool::<P>::GENERATIONS);
        for index in
            [0, 1, slots / 2, slots - 1, slots, slots + 1, slots.next_power_of_two(), 1 << 24, usize::MAX]
        {
            let of_generation =
                [0, 1, generations - 1, generations, generations.next_power_of_two(), u32::MAX];
            for generation in of_generation {
                let handle = Handle::<P>::from_parts(index, generation);
                let exists = index < slots && generation < generations;
                let expected = exists.then_some((index, generation));
                assert_eq!(handle.map(|handle| (handle.index(), handle.generation())), expected);
                assert_eq!(handle, handle.and_then(|handle| Handle::from_bits(handle.to_bits())));
            }
        }
    }
    check::<One>();
    check::<Byte>();
    check::<ByteLive>();
    check::<ByteFull>();
    check::<Short>();
    check::<ShortOdd>();
    check::<ShortFull>();
    check::<Three>();
    check::<ThreeFull>();
    check::<Four>();
    check::<Retiring>();
    const LAST: Option<Handle<Short>> = Handle::from_parts(9_999, 3);
    assert_eq!(LAST.map(Handle::to_bits), Some(9_999 + (3 << 14)));
}

/// `None` is zero bytes.
fn zero_is_none<P: 'static + PoolSpec>()
where
    Option<Handle<P>>: Zeroable,
{
    assert_eq!(size_of::<Option<Handle<P>>>(), size_of::<Handle<P>>());
    let cleared: [Option<Handle<P>>; 3] = Zeroable::zeroed();
    assert_eq!(cleared, [None; 3]);
}

#[test]
fn zero_bytes_are_none_where_there_is_a_niche() {
    zero_is_none::<One>();
    zero_is_none::<Byte>();
    zero_is_none::<ShortOdd>();
    zero_is_none::<Three>();
    zero_is_none::<ThreeLive>();
    zero_is_none::<Four>();
    zero_is_none::<Retiring>();
}
