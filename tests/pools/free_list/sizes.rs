//! The size of a pool with a free list: the objects, the guard, six counters, and padding for alignment.

use stackpool::{Pool, PoolSpec, pool};

/// Bytes of the counters.
const HEADER: usize = 24;

const fn is_exact<P: PoolSpec>(guard_bytes: usize) -> bool {
    Pool::<P>::TABLE_BYTES == 0
        && Pool::<P>::BOOKKEEPING_BYTES == HEADER + guard_bytes
        && Pool::<P>::TOTAL_BYTES
            == ((HEADER + guard_bytes).next_multiple_of(start::<P>())
                + Pool::<P>::CAPACITY * size_of::<P::Item>())
            .next_multiple_of(if start::<P>() < align_of::<u32>() { align_of::<u32>() } else { start::<P>() })
}

/// The alignment of the first slot: a cache line from 512 slots on.
const fn start<P: PoolSpec>() -> usize {
    if Pool::<P>::CAPACITY >= 512 { 64 } else { align_of::<P::Item>() }
}

macro_rules! sizes {
    ($($name:ident: [$item:ty; $capacity:literal $($options:tt)*], $guard_bytes:expr;)*) => {
        pool! {
            $($name: [$item; $capacity], bookkeeping = free_list, quarantine = 0 $($options)*;)*
        }

        $(const _: () = assert!(is_exact::<$name>($guard_bytes));)*
    };
}

sizes! {
    // The smallest item for each width of index, at the largest capacity of that width.
    Byte: [u8; 256], 256;
    Short: [u16; 65_536, guard = live], 8_192;
    Three: [[u8; 3]; 16_777_216, guard = live], 1 << 21;
    Four: [u32; 16_777_217, guard = live], (1 << 21) + 4; // one more word for the last slot
    One: [u8; 1, guard = live], 4;
    Wide: [u32; 1_000, generation_bits = 9], 2_000;
    Triple: [[u32; 3]; 64], 64;
}

// More bytes than fit in 32 bits.
#[cfg(target_pointer_width = "64")]
sizes! {
    Most: [u32; 4_294_967_292, guard = live], 1 << 29;
}

#[test]
fn zero_bytes_are_the_empty_pool() {
    // SAFETY: the documentation says that zero bytes are an empty pool. The items are integers, so slots may hold any
    // bytes.
    #[expect(unsafe_code, reason = "tests a promise about bytes")]
    let mut pool = unsafe { std::mem::zeroed::<Pool<Byte>>() };
    let handles: Vec<usize> = (0..=255).map(|byte| pool.insert(byte).unwrap().index()).collect();
    assert!(handles.into_iter().eq(0..256));
    assert!(pool.is_full() && pool.values().copied().eq(0..=255));
}

#[test]
fn the_default_may_be_written() {
    pool! {
        Stacked: [u16; 300], bookkeeping = index_stack, layout = packed(9);
    }
    assert_eq!(Pool::<Stacked>::new().insert_many([1, 2]).unwrap().len(), 2);
    assert_eq!(Pool::<Stacked>::TABLE_BYTES, 340);
}
