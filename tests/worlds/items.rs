//! Items of pools that are saved field by field: structs with `#[snapshot(item)]`, and enums.

use super::*;
use stackpool::{Handle, SparseHandleMap};

#[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
enum Mood {
    Calm,
    Angry,
}

#[derive(Snapshot, Clone, Debug, Default, PartialEq)]
enum Order {
    #[default]
    Wait,
    Move {
        place: [f32; 2],
        then: Option<Mood>,
    },
    Follow(Option<Handle<Soldier>>),
    Both([Step; 2]),
}

#[derive(Snapshot, Clone, Debug, PartialEq)]
#[snapshot(item)]
struct Step(u8, (bool, u16));

/// Padding, `Option`s, handles, tuples, enums: nothing of it is bytes in memory.
#[derive(Pool, Snapshot, Clone, Debug, PartialEq)]
#[pool(capacity = SLOTS, changes)]
#[snapshot(item)]
struct Soldier {
    health: u8,
    place: (f64, i16),
    order: Order,
    r#type: [Option<Mood>; 3],
    target: Option<Handle<Soldier>>,
}

const ORDER_BYTES: usize = 1 + 8 + 2;
const SOLDIER_BYTES: usize = 1 + 10 + ORDER_BYTES + 3 * 2 + 1 + size_of::<Handle<Soldier>>();

pool! {
    Orders: [Order; SLOTS];
    Moods: [Mood; SLOTS];
}

fn soldier(health: u8) -> Soldier {
    Soldier {
        health,
        place: (f64::from(health), -1),
        order: Order::Wait,
        r#type: [None, Some(Mood::Calm), Some(Mood::Angry)],
        target: None,
    }
}

#[derive(Snapshot, Default)]
struct Army {
    soldiers: SoldierPool,
    orders: HandleMap<Soldier, Order>,
    few: SparseHandleMap<Soldier, Step, 4>,
    next: Option<Step>,
    last: [Order; 2],
}

fn army() -> (Army, [Handle<Soldier>; 3]) {
    let mut army = Army::default();
    let soldiers = [1, 2, 3].map(|health| army.soldiers.insert(soldier(health)).unwrap());
    army.soldiers[soldiers[1]].target = Some(soldiers[0]);
    army.soldiers[soldiers[2]].order = Order::Both([Step(1, (true, 2)), Step(3, (false, 4))]);
    army.orders.insert(soldiers[0], Order::Follow(Some(soldiers[2])));
    army.few.insert(soldiers[1], Step(9, (true, 10))).unwrap();
    (army, soldiers)
}

#[test]
fn a_world_of_such_items_comes_back() {
    let (mut army, [first, second, third]) = army();
    assert_eq!(<SoldierPool>::SAVED_BYTES, <UnitLikePool>::SAVED_BYTES + SLOTS * (SOLDIER_BYTES - 1));
    let saved = army.save();
    assert_eq!(saved.len(), army.save_into(&mut vec![0xA5; Army::SAVED_BYTES]).unwrap().len());
    army.soldiers.remove(first);
    army.soldiers[second].order = Order::Move { place: [1.0, 2.0], then: Some(Mood::Angry) };
    army.orders.clear();
    army.few.insert(third, Step(0, (false, 0))).unwrap();
    army.next = Some(Step(1, (true, 1)));
    army.last[1] = Order::Follow(None);
    let later = army.save();
    let delta = army.delta(&saved).unwrap();
    army.restore(&saved).unwrap();
    assert_eq!(army.save(), saved);
    assert_eq!(army.soldiers[second], Soldier { target: Some(first), ..soldier(2) });
    assert_eq!(army.soldiers[third].order, Order::Both([Step(1, (true, 2)), Step(3, (false, 4))]));
    assert_eq!(army.orders.get(first), Some(&Order::Follow(Some(third))));
    assert_eq!(army.few.get(second), Some(&Step(9, (true, 10))));
    assert_eq!(Army::patch(&saved, &delta).unwrap(), later);
    army.restore(&later).unwrap();
    assert_eq!(army.save(), later);
}

#[derive(Pool, Snapshot)]
#[pool(capacity = SLOTS, changes)]
#[snapshot(item)]
struct UnitLike(u8);

#[test]
fn every_byte_is_checked() {
    let (mut army, _) = army();
    let saved = army.save();
    for byte in (0..saved.len()).step_by(miri_or(23, 1)) {
        for mask in [1, 0x80, 0xFF].into_iter().take(miri_or(1, 3)) {
            let mut wrong = saved.clone();
            wrong[byte] ^= mask;
            if army.restore(&wrong).is_ok() {
                assert_eq!(army.save(), wrong, "byte {byte}: what is accepted is what a save writes");
                army.restore(&saved).unwrap();
            }
            assert_eq!(army.save(), saved, "byte {byte}: nothing changes after an error");
        }
    }
    for len in (0..saved.len()).step_by(miri_or(61, 1)) {
        assert!(army.restore(&saved[..len]).is_err());
    }
}

#[test]
fn a_wrong_item_is_named() {
    let mut item = soldier(1);
    let mut saved = item.save();
    assert_eq!(saved.len(), SOLDIER_BYTES);
    saved[11] = 4;
    assert_eq!(item.restore(&saved), Err(SnapshotError::from(RestoreError::Value).within("order")));
    saved[11] = 3;
    saved[11 + 2] = 2;
    let inner = SnapshotError::from(RestoreError::Value).within("1").within("0").within("order");
    assert_eq!(item.restore(&saved), Err(inner));
    saved[11..][..ORDER_BYTES].fill(0);
    saved[11 + 1] = 1;
    assert_eq!(item.restore(&saved), Err(SnapshotError::from(RestoreError::Value).within("order")), "a zero");
    saved[11 + 1] = 0;
    saved[11 + ORDER_BYTES + 1] = 1;
    assert_eq!(
        item.restore(&saved),
        Err(SnapshotError::from(RestoreError::Value).within("type")),
        "of `None`"
    );
    assert_eq!(item, soldier(1));
}

#[test]
fn only_what_differs_counts_as_changed() {
    let (mut army, [first, second, _]) = army();
    let (saved, base) = (army.save(), army.soldiers.save());
    drop(army.soldiers.take_changed());
    army.soldiers[second].order = Order::Move { place: [0.5; 2], then: None };
    let delta = army.soldiers.changed_delta();
    let frame = army.soldiers.save();
    drop(army.soldiers.take_changed());
    army.restore(&saved).unwrap();
    assert_eq!(changed(&mut army), [second.index()]);
    army.soldiers[first].health = 0;
    army.soldiers.restore(&frame).unwrap();
    assert_eq!(changed(&mut army), [first.index(), second.index()]);
    let patched = SoldierPool::patch(&base, &delta).unwrap();
    assert_eq!(patched, frame);
}

/// The slots of the soldiers that changed.
fn changed(army: &mut Army) -> Vec<usize> {
    army.soldiers.take_changed().map(|change| change.index()).collect()
}

#[test]
fn enums_are_items() {
    let mut orders = OrdersPool::new();
    let mut moods = MoodsPool::new();
    let first = orders.insert(Order::Wait).unwrap();
    let second = orders.insert(Order::Follow(None)).unwrap();
    let mood = moods.insert(Mood::Angry).unwrap();
    let saved = (orders.save(), moods.save());
    orders[first] = Order::Both([Step(1, (true, 2)), Step(3, (false, 4))]);
    orders.remove(second);
    moods[mood] = Mood::Calm;
    orders.restore(&saved.0).unwrap();
    moods.restore(&saved.1).unwrap();
    assert_eq!(
        (&orders[first], &orders[second], moods[mood]),
        (&Order::Wait, &Order::Follow(None), Mood::Angry)
    );
    let mut wrong = saved.1;
    *wrong.last_mut().unwrap() = 2;
    assert_eq!(moods.restore(&wrong), Err(RestoreError::Value.into()));
}

#[test]
fn a_report_names_the_fields() {
    let (mut army, [_, second, third]) = army();
    let saved = army.save();
    army.soldiers[second].health = 7;
    army.soldiers[third].target = Some(second);
    army.soldiers[third].order = Order::Wait;
    let report = Army::diff(&saved, &army.save()).unwrap().to_string();
    for part in ["health", "2", "7", "target", "None", "Some(", "order", "Both([Step(1, (true, 2))", "Wait"] {
        assert!(report.contains(part), "{part} in {report}");
    }
}

mod without_debug {
    use super::*;

    /// Another declaration of the same size.
    #[derive(Snapshot)]
    pub(super) enum Mood {
        Calm,
        Bored,
    }

    pool! {
        pub(super) Moods: [Mood; SLOTS];
    }
}

#[test]
fn another_declaration_is_another_item() {
    let mut moods = MoodsPool::new();
    moods.insert(Mood::Calm).unwrap();
    let mut others = without_debug::MoodsPool::new();
    assert!(matches!(others.restore(&moods.save()).as_ref().unwrap_err().error(), RestoreError::Item(_)));
    others.insert(without_debug::Mood::Bored).unwrap();
    others.insert(without_debug::Mood::Calm).unwrap();
    let saved = others.save();
    others.clear();
    others.restore(&saved).unwrap();
    assert!(matches!(others.values().next(), Some(without_debug::Mood::Bored)));
}

/// A value of no bytes in memory has one in the image.
#[derive(Snapshot, Debug, PartialEq)]
enum Only {
    One,
}

#[derive(Snapshot, Debug, PartialEq)]
#[snapshot(item)]
struct Nothing;

pool! {
    Onlies: [Only; SLOTS];
    Nothings: [Nothing; SLOTS];
}

#[test]
fn items_without_size() {
    let (mut onlies, mut nothings) = (OnliesPool::new(), NothingsPool::new());
    let handles = [Only::One, Only::One].map(|only| onlies.insert(only).unwrap());
    let nothing = nothings.insert(Nothing).unwrap();
    let saved = (onlies.save(), nothings.save());
    onlies.clear();
    nothings.clear();
    onlies.restore(&saved.0).unwrap();
    nothings.restore(&saved.1).unwrap();
    assert_eq!((&onlies[handles[1]], nothings.get(nothing)), (&Only::One, Some(&Nothing)));
    let mut wrong = saved.0;
    *wrong.last_mut().unwrap() = 1;
    assert_eq!(onlies.restore(&wrong), Err(RestoreError::Value.into()));
}

#[derive(Snapshot, Debug, PartialEq, Clone)]
#[snapshot(item)]
struct Pair<T, const N: usize> {
    values: [T; N],
    other: Option<(T, bool)>,
}

pool! {
    Pairs: [Pair<u16, 2>; SLOTS];
}

#[test]
fn items_have_parameters() {
    let mut pairs = PairsPool::new();
    let pair = pairs.insert(Pair { values: [1, 2], other: Some((3, true)) }).unwrap();
    let saved = pairs.save();
    pairs[pair].other = None;
    pairs.restore(&saved).unwrap();
    assert_eq!(pairs[pair], Pair { values: [1, 2], other: Some((3, true)) });
}

/// Items with a field that is not saved.
mod skipped {
    use super::*;

    #[derive(Pool, Snapshot, Debug, PartialEq)]
    #[pool(capacity = 80, changes)]
    #[snapshot(item)]
    struct Sprite<T: 'static> {
        image: u16,
        #[snapshot(skip)]
        texture: Option<T>,
        place: (i16, bool),
        #[snapshot(skip)]
        frames: [T; 2],
    }

    mod without {
        use super::*;

        /// The same saved fields.
        #[derive(Pool, Snapshot, Debug, PartialEq)]
        #[pool(capacity = 80)]
        #[snapshot(item)]
        pub(super) struct Sprite<T: 'static>
        where
            T: Send,
        {
            pub(super) image: u16,
            pub(super) place: (i16, bool),
            #[snapshot(skip)]
            pub(super) other: core::marker::PhantomData<T>,
        }
    }

    fn sprite(image: u16) -> Sprite<u32> {
        Sprite { image, texture: Some(7), place: (-1, true), frames: [3, 4] }
    }

    #[test]
    fn a_restored_item_has_the_default_of_a_skipped_field() {
        let mut sprites = SpritePool::<u32>::new();
        let handles = [1, 2].map(|image| sprites.insert(sprite(image)).ok());
        let saved = sprites.save();
        assert_eq!(saved.len(), 72 + 2 * (1 + 1 + 2 + 2 + 1));
        sprites[handles[0].unwrap()].image = 9;
        drop(sprites.take_changed());
        sprites.restore(&saved).unwrap();
        assert_eq!(sprites.save(), saved);
        let restored = Sprite { texture: None, frames: [0; 2], ..sprite(2) };
        assert_eq!(sprites[handles[1].unwrap()], restored);
        // Only what is saved is compared.
        let changed = sprites.changed().filter_map(|change| change.handle());
        assert!(changed.map(Handle::index).eq([0]));
        let diff = SpritePool::<u32>::diff(&saved, &saved).unwrap();
        assert!(diff.is_empty());
    }

    #[test]
    fn the_bytes_do_not_know_of_skipped_fields() {
        let mut sprites = SpritePool::<u32>::new();
        let sprite = sprites.insert(sprite(5)).unwrap();
        let mut others = without::SpritePool::<u8>::new();
        others.restore(&sprites.save()).unwrap();
        let other = others.values().next().unwrap();
        assert_eq!((other.image, other.place), (5, (-1, true)));
        assert_eq!(others.save(), sprites.save());
        sprites[sprite].texture = None;
        assert_eq!(others.save(), sprites.save());
    }
}

/// A check makes no values, and a restore makes one item at a time, without copies of parts of it.
#[test]
#[cfg_attr(miri, ignore = "the stack of an interpreter is another one")]
fn a_large_item_fits_on_a_small_stack() {
    const BYTES: usize = 100_000;

    #[derive(Pool, Snapshot)]
    #[pool(capacity = 4)]
    #[snapshot(item)]
    struct Blob {
        flag: bool,
        data: [u8; BYTES],
    }

    let mut blobs = BlobPool::on_heap();
    blobs.insert(Blob { flag: true, data: [7; BYTES] }).ok().unwrap();
    let saved = Snapshot::save(&*blobs);
    let thread = std::thread::Builder::new().stack_size(8 * BYTES).spawn(move || {
        BlobPool::check_saved(&saved).unwrap();
        blobs.clear();
        Snapshot::restore(&mut *blobs, &saved).unwrap();
        blobs.values().all(|blob| blob.flag && blob.data == [7; BYTES])
    });
    assert!(thread.unwrap().join().unwrap());
}
