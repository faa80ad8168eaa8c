//! Ranges at the ends of the widest types.

use stackpool::pool;

const LARGE: u128 = u128::MAX;

pool! {
    Empty: [i128; i128::MIN..i128::MIN];
    Beyond: [u128; (LARGE - 3)..LARGE];
    Signed: [i128; 0x7FFF_FFFF_FFFF_FFFF_FFFF_FFFF_FFFF_FFFF..=LARGE];
    Narrow: [u64; 0..LARGE];
}

fn main() {
    let _ = (EmptyPool::new().acquire(), BeyondPool::new().acquire(), SignedPool::new().acquire());
}
