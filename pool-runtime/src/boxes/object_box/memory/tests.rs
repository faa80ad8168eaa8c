//! The statics of boxes: which there are, and that objects that stay are in every slot from the start.

use super::*;
use crate::base::complaint::complaint;
use crate::boxes::shared_box::count_static_kind;
use crate::boxes::spec::{BoxCaches, BoxStatics, box_static_kind, check_statics};
use crate::boxes::sync::modes::ThreadsExact;
use crate::layout::fixed::Fixed;
use crate::layout::groups::{HandleBits, Owned, SlotCount, TableBits};
use crate::layout::plan::Plan;
use crate::layout::spec::{self, PoolSpec};
use crate::statics::{LARGEST, LARGEST_OF_VALUES};

/// `COUNT` objects of `BYTES` bytes and a number. They have no statics: their sizes are all that is asked for.
struct Lamps<const COUNT: usize, const BYTES: usize>;

impl<const COUNT: usize, const BYTES: usize> PoolSpec for Lamps<COUNT, BYTES> {
    type Item = ([u8; BYTES], u16);
    type Layout = Fixed<SlotCount<COUNT>, TableBits<16>, Owned, HandleBits<16>>;
    const NAME: &'static str = "Lamp";
}

impl<const COUNT: usize, const BYTES: usize> BoxSpec for Lamps<COUNT, BYTES> {
    type Mode = ThreadsExact;
    const STATICS: BoxStatics<Self> = unreachable!();
    const CACHES: BoxCaches<Self> = ();
}

impl<const COUNT: usize, const BYTES: usize> ObjectSpec for Lamps<COUNT, BYTES> {
    const FIRST: Self::Item = ([7; BYTES], 0xABCD);

    fn give_back(_item: &mut Self::Item) {}
}

/// The objects of a new static.
fn first_objects<const COUNT: usize>() -> [([u8; 3], u16); COUNT] {
    const INITIALISED: u8 = object_static_kind::<Lamps<1, 3>>();
    let slots = BoxSlots::<Lamps<COUNT, 3>, INITIALISED, true>::filled();
    let first = (&raw const slots).cast::<BoxSlot<Lamps<COUNT, 3>>>();
    core::array::from_fn(|index| {
        let item = first.wrapping_add(index).cast::<([u8; 3], u16)>();
        // SAFETY: `slots` is `repr(transparent)` around `COUNT` slots, which `filled` wrote. The item is at offset 0.
        unsafe { item.read() }
    })
}

/// Their number is doubled until all are written.
#[test]
fn every_slot_holds_the_first_value_from_the_start() {
    let first = ([7; 3], 0xABCD);
    assert_eq!(first_objects::<1>(), [first]);
    assert_eq!(first_objects::<2>(), [first; 2]);
    assert_eq!(first_objects::<5>(), [first; 5]);
    assert_eq!(first_objects::<16>(), [first; 16]);
    assert_eq!(first_objects::<31>(), [first; 31]);
}

#[test]
fn statics_that_no_program_could_hold_are_absent() {
    // An object has a number of 2 bytes besides.
    type Small = Lamps<1_024, 62>;
    type Large = Lamps<1_024, { (64 << 10) - 2 }>;
    type TooLarge = Lamps<1_024, { (64 << 10) - 1 }>;
    type Huge = Lamps<1_024, { (1 << 20) - 2 }>;
    assert_eq!(slot_bytes::<Small>(), 64 << 10);
    assert_eq!((slot_bytes::<Large>(), slot_bytes::<Huge>()), (LARGEST_OF_VALUES, LARGEST));
    let initialised = object_static_kind::<Small>();
    assert_eq!([object_static_kind::<Large>(), object_static_kind::<TooLarge>()], [initialised, ABSENT]);
    let uninitialised = box_static_kind::<Small>();
    assert!(uninitialised != initialised && uninitialised != ABSENT);
    assert_eq!([box_static_kind::<TooLarge>(), box_static_kind::<Huge>()], [uninitialised, ABSENT]);
    assert_eq!(count_static_kind::<Small>(), uninitialised);

    let plan = Plan::new(1_024);
    let fits = [
        complaint(move || check_statics::<Large>(plan, true)),
        complaint(move || check_statics::<TooLarge>(plan, false)),
        // A plan with a mistake has no meaningful size.
        complaint(|| check_statics::<Huge>(Plan::new(0), false)),
    ];
    assert_eq!(fits, [None, None, None]);
    assert_eq!(
        complaint(move || check_statics::<TooLarge>(plan, true)).as_deref(),
        Some(
            "the objects of `Lamp` take 67,110,912 bytes; their statics hold at most 67,108,864: use a smaller \
             capacity or smaller items"
        )
    );
    let message = complaint(move || check_statics::<Huge>(plan, false)).unwrap();
    let bytes = message.strip_prefix("the boxes of `Lamp` take ").and_then(|rest| rest.split_once(" bytes"));
    // The free slots are in the statics too.
    assert!(bytes.unwrap().0.replace(',', "").parse::<u64>().unwrap() > LARGEST, "{message}");
    assert!(message.contains("hold at most 1,073,741,824: use"), "{message}");
}

#[test]
fn a_pool_with_handles_refuses_a_definition_of_boxes() {
    assert_eq!(
        complaint(spec::check::<Lamps<4, 2>>).as_deref(),
        Some(
            "the objects of `Lamp` are owned by boxes: leave `boxed`, `shared` or `objects` out for a pool with \
             handles and side tables"
        )
    );
}
