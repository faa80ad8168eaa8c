//! One trait for all containers: pools, boxes, other crates, and a plain vector.

mod boxes;
mod dense;
mod peers;
mod pool;
mod six;
mod swapped;
mod vec;

pub use boxes::Boxes;
pub use dense::{Adjacent, Sliced};
pub use six::Six;
pub use swapped::Swapped;
pub use vec::Plain;

/// An object in a container. It is made from a number, which can be read back.
pub trait Payload: Copy + 'static {
    /// Makes the object of this number, and writes each of its words.
    fn of(number: u64) -> Self;

    /// Reads one word, which differs for different numbers.
    fn first(&self) -> u64;

    /// Adds 1 to the word that [`first`](Payload::first) reads.
    fn count(&mut self);

    /// Reads all words.
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
    fn count(&mut self) {
        *self = self.wrapping_add(1);
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
    fn count(&mut self) {
        self[0] = self[0].wrapping_add(1);
    }

    #[inline]
    fn sum(&self) -> u64 {
        self.iter().fold(0, |sum, &word| sum.wrapping_add(word))
    }
}

/// A container of objects that gives a key for each object.
pub trait Container<T>: Sized + 'static {
    /// The key of an object: a `Copy` key, or an owning box in an `Option`.
    type Key: 'static;

    /// The bits of a generation in a key; `None` if keys have no generation.
    const GENERATION_BITS: Option<u32>;

    /// Makes an empty container with memory for this many objects.
    fn with_room(capacity: usize) -> Self;

    /// A key that may name anything: what the program has before it gets a real one.
    fn blank() -> Self::Key;

    /// Inserts an object.
    ///
    /// # Panics
    ///
    /// Panics if there is no room. Benchmarks make containers that are large enough.
    fn insert(&mut self, item: T) -> Self::Key;

    /// Removes an object; `None` if the key names no object.
    fn remove(&mut self, key: &mut Self::Key) -> Option<T>;

    /// Returns the object of a key; `None` if the key names no object.
    fn get<'a>(&'a self, key: &'a Self::Key) -> Option<&'a T>;

    /// Returns the objects of many keys, as the container does that best.
    fn get_many<'a>(&'a self, keys: &'a [Self::Key]) -> impl Iterator<Item = Option<&'a T>>
    where
        T: 'a,
    {
        keys.iter().map(|key| self.get(key))
    }
}

/// A container that can iterate over its objects.
pub trait Iterable<T>: 'static {
    /// All objects.
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a;

    /// All objects, for writing.
    fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut T>
    where
        T: 'a;

    /// Removes all objects.
    fn drain(&mut self) -> impl Iterator<Item = T>;
}

/// Makes an empty container whose memory was used before. It hands out its places in ascending order, like a new one.
///
/// All these containers hand out the place that was freed last first. So this fills the container, and empties it
/// from its end.
pub fn renewed<T: Payload, C: Container<T>>(capacity: usize) -> C {
    let mut container = C::with_room(capacity);
    let mut keys: Vec<C::Key> = (0..capacity as u64).map(|number| container.insert(T::of(number))).collect();
    for key in keys.iter_mut().rev() {
        assert!(container.remove(key).is_some(), "an object is gone");
    }
    container
}

/// Fills a container, and removes random objects until `live` are left. Returns the keys of the rest in random order.
/// The choices are the same for every container.
pub fn scattered<T: Payload, C: Container<T>>(capacity: usize, live: usize) -> (C, Vec<C::Key>) {
    scattered_in(C::with_room(capacity), capacity, live)
}

/// Puts this many objects in an empty container, and removes random ones until `live` are left. Returns the keys of the
/// rest in random order. The choices are the same for every container.
pub fn scattered_in<T: Payload, C: Container<T>>(
    mut container: C,
    count: usize,
    live: usize,
) -> (C, Vec<C::Key>) {
    let mut keys: Vec<C::Key> = (0..count as u64).map(|number| container.insert(T::of(number))).collect();
    crate::Random::new().shuffle(&mut keys);
    for mut key in keys.drain(live..) {
        assert!(container.remove(&mut key).is_some(), "an object is gone");
    }
    keys.shrink_to_fit();
    (container, keys)
}

/// The panic of every container that is full.
#[cold]
#[inline(never)]
fn full() -> ! {
    panic!("a pool of this benchmark is too small");
}

#[cfg(test)]
mod tests;
