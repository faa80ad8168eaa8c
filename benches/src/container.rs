//! Containers behind one trait: pools, boxes, peers, and a plain vector.

mod boxes;
mod peers;
mod pool;
mod vec;

pub use boxes::Boxes;
pub use vec::Plain;

/// What containers hold: made of a number, which can be read off it again.
pub trait Payload: Copy + 'static {
    /// The object of this number: each of its words is written.
    fn of(number: u64) -> Self;

    /// Reads one word of it: what is different for different numbers.
    fn first(&self) -> u64;

    /// Reads all of its words.
    fn sum(&self) -> u64;
}

impl Payload for u32 {
    #[inline]
    fn of(number: u64) -> Self {
        number as u32
    }

    #[inline]
    fn first(&self) -> u64 {
        u64::from(*self)
    }

    #[inline]
    fn sum(&self) -> u64 {
        u64::from(*self)
    }
}

impl<const N: usize> Payload for [u64; N] {
    #[inline]
    fn of(number: u64) -> Self {
        std::array::from_fn(|i| number ^ i as u64)
    }

    #[inline]
    fn first(&self) -> u64 {
        self[0]
    }

    #[inline]
    fn sum(&self) -> u64 {
        self.iter().fold(0, |sum, &word| sum.wrapping_add(word))
    }
}

/// Holds objects, and gives a key for each.
pub trait Container<T>: Sized + 'static {
    /// What the program keeps for an object: a `Copy` key, or an owning box in an `Option`.
    type Key: 'static;

    /// Bits of a generation in a key; `None` where keys have none.
    const GENERATION_BITS: Option<u32>;

    /// An empty one that has memory for so many objects.
    fn with_room(capacity: usize) -> Self;

    /// A key that may name anything: what the program has before it gets a real one.
    fn blank() -> Self::Key;

    /// Takes an object in.
    ///
    /// # Panics
    ///
    /// When there is no room: a benchmark is set up with enough.
    fn insert(&mut self, item: T) -> Self::Key;

    /// Gives an object back; `None` when the key names none.
    fn remove(&mut self, key: &mut Self::Key) -> Option<T>;

    /// The object of a key; `None` when it names none.
    fn get<'a>(&'a self, key: &'a Self::Key) -> Option<&'a T>;
}

/// A container that knows which objects it holds.
pub trait Iterable<T>: 'static {
    /// All objects.
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a;

    /// Takes all objects out.
    fn drain(&mut self) -> impl Iterator<Item = T>;
}

/// A container all of whose memory was used before, and that gives its places out in ascending order, as a new one.
///
/// Every container here gives out first what was freed last: so it is filled, and emptied from its end.
pub fn renewed<T: Payload, C: Container<T>>(capacity: usize) -> C {
    let mut container = C::with_room(capacity);
    let mut keys: Vec<C::Key> = (0..capacity as u64).map(|number| container.insert(T::of(number))).collect();
    for key in keys.iter_mut().rev() {
        assert!(container.remove(key).is_some(), "an object is gone");
    }
    container
}

/// A container that was filled, and of which random objects were removed until `live` were left; the keys of these, in
/// random order. The choices are the same for every container.
pub fn scattered<T: Payload, C: Container<T>>(capacity: usize, live: usize) -> (C, Vec<C::Key>) {
    let mut container = C::with_room(capacity);
    let mut keys: Vec<C::Key> = (0..capacity as u64).map(|number| container.insert(T::of(number))).collect();
    crate::Random::new().shuffle(&mut keys);
    for mut key in keys.drain(live..) {
        assert!(container.remove(&mut key).is_some(), "an object is gone");
    }
    keys.shrink_to_fit();
    (container, keys)
}

/// What every container panics with.
#[cold]
#[inline(never)]
fn full() -> ! {
    panic!("a pool of this benchmark is too small");
}

#[cfg(test)]
mod tests;
