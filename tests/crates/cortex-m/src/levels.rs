//! Enemies of the levels of a game: a pool with a free list instead of a table, and marks that end a level at once.

use crate::checks::Checks;
use crate::model::{Model, Numbers};
use crate::shared::Count;
use stackpool::{MarkError, Pool, TooManyMarks};

const ENEMIES: usize = 60;
const MARKS: usize = 3;

/// An enemy. The slot of a dead enemy holds the index of the next free slot.
#[derive(Pool)]
#[pool(capacity = ENEMIES, bookkeeping = free_list, marks = MARKS, quarantine = 0)]
pub struct Enemy {
    kind: u8,
    hp: u16,
}

static DROPPED: Count = Count::new();

impl Drop for Enemy {
    fn drop(&mut self) {
        DROPPED.add();
    }
}

fn enemy(hp: usize) -> Enemy {
    Enemy { kind: (hp % 5) as u8, hp: hp as u16 }
}

/// Compares a free list with a model, and ends levels.
pub fn run(checks: &mut Checks) {
    checks.equal(EnemyPool::TABLE_BYTES, 0);
    // Six counters; one byte per enemy; two links per enemy; 8 bytes and two links per mark; and 24 bytes. In whole
    // words.
    let bytes: usize = 24 + ENEMIES + 2 * ENEMIES + (8 + 2) * MARKS + 24;
    checks.equal(EnemyPool::BOOKKEEPING_BYTES, bytes.next_multiple_of(4));

    let Ok(pool) = Enemy::take_pool() else { return checks.that(false) };
    checks.that(Enemy::take_pool().is_err());
    replay(pool, checks);
    levels(pool, checks);
    stale_marks(pool, checks);
}

/// Random insertions and removals. The pool goes back and forth between empty and full, with the slots of the model.
fn replay(pool: &mut EnemyPool, checks: &mut Checks) {
    let mut model = Model::<ENEMIES>::new();
    let mut numbers = Numbers::new();
    for operation in 0..16 * ENEMIES {
        let number = numbers.next() as usize;
        let grows = operation % (4 * ENEMIES) < 2 * ENEMIES;
        if (number % 4 != 0) == grows {
            let handle = pool.insert(enemy(operation)).ok();
            checks.equal(handle.map(EnemyHandle::index), model.take());
            checks.that(handle.is_none_or(|handle| pool[handle].hp == operation as u16));
        } else if let Some(handle) = pool.handle_at(number / 4 % ENEMIES) {
            checks.that(pool.remove(handle).is_some());
            checks.that(pool.get(handle).is_none());
            model.give_back(handle.index());
        }
    }
    checks.equal(pool.len(), model.used());
    while let Some(expected) = model.take() {
        checks.equal(pool.insert(enemy(0)).ok().map(EnemyHandle::index), Some(expected));
    }
    checks.that(pool.is_full() && pool.next_handle().is_none());
    pool.clear();
}

/// A level that contains an encounter. Releasing a mark removes what was inserted since, the newest object first.
fn levels(pool: &mut EnemyPool, checks: &mut Checks) {
    let dropped = DROPPED.get();
    let Ok(boss) = pool.insert(enemy(1_000)) else { return checks.that(false) };
    let Ok(level) = pool.mark() else { return checks.that(false) };
    let mut guards = [None; 10];
    for (hp, guard) in guards.iter_mut().enumerate() {
        *guard = pool.insert(enemy(hp)).ok();
    }
    let Ok(encounter) = pool.mark() else { return checks.that(false) };
    for hp in 0..7 {
        checks.that(pool.insert(enemy(100 + hp)).is_ok());
    }
    let first_of_encounter = pool.iter().find(|(_, enemy)| enemy.hp == 100).map(|(handle, _)| handle.index());
    // Two enemies die early: one of the encounter, one of the level.
    pool.retain(|_, enemy| enemy.hp != 103 && enemy.hp != 4);
    checks.equal((pool.len(), DROPPED.get() - dropped), (16, 2));

    checks.equal(pool.release_since(encounter).ok(), Some(6));
    checks.equal((pool.len(), DROPPED.get() - dropped), (10, 8));
    // The oldest enemy of the encounter was removed last, so its slot is the next one.
    checks.equal(pool.next_handle().map(EnemyHandle::index), first_of_encounter);
    let rest = guards.iter().flatten().filter(|guard| pool.get(**guard).is_some()).count();
    checks.equal(rest, 9);

    checks.equal(pool.release_since(level).ok(), Some(9));
    checks.equal((pool.len(), DROPPED.get() - dropped), (1, 17));
    checks.that(guards.iter().flatten().all(|guard| !pool.contains(*guard)));
    checks.equal(pool.get(boss).map(|boss| (boss.kind, boss.hp)), Some((0, 1_000)));
}

/// One mark too many, a mark that ended with another mark, and a mark whose level continues.
fn stale_marks(pool: &mut EnemyPool, checks: &mut Checks) {
    let (Ok(level), Ok(encounter), Ok(wave)) = (pool.mark(), pool.mark(), pool.mark()) else {
        return checks.that(false);
    };
    checks.equal(pool.mark().err(), Some(TooManyMarks));
    checks.that(pool.insert(enemy(1)).is_ok());
    checks.equal(pool.keep_since(encounter), Ok(()));
    checks.equal(pool.release_since(wave), Err(MarkError::Stale));
    checks.equal(pool.len(), 2);
    checks.equal(pool.release_since(level), Ok(1));
    checks.equal((pool.len(), pool.stats().full_count > 0), (1, true));
}
