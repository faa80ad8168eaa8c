//! Marks of a pool that has them, and what stands for them where it has none.

use stackpool::layout::Marked;
use stackpool::{Handle, Mark, MarkError, Pool, PoolSpec, TooManyMarks};

/// What marks do to a pool.
pub(super) trait Marking<P: PoolSpec>: Default {
    fn mark(&mut self, pool: &mut Pool<P>, number: u32, is_room: bool);
    fn release(&mut self, pool: &mut Pool<P>, number: u32, objects: Option<&[u32]>);
    fn keep(&mut self, pool: &mut Pool<P>, number: u32, is_stale: bool);
    fn drop_mark(&mut self, number: u32);
    fn forget(&mut self, pool: &mut Pool<P>);
}

/// Of a pool without marks: what they would release is removed one by one.
#[derive(Default)]
pub(super) struct Without;

impl<P: PoolSpec> Marking<P> for Without {
    fn mark(&mut self, _pool: &mut Pool<P>, _number: u32, _is_room: bool) {}

    fn release(&mut self, pool: &mut Pool<P>, _number: u32, objects: Option<&[u32]>) {
        for &bits in objects.unwrap_or_default() {
            let handle = Handle::from_bits(bits).expect("the bits of a handle");
            assert!(pool.remove(handle).is_some(), "the object was there");
        }
    }

    fn keep(&mut self, _pool: &mut Pool<P>, _number: u32, _is_stale: bool) {}

    fn drop_mark(&mut self, _number: u32) {}

    fn forget(&mut self, _pool: &mut Pool<P>) {}
}

/// The marks that were made and not used, by number.
pub(super) struct Held<P: PoolSpec>(Vec<(u32, Mark<P>)>);

impl<P: PoolSpec> Default for Held<P> {
    fn default() -> Self {
        Held(Vec::new())
    }
}

impl<P: PoolSpec> Held<P> {
    fn take(&mut self, number: u32) -> Mark<P> {
        let at = self.0.iter().position(|(held, _)| *held == number).expect("a mark that was made");
        self.0.swap_remove(at).1
    }
}

impl<P: PoolSpec> Marking<P> for Held<P>
where
    P::Layout: Marked,
{
    fn mark(&mut self, pool: &mut Pool<P>, number: u32, is_room: bool) {
        match pool.mark() {
            Ok(mark) => {
                assert!(is_room);
                self.0.push((number, mark));
            }
            Err(TooManyMarks) => assert!(!is_room),
        }
    }

    fn release(&mut self, pool: &mut Pool<P>, number: u32, objects: Option<&[u32]>) {
        let released = pool.release_since(self.take(number));
        assert_eq!(released, objects.map(<[u32]>::len).ok_or(MarkError::Stale));
    }

    fn keep(&mut self, pool: &mut Pool<P>, number: u32, is_stale: bool) {
        let kept = pool.keep_since(self.take(number));
        assert_eq!(kept, if is_stale { Err(MarkError::Stale) } else { Ok(()) });
    }

    fn drop_mark(&mut self, number: u32) {
        drop(self.take(number));
    }

    fn forget(&mut self, pool: &mut Pool<P>) {
        pool.forget_marks();
    }
}
