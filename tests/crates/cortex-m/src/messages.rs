//! Sensor messages on their way to a radio: a static pool with a table of `u8`. The items are linked by their
//! handles.

use crate::checks::Checks;
use stackpool::Pool;

/// A reading, and the handle of the message that is sent after it.
#[derive(Pool)]
#[pool(capacity = 200, max_bytes = 3 * 1024, quarantine = 0)]
pub struct Message {
    sensor: u8,
    reading: i16,
    next: Option<MessageHandle>,
}

/// A queue, first in, first out. The messages themselves are in the pool.
#[derive(Default)]
struct Queue {
    ends: Option<(MessageHandle, MessageHandle)>,
}

impl Queue {
    fn push(&mut self, pool: &mut MessagePool, sensor: u8, reading: i16) -> Result<(), Message> {
        let last =
            pool.insert(Message { sensor, reading, next: None }).map_err(stackpool::Full::into_inner)?;
        self.ends = match self.ends {
            None => Some((last, last)),
            Some((first, before)) => {
                pool[before].next = Some(last);
                Some((first, last))
            }
        };
        Ok(())
    }

    fn pop(&mut self, pool: &mut MessagePool) -> Option<Message> {
        let (first, last) = self.ends?;
        let message = pool.remove(first)?;
        self.ends = message.next.map(|next| (next, last));
        Some(message)
    }
}

/// Fills the queue, loses the messages that do not fit, and sends the rest in order.
pub fn run(checks: &mut Checks) {
    // One byte names one of 200 messages, or none.
    checks.equal(size_of::<Option<MessageHandle>>(), 1);
    checks.equal(MessagePool::TABLE_BYTES, 200);

    let pool = Message::take_pool();
    checks.that(pool.is_ok());
    let Ok(pool) = pool else { return };
    // What the panic of an interrupt handler shows that takes the pool too.
    let taken = Message::take_pool().err();
    checks.that(taken.is_some());
    if let Some(taken) = taken {
        checks.shown(
            taken,
            "the static pool of `Message` was taken before; to share a pool with a thread or an interrupt handler, put \
             it in a mutex: see `stackpool::guide::firmware`",
        );
    }
    checks.equal((pool.len(), pool.capacity()), (0, 200));

    let mut queue = Queue::default();
    let mut lost = 0;
    for tick in 0..250_i16 {
        if let Err(message) = queue.push(pool, (tick % 7) as u8, tick * 3) {
            // The refused message is returned unchanged.
            checks.equal((message.sensor, message.reading), ((tick % 7) as u8, tick * 3));
            lost += 1;
        }
    }
    checks.equal(lost, 50);
    checks.that(pool.is_full());
    checks.equal(pool.next_handle(), None);

    // Sends the 150 oldest messages, in order.
    for tick in 0..150_i16 {
        let message = queue.pop(pool);
        checks.equal(
            message.map(|message| (message.sensor, message.reading)),
            Some(((tick % 7) as u8, tick * 3)),
        );
    }
    checks.equal(pool.len(), 50);
    checks.equal(
        pool.values().map(|message| i32::from(message.reading)).sum::<i32>(),
        (150..200).map(|tick| tick * 3).sum(),
    );

    // Slots that were freed are used again. The slot freed last comes first.
    checks.equal(pool.next_handle().map(MessageHandle::index), Some(149));
    for tick in 0..150 {
        checks.that(queue.push(pool, 9, -tick).is_ok());
    }
    checks.that(queue.push(pool, 9, 0).is_err());
    checks.equal(core::iter::from_fn(|| queue.pop(pool)).count(), 200);
    checks.that(pool.is_empty());
}
