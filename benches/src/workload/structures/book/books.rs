//! The books.

use super::super::by_hand::{Linked, List, Slots};
use super::{Book, CAPACITY, LEVELS, Order};
use slab::Slab;
use stackpool::{Handle, HandleLists, Heap, Pool, pool};

/// An order with its price and its neighbours.
pub(super) type HandOrder<L> = Linked<(Order, u16), L>;

pool! {
    pub(super) Levels: [(); LEVELS], guard = live;
    // The clients keep their handles, and cancel too late: with the 16 generations of a handle of 3 bytes, some then
    // name another order. These have 4,096.
    pub(super) Orders: [Order; CAPACITY], handle_bytes = 4;
    pub(super) ByHand: [HandOrder<Option<Handle<ByHand>>>; CAPACITY], handle_bytes = 4;
}

pub(super) type SlabOrders = Slab<HandOrder<u32>>;
pub(super) type HandOrders = Heap<Pool<ByHand>>;

/// Orders in a pool, and a list of them for each price.
pub(super) struct Structure {
    orders: Heap<Pool<Orders>>,
    levels: Vec<Handle<Levels>>,
    queues: Heap<HandleLists<Levels, Orders>>,
}

impl Book for Structure {
    type Key = Handle<Orders>;

    fn new() -> Self {
        let mut levels = Pool::<Levels>::new();
        Structure {
            orders: Pool::on_heap(),
            levels: (0..LEVELS).map(|_| levels.insert(()).expect("there is room for all prices")).collect(),
            queues: HandleLists::on_heap(),
        }
    }

    #[inline]
    fn add(&mut self, level: usize, order: Order) -> Self::Key {
        let order = self.orders.insert(order).expect("there is room for all orders");
        self.queues.push_back(self.levels[level], order);
        order
    }

    /// A handle of an order that is gone finds nothing.
    #[inline]
    fn cancel(&mut self, order: Self::Key, _: u32) -> Option<usize> {
        let level = self.queues.remove(order)?;
        self.orders.remove(order);
        // The prices are the objects of their pool, in order.
        Some(level.index())
    }

    #[inline]
    fn first(&mut self, level: usize) -> Option<&mut Order> {
        self.orders.get_mut(self.queues.first(self.levels[level])?)
    }

    #[inline]
    fn pop_first(&mut self, level: usize) {
        if let Some(order) = self.queues.pop_front(self.levels[level]) {
            self.orders.remove(order);
        }
    }

    #[inline]
    fn has(&self, level: usize) -> bool {
        self.queues.first(self.levels[level]).is_some()
    }
}

/// Links in the orders.
pub(super) struct Hand<S: Slots> {
    orders: S,
    levels: Vec<List<S::Link>>,
}

impl<S: Slots<Item = HandOrder<<S as Slots>::Link>>> Hand<S> {
    /// Whether the order with this number is there.
    pub(super) fn contains(&self, key: S::Link, number: u32) -> bool {
        self.orders.lend(key).is_some_and(|order| order.item.0.number == number)
    }
}

impl<S: Slots<Item = HandOrder<<S as Slots>::Link>>> Book for Hand<S> {
    type Key = S::Link;

    fn new() -> Self {
        Hand { orders: S::with_room(CAPACITY), levels: vec![List::new::<S>(); LEVELS] }
    }

    #[inline]
    fn add(&mut self, level: usize, order: Order) -> S::Link {
        self.levels[level].insert_back(&mut self.orders, (order, level as u16))
    }

    /// The number tells an order that is gone from the one that has its place.
    #[inline]
    fn cancel(&mut self, key: S::Link, number: u32) -> Option<usize> {
        let (order, level) = self.orders.lend(key)?.item;
        if order.number != number {
            return None;
        }
        let level = usize::from(level);
        self.levels[level].remove(&mut self.orders, key);
        Some(level)
    }

    #[inline]
    fn first(&mut self, level: usize) -> Option<&mut Order> {
        self.orders.lend_mut(self.levels[level].first).map(|order| &mut order.item.0)
    }

    #[inline]
    fn pop_first(&mut self, level: usize) {
        let list = &mut self.levels[level];
        let first = list.first;
        list.remove(&mut self.orders, first);
    }

    #[inline]
    fn has(&self, level: usize) -> bool {
        self.levels[level].first != S::NONE
    }
}
