//! Channels from every thread to every thread.

use stackpool_soak::Random;
use std::sync::mpsc::{Receiver, Sender, channel};

/// A thread's end of the channels.
pub(crate) struct Post<T> {
    senders: Vec<Sender<T>>,
    receiver: Receiver<T>,
}

impl<T> Post<T> {
    /// One for each thread.
    pub(crate) fn of(threads: usize) -> Vec<Self> {
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..threads).map(|_| channel()).unzip();
        receivers.into_iter().map(|receiver| Post { senders: senders.clone(), receiver }).collect()
    }

    /// Sends something to a thread, which may be this one.
    pub(crate) fn send(&self, parcel: T, random: &mut Random) {
        let to = random.below(self.senders.len());
        // A receiver is dropped when its thread ends, and then nobody sends anything.
        assert!(self.senders[to].send(parcel).is_ok(), "the receiver is gone");
    }

    pub(crate) fn receive(&self) -> Option<T> {
        self.receiver.try_recv().ok()
    }
}
