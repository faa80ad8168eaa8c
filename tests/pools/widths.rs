//! Sizes and niches of handles, tables and guards on both sides of every boundary, at compile time.

use stackpool::{Handle, Pool, PoolSpec, pool};

macro_rules! widths {
    ($(
        $name:ident: $capacity:expr, $table:expr, $handle:literal, $option:literal, $index_bits:literal,
        $generations:expr;
    )*) => {
        pool! {
            $($name: [u8; $capacity];)*
        }

        $(
            const _: () = {
                type P = Pool<$name>;
                assert!(P::CAPACITY == $capacity);
                assert!(P::HANDLE_BYTES == $handle && size_of::<Handle<$name>>() == $handle);
                assert!(size_of::<Option<Handle<$name>>>() == $option);
                assert!(P::INDEX_BITS == $index_bits);
                assert!(P::GENERATIONS == $generations);
                assert!(1 << P::GENERATION_BITS >= P::GENERATIONS && 1 << P::GENERATION_BITS < 2 * P::GENERATIONS);
                assert!(P::INDEX_BITS + P::GENERATION_BITS <= 8 * $handle);
                assert!(P::TABLE_BYTES == $table);
            };
        )*
    };
}

widths! {
    // name: capacity, table bytes, handle bytes, bytes of Option<Handle>, bits of an index, generations
    C1: 1, 1, 1, 1, 0, 128;
    C2: 2, 2, 1, 1, 1, 127; // 128 generations would use every code of the byte
    C3: 3, 3, 1, 1, 2, 64;
    C16: 16, 16, 1, 1, 4, 15;
    C17: 17, 17, 1, 1, 5, 8;
    C128: 128, 128, 1, 1, 7, 1;
    C129: 129, 129, 1, 1, 8, 1;
    C255: 255, 255, 1, 1, 8, 1;
    C256: 256, 256, 1, 2, 8, 1;
    C257: 257, 2 * 257, 2, 2, 9, 128;
    C10000: 10_000, 2 * 10_000, 2, 2, 14, 4;
    C16384: 16_384, 2 * 16_384, 2, 2, 14, 3;
    C65535: 65_535, 2 * 65_535, 2, 2, 16, 1;
    C65536: 65_536, 2 * 65_536, 2, 4, 16, 1;
    C65537: 65_537, 2 * 65_537 + 2 + 4 * 4_097, 3, 3, 17, 127;
    C262144: 262_144, 2 * 262_144 + 65_536, 3, 3, 18, 63;
    C262145: 262_145, 3 * 262_145 + 1, 3, 3, 19, 32;
    C1M: 1 << 20, 3 << 20, 3, 3, 20, 15;
    C16711680: 16_711_680, 3 * 16_711_680, 3, 3, 24, 1;
    C16711681: 16_711_681, 3 * 16_711_681 + 1, 3, 4, 24, 1;
    C16777216: 16_777_216, 3 * 16_777_216, 3, 4, 24, 1;
    C16777217: 16_777_217, 4 * 16_777_217, 4, 4, 25, 128;
}

mod limits {
    pub(super) const SHORT: u16 = 300;
    pub(super) const SIGNED: i64 = 70_000;
}

const MANY: usize = 5_000;

pool! {
    // A capacity is any constant expression of any integer type.
    Product: [u32; 16 * 16];
    Shift: [u32; 1 << 20];
    Named: [u32; MANY];
    InModule: [u32; limits::SHORT];
    Signed: [u32; limits::SIGNED];
    Computed: [u32; { let half = MANY / 2; half + 1 }];

    // A wider table does not widen the handle.
    WideTable: [u32; 100], layout = u32;
    Packed9: [u32; 300], layout = packed(9);
    Packed10: [u32; 1024], layout = packed(10);
    Packed12: [u32; 4096], layout = packed(12);
    Packed17: [u32; 131_072], layout = packed(17);
    Packed18: [u32; 300], layout = packed18;
    Packed20: [u32; 1 << 20], layout = packed(20);

    // Handles of other guards carry no generation, and have the same width.
    Live: [u32; 10_000], guard = live;
    Unguarded: [u32; 10_000], guard = none;

    // `generation_bits` is exact, and widens the handle if necessary.
    NoBits: [u32; 10_000], generation_bits = 0;
    TwoOfTwo: [u32; 10_000], generation_bits = 2;
    EightOfSixteen: [u32; 10_000], generation_bits = 8;
    Eighteen: [u32; 10_000], generation_bits = 18;
    OneThatWidens: [u32; 128], generation_bits = 1;
    OneThatFits: [u32; 100], generation_bits = 1;
    Retiring: [u32; 1_000], generation_bits = 14, on_wrap = retire;
    Most: [u32; 2], generation_bits = 31;
    ThreeBytes: [u32; 2], generation_bits = 23;

    // `handle_bytes` gives all bits beside the index to generations.
    MillionInFour: [u32; 1_000_000], handle_bytes = 4;
    TwentyBitsInFour: [u32; 1 << 20], handle_bytes = 4;
    OneSlotInOne: [u32; 1], handle_bytes = 1;
    OneSlotInFour: [u32; 1], handle_bytes = 4;
    HundredInTwo: [u32; 100], handle_bytes = 2;
    ThousandInThree: [u32; 1_000], handle_bytes = 3;
    AsNarrowAsItIs: [u32; 10_000], handle_bytes = 2;
    OneBitForTheNiche: [u32; 128], handle_bytes = 1;
    NoBitLeft: [u32; 256], handle_bytes = 1;
    ByteForByte: [u32; 65_536], handle_bytes = 3;
    GrowsInFour: [u32; 100], grows_to = 1_000_000, handle_bytes = 4;
    DenseInFour: [u32; 1_000], dense, changes, marks = 3, handle_bytes = 4;
    ListInFour: [u32; 1_000], bookkeeping = free_list, handle_bytes = 4;
    RetiringInFour: [u32; 1_000], handle_bytes = 4, on_wrap = retire;
    BytesOfAConstant: [u32; 1_000], handle_bytes = size_of::<u32>(), max_bytes = 10_112;

    // Alignment of the first slot.
    Aligned: [u8; 4], align = 128;
    AlignedLess: [u64; 4], align = 2;
}

const _: () = {
    assert!(Pool::<Product>::CAPACITY == 256);
    assert!(Pool::<Shift>::CAPACITY == 1 << 20);
    assert!(Pool::<Named>::CAPACITY == 5_000);
    assert!(Pool::<InModule>::CAPACITY == 300);
    assert!(Pool::<Signed>::CAPACITY == 70_000);
    assert!(Pool::<Computed>::CAPACITY == 2_501);

    assert!(Pool::<WideTable>::TABLE_BYTES == 400 && Pool::<WideTable>::HANDLE_BYTES == 1);
    assert!(Pool::<Packed9>::TABLE_BYTES == 300 + 4 * 10 && Pool::<Packed9>::HANDLE_BYTES == 2);
    assert!(Pool::<Packed10>::TABLE_BYTES == 1024 + 4 * 64 && Pool::<Packed10>::HANDLE_BYTES == 2);
    assert!(Pool::<Packed12>::TABLE_BYTES == 4096 + 4 * 512 && Pool::<Packed12>::HANDLE_BYTES == 2);
    assert!(Pool::<Packed17>::TABLE_BYTES == 262_144 + 4 * 4096 && Pool::<Packed17>::HANDLE_BYTES == 3);
    assert!(Pool::<Packed18>::TABLE_BYTES == 600 + 4 * 19 && Pool::<Packed18>::HANDLE_BYTES == 2);
    assert!(Pool::<Packed20>::TABLE_BYTES == (2 << 20) + (4 << 17) && Pool::<Packed20>::HANDLE_BYTES == 3);

    assert!(Pool::<Live>::GENERATIONS == 1 && Pool::<Live>::HANDLE_BYTES == 2);
    assert!(Pool::<Live>::BOOKKEEPING_BYTES == 20_000 + 20 + 4 * 313 + (12 + 2 * 1_024));
    assert!(Pool::<Unguarded>::GENERATIONS == 1 && Pool::<Unguarded>::HANDLE_BYTES == 2);
    assert!(Pool::<Unguarded>::BOOKKEEPING_BYTES == 20_000 + 20);
    assert!(Pool::<Named>::BOOKKEEPING_BYTES == 10_000 + 20 + 5_000 + (12 + 2 * 512));

    assert!(Pool::<NoBits>::GENERATIONS == 1 && Pool::<NoBits>::HANDLE_BYTES == 2);
    assert!(Pool::<TwoOfTwo>::GENERATION_BITS == 2 && Pool::<TwoOfTwo>::HANDLE_BYTES == 2);
    assert!(Pool::<EightOfSixteen>::GENERATIONS == 256 && Pool::<EightOfSixteen>::HANDLE_BYTES == 3);
    assert!(Pool::<Eighteen>::GENERATIONS == 1 << 18 && Pool::<Eighteen>::HANDLE_BYTES == 4);
    assert!(size_of::<Option<Handle<Eighteen>>>() == 4);
    assert!(Pool::<OneThatWidens>::GENERATIONS == 2 && Pool::<OneThatWidens>::HANDLE_BYTES == 2);
    assert!(Pool::<OneThatFits>::GENERATIONS == 2 && Pool::<OneThatFits>::HANDLE_BYTES == 1);
    assert!(Pool::<Retiring>::GENERATION_BITS == 14 && Pool::<Retiring>::HANDLE_BYTES == 3);
    assert!(Pool::<ThreeBytes>::GENERATION_BITS == 23 && Pool::<ThreeBytes>::HANDLE_BYTES == 3);
    assert!(size_of::<Option<Handle<ThreeBytes>>>() == 3);
    assert!(Pool::<Most>::GENERATION_BITS == 31 && size_of::<Option<Handle<Most>>>() == 4);

    assert!(Pool::<MillionInFour>::GENERATION_BITS == 12 && Pool::<MillionInFour>::GENERATIONS == 4_096);
    assert!(Pool::<MillionInFour>::HANDLE_BYTES == 4 && size_of::<Option<Handle<MillionInFour>>>() == 4);
    // 4,096 generations need no quarantine; the cells of the guard have two bytes, the entries of the table three.
    assert!(Pool::<MillionInFour>::QUARANTINE == 0);
    assert!(Pool::<MillionInFour>::BOOKKEEPING_BYTES == 3_000_000 + 2_000_000 + 20);
    // 4,096 generations would use every code: the niche takes one.
    assert!(Pool::<TwentyBitsInFour>::GENERATIONS == 4_095 && Pool::<TwentyBitsInFour>::QUARANTINE == 2);
    assert!(Pool::<OneSlotInOne>::HANDLE_BYTES == 1 && Pool::<OneSlotInOne>::GENERATIONS == 255);
    // The cell of the guard has 31 bits beside the live flag.
    assert!(Pool::<OneSlotInFour>::GENERATION_BITS == 31 && size_of::<Option<Handle<OneSlotInFour>>>() == 4);
    assert!(Pool::<HundredInTwo>::GENERATIONS == 512 && Pool::<HundredInTwo>::HANDLE_BYTES == 2);
    assert!(Pool::<ThousandInThree>::GENERATION_BITS == 14 && Pool::<ThousandInThree>::HANDLE_BYTES == 3);
    assert!(size_of::<Option<Handle<ThousandInThree>>>() == 3);
    assert!(Pool::<AsNarrowAsItIs>::GENERATIONS == 4 && Pool::<AsNarrowAsItIs>::HANDLE_BYTES == 2);
    assert!(Pool::<AsNarrowAsItIs>::TOTAL_BYTES == Pool::<TwoOfTwo>::TOTAL_BYTES);
    assert!(Pool::<OneBitForTheNiche>::GENERATIONS == 1 && Pool::<OneBitForTheNiche>::HANDLE_BYTES == 1);
    assert!(Pool::<NoBitLeft>::GENERATIONS == 1 && size_of::<Option<Handle<NoBitLeft>>>() == 2);
    assert!(Pool::<ByteForByte>::GENERATIONS == 255 && size_of::<Option<Handle<ByteForByte>>>() == 3);
    assert!(Pool::<GrowsInFour>::GENERATION_BITS == 12 && Pool::<GrowsInFour>::INDEX_BITS == 20);
    assert!(Pool::<DenseInFour>::GENERATION_BITS == 22 && Pool::<DenseInFour>::HANDLE_BYTES == 4);
    assert!(Pool::<ListInFour>::GENERATION_BITS == 22 && Pool::<ListInFour>::HANDLE_BYTES == 4);
    assert!(Pool::<RetiringInFour>::GENERATION_BITS == 22 && Pool::<RetiringInFour>::HANDLE_BYTES == 4);
    // 22 bits of generation and the live flag take four bytes per slot, of which `max_bytes` knows.
    assert!(Pool::<BytesOfAConstant>::HANDLE_BYTES == 4 && Pool::<BytesOfAConstant>::TOTAL_BYTES == 10_112);
    assert!(Pool::<BytesOfAConstant>::BOOKKEEPING_BYTES == 2_000 + 4_000 + 20);

    assert!(align_of::<Pool<Aligned>>() == 128 && Pool::<Aligned>::TOTAL_BYTES == 5 * 128);
    assert!(align_of::<Pool<AlignedLess>>() == align_of::<u64>());
};

#[test]
fn a_pool_holds_as_many_as_its_constant_expression_says() {
    let mut products = ProductPool::new();
    assert_eq!(products.try_extend(0..).unwrap_err().into_inner(), 256);
    assert_eq!((products.len(), products.capacity(), products.is_full()), (256, 256, true));
}

/// Handles, guards, saves and all figures of a pool follow from its layout.
#[test]
fn handle_bytes_are_the_layout_of_as_many_generation_bits() {
    fn assert_same<A: PoolSpec, B: PoolSpec<Layout = A::Layout>>() {}

    pool! {
        Four: [u32; 1_000_000], handle_bytes = 4;
        TwelveBits: [u32; 1_000_000], generation_bits = 12;
        Three: [u32; 300], grows_to = 1_000, handle_bytes = 3, guard = generation, on_wrap = retire;
        FourteenBits: [u32; 300], grows_to = 1_000, generation_bits = 14, on_wrap = retire;
    }
    assert_same::<Four, TwelveBits>();
    assert_same::<Three, FourteenBits>();
}
