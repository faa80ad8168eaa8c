//! Several pools of one item type, by `pool!`: under guard `live`, and without a guard.

use crate::checks::Checks;
use stackpool::pool;

/// A command to a motor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Command {
    motor: u8,
    steps: i16,
}

pool! {
    /// Commands that are carried out first.
    pub Urgent: [Command; 16], guard = live;
    /// Commands that wait.
    pub Queued: [Command; 300], guard = live, quarantine = 0;
    /// Words of a protocol: plain data, which needs no guard.
    pub Words: [u32; 256], guard = none;
}

/// Moves commands between their pools, and inserts and removes words.
pub fn run(checks: &mut Checks) {
    live(checks);
    unguarded(checks);
}

/// A slot is used again after two others were freed.
fn waits(checks: &mut Checks, urgent: &mut UrgentPool) {
    let command = Command { motor: 0, steps: 0 };
    let handles: [_; 4] = core::array::from_fn(|_| urgent.insert(command).ok());
    for handle in handles.into_iter().flatten() {
        checks.equal(urgent.remove(handle), Some(command));
    }
    let next: [_; 3] = core::array::from_fn(|_| urgent.insert(command).ok());
    checks.that(next[0] == handles[1] && next[1] == handles[0]);
    checks.equal(next[2].map(|handle| handle.index()), Some(4));
    urgent.reset();
}

fn live(checks: &mut Checks) {
    checks.equal((size_of::<UrgentHandle>(), size_of::<QueuedHandle>()), (1, 2));
    // 16 table entries of one byte, five counters, 32 bits that say which slots are live, and a quarantine: three
    // counters and two entries, with the padding after them.
    checks.equal((UrgentPool::QUARANTINE, UrgentPool::BOOKKEEPING_BYTES), (2, 16 + 20 + 4 + 16));

    let mut urgent = UrgentPool::new();
    waits(checks, &mut urgent);
    let Ok(queued) = Queued::take_pool() else {
        return checks.that(false);
    };
    checks.that(Queued::take_pool().is_err());

    for steps in 0..300 {
        checks.that(queued.insert(Command { motor: (steps % 4) as u8, steps }).is_ok());
    }
    checks.that(queued.is_full());
    checks.equal(queued.values().map(|command| i32::from(command.steps)).sum::<i32>(), (0..300).sum());

    // Every command to motor 3 becomes urgent, as long as there is room.
    let mut refused = 0;
    queued.retain(|_, command| {
        if command.motor != 3 {
            return true;
        }
        let moved = urgent.insert(*command).is_ok();
        refused += u32::from(!moved);
        !moved
    });
    checks.equal((urgent.len(), refused, queued.len()), (16, 75 - 16, 300 - 16));
    checks.that(urgent.values().map(|command| command.steps).eq((0..16).map(|n| n * 4 + 3)));

    // A free slot has no handle. If a slot is used again, the old handle names the new object: guard `live` accepts
    // that.
    checks.equal(queued.handle_at(3), None);
    let Some(kept) = queued.handle_at(0) else {
        return checks.that(false);
    };
    let command = Command { motor: 0, steps: 0 };
    checks.equal(queued.remove(kept), Some(command));
    checks.equal(queued.remove(kept), None);
    checks.equal(queued.insert(command).ok(), Some(kept));
    checks.equal(queued.get(kept), Some(&command));

    urgent.clear();
    queued.clear();
    checks.that(urgent.is_empty() && queued.is_empty());
    checks.equal(queued.get(kept), None);
}

fn unguarded(checks: &mut Checks) {
    checks.equal(size_of::<WordsHandle>(), 1);
    checks.equal(WordsPool::BOOKKEEPING_BYTES, 256 + 20);

    let Ok(words) = Words::take_pool() else {
        return checks.that(false);
    };
    let mut handles = [None; 256];
    for (word, place) in (0_u32..).zip(&mut handles) {
        *place = words.insert(word * word).ok();
    }
    checks.equal(words.insert(5).map_err(stackpool::Full::into_inner), Err(5));
    let mut sum = 0;
    for handle in handles.into_iter().flatten() {
        sum += words.remove(handle).unwrap_or(0);
    }
    checks.equal(sum, (0..256).map(|word| word * word).sum());
    checks.that(words.is_empty());
    // An empty pool returns nothing, whatever the handle.
    checks.equal(handles[0].and_then(|handle| words.remove(handle)), None);
    checks.equal(words.next_handle(), handles[255]);
}
