//! Tables of packed bits, compared with a model: 10 bits per entry, and 18 bits as 16 + 2.

use crate::checks::Checks;
use crate::model::{Model, Numbers};
use stackpool::{Pool, PoolSpec, pool};

const TEN: usize = 520;
const EIGHTEEN: usize = 260;

pool! {
    /// 1.25 bytes per entry.
    pub Ten: [u8; TEN], layout = packed(10), guard = live, quarantine = 0;
    /// 2.25 bytes per entry. That is more than this capacity needs: the purpose is to test the table on this machine.
    pub Eighteen: [u16; EIGHTEEN], layout = packed18, quarantine = 0;
}

/// Plays the same operations on the pools and on their models.
pub fn run(checks: &mut Checks) {
    checks.equal(TenPool::TABLE_BYTES, TEN + TEN.div_ceil(16) * 4);
    checks.equal(EighteenPool::TABLE_BYTES, 2 * EIGHTEEN + EIGHTEEN.div_ceil(16) * 4);
    match Ten::take_pool() {
        Ok(pool) => replay::<Ten, TEN>(pool, |number| number as u8, checks),
        Err(_) => checks.that(false),
    }
    match Eighteen::take_pool() {
        Ok(pool) => replay::<Eighteen, EIGHTEEN>(pool, |number| number as u16, checks),
        Err(_) => checks.that(false),
    }
}

/// Random insertions and removals. The pool goes back and forth between empty and full.
fn replay<P, const N: usize>(pool: &mut Pool<P>, item: fn(u32) -> P::Item, checks: &mut Checks)
where
    P: PoolSpec<Item: PartialEq>,
{
    let mut model = Model::<N>::new();
    let mut numbers = Numbers::new();
    let mut inserted = 0;
    for operation in 0..8 * N {
        let number = numbers.next();
        // In the first half of each round of 4 * N operations, three of four insert; in the second half, three of
        // four remove.
        let grows = operation % (4 * N) < 2 * N;
        if (number % 4 != 0) == grows {
            let expected = model.take();
            let handle = pool.insert(item(inserted)).ok();
            checks.equal(handle.map(|handle| handle.index()), expected);
            checks.that(handle.is_none_or(|handle| pool[handle] == item(inserted)));
            inserted += u32::from(handle.is_some());
        } else if let Some(handle) = pool.handle_at(number as usize / 4 % N) {
            checks.that(pool.remove(handle).is_some());
            checks.that(pool.get(handle).is_none());
            model.give_back(handle.index());
        }
    }
    checks.equal(pool.len(), model.used());
    // Fill the pool, so that every free slot is compared.
    while let Some(expected) = model.take() {
        checks.equal(pool.insert(item(0)).ok().map(|handle| handle.index()), Some(expected));
    }
    checks.that(pool.is_full());
    pool.clear();
    checks.equal(pool.next_handle().map(|handle| handle.index()), Some(0));
}
