//! What boxes forward to their items.

use stackpool::{Pool, pool};

/// Adds numbers, and counts bytes.
#[derive(Default)]
struct Sums([u64; 2]);

impl std::hash::Hasher for Sums {
    fn finish(&self) -> u64 {
        self.0[0].rotate_left(32) ^ self.0[1]
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0[1] += bytes.len() as u64;
    }

    fn write_u32(&mut self, number: u32) {
        self.0[0] = self.0[0].wrapping_add(number.into());
    }

    fn write_isize(&mut self, number: isize) {
        self.0[0] = self.0[0].wrapping_add(number as u64);
    }
}

pool! {
    Hashers: [Sums; 2], boxed;
}

#[test]
fn a_hasher_in_a_box_hashes_as_it_does_outside() {
    use std::hash::{Hash, Hasher};

    fn hash<H: Hasher>(mut hasher: H) -> u64 {
        (7_u32, 9_u16, -1_isize, "two").hash(&mut hasher);
        hasher.finish()
    }

    let boxed = HashersBox::new(Sums::default()).ok().unwrap();
    assert_eq!(hash(boxed), hash(Sums::default()));
}

#[test]
fn zero_bytes_are_no_box() {
    #[derive(Pool, bytemuck::Zeroable)]
    #[pool(capacity = 4, boxed)]
    struct Node {
        next: Option<NodeBox>,
        id: u32,
    }
    pool! {
        Shared: [u8; 255], shared;
        Kept: [u8; 65_535], objects;
        Wide: [u8; 70_000], boxed, sync = local;
    }
    #[derive(bytemuck::Zeroable)]
    struct Others(Option<SharedArc>, Option<KeptObject>, Option<WideBox>);

    let last = NodeBox::new_zeroed().unwrap();
    assert!(last.next.is_none());
    let mut first = NodeBox::new_zeroed().unwrap();
    (first.next, first.id) = (Some(last), 1);
    assert_eq!(first.next.as_ref().map(|last| last.id), Some(0));
    drop(first);
    assert_eq!(NodeBox::len(), 0);
    let Others(shared, kept, wide) = bytemuck::Zeroable::zeroed();
    assert!(shared.is_none() && kept.is_none() && wide.is_none());
}

#[test]
fn an_iterator_in_a_box_is_one() {
    pool! { Counts: [std::ops::Range<u32>; 2], boxed; }
    let mut counts = CountsBox::new(0..10).ok().unwrap();
    assert_eq!((counts.len(), counts.size_hint()), (10, (10, Some(10))));
    assert_eq!((counts.next(), counts.nth(2)), (Some(0), Some(3)));
    assert_eq!((counts.next_back(), counts.nth_back(2)), (Some(9), Some(6)));
    assert_eq!(counts.collect::<Vec<_>>(), [4, 5]);
    assert_eq!(CountsBox::len(), 0);
}

#[test]
fn a_future_in_a_box_is_one() {
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    #[derive(Pool)]
    #[pool(capacity = 1, boxed)]
    struct Twice(u8);

    impl Future for Twice {
        type Output = &'static str;

        fn poll(mut self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Self::Output> {
            self.0 += 1;
            if self.0 == 2 { Poll::Ready("done") } else { Poll::Pending }
        }
    }

    let mut context = Context::from_waker(Waker::noop());
    let mut boxed = TwiceBox::new(Twice(0)).ok().unwrap();
    assert_eq!(Pin::new(&mut boxed).poll(&mut context), Poll::Pending);
    let mut pinned = Pin::from(boxed);
    assert_eq!(pinned.as_mut().poll(&mut context), Poll::Ready("done"));
}

#[test]
fn an_error_in_a_box_has_the_same_source() {
    use std::error::Error;
    #[derive(Debug)]
    struct Outer(std::fmt::Error);
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("outer")
        }
    }
    impl Error for Outer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }
    pool! { Errors: [Outer; 1], boxed; }
    let boxed = ErrorsBox::new(Outer(std::fmt::Error)).unwrap();
    assert_eq!(boxed.to_string(), "outer");
    let source = boxed.source().unwrap();
    assert!(source.is::<std::fmt::Error>());
}

#[test]
fn a_box_lends_its_object_for_writing() {
    use std::borrow::BorrowMut;
    pool! { Numbers: [u32; 1], boxed; }
    let mut boxed = NumbersBox::new(1).unwrap();
    let lent: &mut u32 = boxed.borrow_mut();
    *lent += 1;
    assert_eq!(*boxed, 2);
}
