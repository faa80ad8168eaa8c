//! A hand-written definition with a free list whose links are larger than its items: slots are as large as links.

use stackpool::__private::{Cells, Fixed, HandleBits, LinkBits, SlotCount};
use stackpool::{Pool, PoolSpec};

struct Wide;

impl PoolSpec for Wide {
    type Item = u8;
    type Layout = Fixed<SlotCount<1000>, LinkBits<24>, Cells<64, 8>, HandleBits<16>>;
    const NAME: &'static str = "Wide";
}

pub fn main() {
    let mut pool = Pool::<Wide>::new();
    let handles: Vec<_> = (0..=255).map(|byte| pool.insert(byte).unwrap()).collect();
    for &handle in handles.iter().rev() {
        assert_eq!(pool.remove(handle), Some(handle.index() as u8));
    }
    assert_eq!(pool.next_handle().map(|handle| handle.index()), Some(0));
    assert_eq!(Pool::<Wide>::TOTAL_BYTES, 24 + 1000 + 3 * 1000);
}
