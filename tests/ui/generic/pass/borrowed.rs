//! Objects may borrow from what lives longer than the pool, also in pools of a definition with a lifetime.

use stackpool::{Full, Handle, Of, Pool, PoolSpec, Sized16, pool};

pool! { Tens: [(); 10]; }

struct Shelf<'a, S: PoolSpec<Layout: stackpool::layout::Holds<&'a str>>> {
    books: Pool<Of<S, &'a str>>,
}

impl<'a, S: PoolSpec<Layout: stackpool::layout::Holds<&'a str>>> Shelf<'a, S> {
    fn put(&mut self, title: &'a str) -> Result<Handle<Of<S, &'a str>>, Full<&'a str>> {
        self.books.insert(title)
    }
}

fn main() {
    let titles = String::from("A B");
    let mut shelf = Shelf::<Tens> { books: Pool::new() };
    let first = shelf.put(&titles[..1]).unwrap();
    assert_eq!(shelf.books[first], "A");
    let mut slots = Pool::<Sized16<&mut u32, 2>>::new();
    let (mut one, mut two) = (1, 2);
    slots.extend([&mut one, &mut two]);
    for slot in slots.values_mut() {
        **slot += 10;
    }
    drop(slots);
    assert_eq!(one + two, 23);
}
