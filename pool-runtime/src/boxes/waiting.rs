//! Tasks that wait for a free slot: the key `wait`.
//!
//! A slot that is freed while tasks wait is acquired again at once, for the task that waits for the longest time. So a
//! task that is woken has its slot, and no other can take it in between.

#![expect(unsafe_code, reason = "the future of a box is pinned")]

mod queue;

use crate::boxes::object_box::{ObjectBox, ObjectSpec};
use crate::boxes::pool_box::{PoolBox, Vacant};
use crate::boxes::shared_box::{SharedBox, SharedSpec};
use crate::boxes::spec::{BoxSpec, BoxStatics, SendsBoxes};
use crate::track::Site;
use core::mem::MaybeUninit;
use core::pin::Pin;
use core::task::{Context, Poll};
use queue::{Wait, Waiters};

/// A definition whose boxes can be waited for: the key `wait`, in addition to `boxed`, `shared` or `objects`,
/// implements it.
///
/// Functions over any definition name it in addition to [`BoxSpec`]. The members of the trait are not public, and may
/// change in any version.
#[diagnostic::on_unimplemented(
    message = "no task can wait for a free slot of `{Self}`",
    label = "needs the key `wait`",
    note = "`#[pool(capacity = .., boxed, wait)]`, or `boxed, wait` in `pool!`, keeps a queue of tasks; so do \
            `shared, wait` and `objects, wait`",
    note = "in code for any definition, the bound is `P: BoxSpec + WaitSpec`"
)]
pub trait WaitSpec: BoxSpec<Mode: SendsBoxes> {
    #[doc(hidden)]
    fn waiters() -> &'static BoxWaiters<Self>;
}

/// The static of the tasks that wait for a slot.
pub struct BoxWaiters<P: BoxSpec>(Waiters<Vacant<P>>);

impl<P: BoxSpec> BoxWaiters<P> {
    /// Nobody waits.
    #[expect(clippy::new_without_default, reason = "only the macros make one")]
    #[must_use]
    pub const fn new() -> Self {
        BoxWaiters(Waiters::new())
    }
}

opaque_debug!([P: BoxSpec] BoxWaiters<P>);

/// Gives a slot to the first task that waits, if any does. Called after a slot of `P` was freed.
#[inline]
pub fn serve<P: WaitSpec>() {
    P::waiters().0.serve(|| Vacant::acquire().ok());
}

/// The future of a box. It waits for a slot, and makes the box there. (An `async` block would have a check that can
/// panic, and would be larger.)
struct Making<P: WaitSpec, F> {
    /// Pinned with the future. The other field is not.
    wait: Wait<'static, Vacant<P>>,
    /// `None` once the box was made.
    make: Option<F>,
}

/// As soon as a slot is free, makes a box there.
#[inline]
fn making<P: WaitSpec, B>(make: impl FnOnce(Vacant<P>) -> B) -> impl Future<Output = B> {
    Making { wait: P::waiters().0.wait(), make: Some(make) }
}

impl<P: WaitSpec, B, F: FnOnce(Vacant<P>) -> B> Future for Making<P, F> {
    type Output = B;

    #[inline]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<B> {
        // SAFETY: nothing moves out of `wait`, which is pinned again below. There is no `Drop` besides that of the
        // fields, and the future is `Unpin` only if `wait` is, which is never.
        let Making { wait, make } = unsafe { self.get_unchecked_mut() };
        if make.is_none() {
            return Poll::Pending;
        }
        // SAFETY: the future is pinned, and so is this field of it, as said above.
        let wait = unsafe { Pin::new_unchecked(wait) };
        match (wait.poll(context, || Vacant::acquire().ok()), make.take()) {
            (Poll::Ready(vacant), Some(make)) => Poll::Ready(make(vacant)),
            (Poll::Pending | Poll::Ready(_), kept) => {
                *make = kept;
                Poll::Pending
            }
        }
    }
}

/// # Waiting for a free slot
///
/// With the key `wait`, a task can wait until a slot is free: see [Waiting](#waiting).
// The bound is at the methods: rustc then shows the message of `WaitSpec`, which names the key.
impl<P: BoxSpec> PoolBox<P> {
    /// Moves `value` into a slot and returns its box, as soon as a slot is free. O(1) each time that it is polled.
    ///
    /// If the future is dropped before, `value` is dropped with it, and takes no slot.
    ///
    /// ```
    /// # #[cfg(any(feature = "std", feature = "critical-section"))]
    /// # fn main() {
    /// use stackpool::Pool;
    /// use std::pin::pin;
    /// use std::task::{Context, Poll, Waker};
    ///
    /// #[derive(Pool)]
    /// #[pool(capacity = 1, boxed, wait)]
    /// struct Packet([u8; 64]);
    ///
    /// let first = PacketBox::new(Packet([1; 64])).unwrap();
    /// // In a task: `PacketBox::new_async(Packet([2; 64])).await`.
    /// let mut context = Context::from_waker(Waker::noop());
    /// let mut second = pin!(PacketBox::new_async(Packet([2; 64])));
    /// assert!(second.as_mut().poll(&mut context).is_pending());
    /// drop(first); // wakes the task of `second`, whose slot nobody else can take
    /// assert!(PacketBox::new(Packet([3; 64])).is_err());
    /// let Poll::Ready(second) = second.poll(&mut context) else { panic!("it has a slot") };
    /// assert_eq!(second.0[0], 2);
    /// # }
    /// # #[cfg(not(any(feature = "std", feature = "critical-section")))]
    /// # fn main() {}
    /// ```
    ///
    /// A future that returned its box is pending for ever.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_async(value: P::Item) -> impl Future<Output = Self>
    where
        P: WaitSpec,
    {
        const { BoxStatics::<P>::CHECK };
        let site = Site::caller();
        making(move |vacant: Vacant<P>| vacant.filled(value, site))
    }

    /// Makes an object in its slot, as [`new_with`](PoolBox::new_with) does, as soon as a slot is free. O(1) each time
    /// that it is polled.
    ///
    /// `make` is called once there is a slot. So what it captures is in the future, and the object is not.
    ///
    /// # Panics
    ///
    /// The future panics if `make` returns another object than the one in the memory that it got.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_with_async(
        make: impl FnOnce(&mut MaybeUninit<P::Item>) -> &mut P::Item,
    ) -> impl Future<Output = Self>
    where
        P: WaitSpec,
    {
        const { Self::TAKES_MEMORY };
        const { BoxStatics::<P>::CHECK };
        let site = Site::caller();
        making(move |vacant: Vacant<P>| vacant.made_with(make, site))
    }
}

/// # Waiting for a free slot
///
/// With the key `wait`: see [`PoolBox`](PoolBox#waiting).
impl<P: SharedSpec> SharedBox<P> {
    /// Moves `value` into a slot and returns its first shared box, as soon as a slot is free: see
    /// [`PoolBox::new_async`]. O(1) each time that it is polled.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_async(value: P::Item) -> impl Future<Output = Self>
    where
        P: WaitSpec,
    {
        const { BoxStatics::<P>::CHECK };
        let site = Site::caller();
        making(move |vacant: Vacant<P>| Self::from(vacant.filled(value, site)))
    }

    /// Makes an object in its slot as soon as a slot is free: see [`PoolBox::new_with_async`]. O(1) each time that it
    /// is polled.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_with_async(
        make: impl FnOnce(&mut MaybeUninit<P::Item>) -> &mut P::Item,
    ) -> impl Future<Output = Self>
    where
        P: WaitSpec,
    {
        const { PoolBox::<P>::TAKES_MEMORY };
        const { BoxStatics::<P>::CHECK };
        let site = Site::caller();
        making(move |vacant: Vacant<P>| Self::from(vacant.made_with(make, site)))
    }
}

/// # Waiting for an object
///
/// With the key `wait`: see [`PoolBox`](PoolBox#waiting).
impl<P: ObjectSpec> ObjectBox<P> {
    /// Returns a box with an object that no other box has, as soon as there is one. O(1) each time that it is polled.
    ///
    /// ```
    /// # #[cfg(any(feature = "std", feature = "critical-section"))]
    /// # fn main() {
    /// use stackpool::Pool;
    ///
    /// #[derive(Pool)]
    /// #[pool(capacity = 4, objects, wait)]
    /// # #[derive(bytemuck::Zeroable)]
    /// struct Frame {
    ///     bytes: [u8; 256],
    /// }
    ///
    /// async fn send(bytes: &[u8; 256]) {
    ///     let mut frame = FrameObject::acquire_async().await;
    ///     frame.bytes = *bytes;
    ///     // the driver takes the frame, and an interrupt handler drops it when it was sent
    /// }
    /// # let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    /// # assert!(std::pin::pin!(send(&[7; 256])).poll(&mut context).is_ready());
    /// # }
    /// # #[cfg(not(any(feature = "std", feature = "critical-section")))]
    /// # fn main() {}
    /// ```
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn acquire_async() -> impl Future<Output = Self>
    where
        P: WaitSpec,
    {
        const { Self::CHECK };
        let site = Site::caller();
        making(move |vacant| Self::of(vacant, site))
    }
}
