//! What the macros print can be written by hand, in safe code.
#![forbid(unsafe_code)]

use stackpool::__private::{
    BoxCaches, BoxSlots, BoxState, BoxStatics, Cells, Fixed, HandleBits, Owned, SlotCount, TableBits,
    ThreadsExact, box_static_kind,
};
use stackpool::__private::{HasStatic, Memory, Statics, Taken, static_kind, take};
use stackpool::{BoxSpec, Pool, PoolBox, PoolSpec};

struct Pooled;

impl PoolSpec for Pooled {
    type Item = String;
    type Layout = Fixed<SlotCount<300>, TableBits<16>, Cells<4, 8>, HandleBits<16>>;
    const NAME: &'static str = "Pooled";
}

static TAKEN: Taken = Taken::new();
static MEMORY: Memory<Pool<Pooled>, { static_kind::<Pool<Pooled>>() }> = Memory::new();

impl HasStatic for Pooled {
    type Content = Pool<Pooled>;
    const STATICS: Statics<Pool<Pooled>> = Statics::new(&TAKEN, &MEMORY);
}

struct Boxed;

impl PoolSpec for Boxed {
    type Item = String;
    type Layout = Fixed<SlotCount<200>, TableBits<8>, Owned, HandleBits<8>>;
    const NAME: &'static str = "Boxed";
}

static STATE: BoxState<Boxed, { box_static_kind::<Boxed>() }> = BoxState::new();
static SLOTS: BoxSlots<Boxed, { box_static_kind::<Boxed>() }> = BoxSlots::new();

impl BoxSpec for Boxed {
    type Mode = ThreadsExact;
    const STATICS: BoxStatics<Boxed> = BoxStatics::new(&STATE, &SLOTS);
    const CACHES: BoxCaches<Boxed> = ();
}

pub fn main() {
    let pool = take::<Pooled>().expect("the first call");
    assert!(take::<Pooled>().is_err());
    let handle = pool.insert("one".to_owned()).expect("room");
    assert_eq!(pool[handle], "one");
    let one = PoolBox::<Boxed>::new("one".to_owned()).expect("room");
    let other = PoolBox::<Boxed>::new("other".to_owned()).expect("room");
    assert_eq!((one.as_str(), other.as_str()), ("one", "other"));
}
