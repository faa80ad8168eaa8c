//! Every kind of value that can be saved, by itself.

use super::*;
use stackpool::{BufferTooSmall, ColumnPool, DeltaError, Handle, SparseHandleMap, checksum};

/// Checks all that every saved value promises, for two states of it.
#[track_caller]
pub(crate) fn keeps_its_promises<T: Snapshot>(value: &mut T, change: impl FnOnce(&mut T)) {
    let base = saves_as_it_says(value);
    change(value);
    let later = saves_as_it_says(value);
    assert_ne!(base, later, "the change shows");
    leads_from(value, &base, &later);
    leads_from(value, &later, &later);

    for saved in [&base, &later, &base] {
        value.restore(saved).unwrap();
        assert_eq!(&value.save(), saved);
    }
    value.restore_resized(&later).unwrap();
    assert_eq!(value.save(), later, "a value of the same size is resized to itself");

    for at in positions(&later) {
        for mask in MASKS {
            let mut flipped = later.clone();
            flipped[at] ^= mask;
            is_error_or_equal(value, &flipped);
            if value.restore_resized(&flipped).is_ok() {
                T::check_saved(&value.save()).unwrap();
            }
            // These may be accepted by values that are no structs, but never panic.
            let _ = T::patch(&base, &flipped);
            let _ = T::patch(&flipped, &base);
        }
        assert!(!is_error_or_equal(value, &later[..at]), "{at} bytes are accepted");
    }
    for rest in [&[0][..], &[0; 8], &base] {
        assert!(rest.is_empty() || !is_error_or_equal(value, &[&later, rest].concat()));
    }
    value.restore(&base).unwrap();
}

/// The bytes that a value can have more, if it grows.
fn grown<T: Snapshot>(bytes: usize) -> usize {
    if T::GROWS { bytes } else { 0 }
}

/// Checks the lengths and the checksum of a save, and returns it.
#[track_caller]
fn saves_as_it_says<T: Snapshot>(value: &T) -> Vec<u8> {
    let saved = value.save();
    assert_eq!(saved.len(), value.saved_len());
    let most = T::SAVED_BYTES + grown::<T>(saved.len());
    assert!(saved.len() <= most);
    assert_eq!(value.checksum(), checksum(&saved));
    T::check_saved(&saved).unwrap();

    let mut buffer = vec![7; most + 1];
    assert_eq!(*value.save_into(&mut buffer).unwrap(), *saved);
    assert!(buffer[saved.len()..].iter().all(|&byte| byte == 7), "a save ends with its bytes");
    buffer.fill(7);
    assert_eq!(*value.save_into(&mut buffer[..saved.len()]).unwrap(), *saved);
    if !saved.is_empty() {
        buffer.fill(7);
        let error = value.save_into(&mut buffer[..saved.len() - 1]).unwrap_err();
        assert_eq!(error.needed(), saved.len());
        assert!(buffer.iter().all(|&byte| byte == 7), "nothing was written");
    }
    saved
}

/// Checks the delta from `base` to the value, which is saved as `later`.
#[track_caller]
fn leads_from<T: Snapshot>(value: &T, base: &[u8], later: &[u8]) {
    let needed = T::MAX_DELTA_BYTES + 2 * grown::<T>(later.len());
    let mut buffer = vec![7; needed];
    let error = value.delta_into(base, &mut buffer[1..]).unwrap_err();
    assert!(matches!(error.error(), DeltaError::BufferTooSmall(error) if error.needed() == needed));
    let delta = value.delta_into(base, &mut buffer).unwrap();
    assert!(delta.len() <= T::DELTA_BYTES + grown::<T>(later.len()));
    assert_eq!(*value.delta(base).unwrap(), *delta);
    assert_eq!(T::patch(base, delta).unwrap(), later);

    let mut patched = vec![0; T::SAVED_BYTES + grown::<T>(base.len() + delta.len())];
    assert_eq!(*T::patch_into(base, delta, &mut patched).unwrap(), *later);
    for length in positions(later) {
        let error = T::patch_into(base, delta, &mut patched[..length]).unwrap_err();
        assert!(matches!(error.error(), DeltaError::BufferTooSmall(_)), "{error}");
        let error = T::resize_saved(later, &mut patched[..length]).unwrap_err();
        assert!(matches!(error.error(), stackpool::ResizeError::BufferTooSmall(_)), "{error}");
    }
}

#[test]
fn numbers() {
    macro_rules! numbers {
        ($($ty:ty)*) => {$(
            let mut number = <$ty>::MAX;
            keeps_its_promises(&mut number, |number| *number = 3 as $ty);
            assert_eq!(<$ty as Snapshot>::SAVED_BYTES, size_of::<$ty>());
        )*};
    }
    numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }
    assert_eq!(0x0102_0304_u32.save(), 0x0102_0304_u32.to_ne_bytes());
    // The bits of a number that is none come back too.
    let mut number = f32::from_bits(0x7FC0_1234);
    let saved = number.save();
    number = 0.0;
    number.restore(&saved).unwrap();
    assert_eq!(number.to_bits(), 0x7FC0_1234);
}

#[test]
fn truth_values_and_characters() {
    keeps_its_promises(&mut true, |value| *value = false);
    keeps_its_promises(&mut 'a', |value| *value = '🦀');
    for wrong in 2..=255 {
        assert_eq!(bool::check_saved(&[wrong]), Err(RestoreError::Value.into()));
    }
    for wrong in [0xD800_u32, 0xDFFF, 0x11_0000, u32::MAX] {
        assert_eq!(char::check_saved(&wrong.to_ne_bytes()), Err(RestoreError::Value.into()));
    }
}

#[test]
fn options() {
    keeps_its_promises(&mut None, |value: &mut Option<u32>| *value = Some(3));
    keeps_its_promises(&mut Some(true), |value| *value = None);
    assert_eq!(Some(0x0102_u16).save()[1..], 0x0102_u16.to_ne_bytes());
    type Maybe = Option<bool>;
    assert_eq!((None::<bool>.save(), Some(false).save()), (vec![0, 0], vec![1, 0]));
    for wrong in [[0, 1], [1, 2], [2, 0]] {
        assert_eq!(Maybe::check_saved(&wrong), Err(RestoreError::Value.into()));
    }
    for wrong in [&[][..], &[0], &[1], &[1, 0, 0]] {
        assert!(matches!(Maybe::check_saved(wrong).unwrap_err().error(), RestoreError::Length { .. }));
    }
}

#[test]
fn handles_links_and_arrays_of_handles() {
    let mut units = UnitPool::new();
    let [first, second] = [1, 2].map(|health| units.insert(unit(health)).ok().unwrap());
    keeps_its_promises(&mut first.clone(), |handle| *handle = second);
    keeps_its_promises(&mut Some(first), |handle| *handle = None);
    keeps_its_promises(&mut Link::from(first), |link| *link = Link::default());
    let mut path: handle_array![UnitHandle; 16] = Default::default();
    keeps_its_promises(&mut path, |path| path.set(5, second));
    let mut path: handle_array![Option<UnitHandle>; 16] = Default::default();
    keeps_its_promises(&mut path, |path| path.set(5, Some(second)));
}

#[test]
fn pools() {
    keeps_its_promises(&mut BulletsPool::new(), |pool| pool.extend([[1.0, 2.0]; 11]));
    keeps_its_promises(&mut UnitPool::on_heap(), |pool| pool.extend([unit(3)]));
    keeps_its_promises(&mut ParticlePool::new(), |pool: &mut ColumnPool<Particle>| {
        pool.extend((0..9).map(particle));
    });
    keeps_its_promises(&mut TilesPool::new(), |pool| {
        pool.acquire_many(9).unwrap();
        pool.release(104).unwrap();
    });
    keeps_its_promises(&mut ListPool::new([1_u16, 2, 3]), |pool| assert!(pool.acquire().is_some()));

    // The images of these have tests of their own.
    if IS_SMALL {
        return;
    }
    pool! {
        Bits: [u16; 40], guard = live;
        Retiring: [u16; 9], generation_bits = 14, on_wrap = retire;
        Wide: [u16; 9], generation_bits = 20;
        Listed: [u64; 40], bookkeeping = free_list;
        Objects: [(); 40];
        Marked: [u16; 9], marks = 2;
    }
    keeps_its_promises(&mut BitsPool::new(), |pool| pool.extend([7; 20]));
    keeps_its_promises(&mut RetiringPool::new(), |pool| pool.extend([7; 5]));
    keeps_its_promises(&mut WidePool::new(), |pool| pool.extend([7; 5]));
    keeps_its_promises(&mut ListedPool::new(), |pool| pool.extend([7; 5]));
    keeps_its_promises(&mut ObjectsPool::new(), |pool| pool.extend([(); 5]));
    keeps_its_promises(&mut MarkedPool::new(), |pool| pool.extend([7; 5]));
}

#[test]
fn a_static_pool_and_boxes() {
    pool! { Shots: [u32; 20]; }

    let mut shots = Shots::take_pool().unwrap();
    shots.extend(0..5);
    keeps_its_promises(&mut shots, |shots| shots.clear());
    let mut shots = (shots, Box::new((1_u8, [ShotsPool::new()])));
    keeps_its_promises(&mut shots, |shots| shots.1.1[0].extend(0..4));
    assert_eq!((shots.0.len(), shots.1.1[0].len()), (5, 0));
}

/// Maps of a pool with generations, of pools whose slots retire, without generations, and without a guard.
#[test]
fn maps() {
    fn of<P: stackpool::PoolSpec + 'static>(bits: [u32; 3]) {
        let mut map = HandleMap::<P, u16>::new();
        let handles = bits.map(|bits| Handle::from_bits(bits).unwrap());
        map.insert(handles[1], 2);
        map.insert(handles[0], 1);
        keeps_its_promises(&mut map, |map| assert!(map.insert(handles[2], 3).is_none()));
        assert!(map.keys().is_sorted_by_key(Handle::index));
        assert_eq!(map.save().len(), 32 + 8 + map.len() * 6);
        assert_eq!(map.len(), 2);
    }
    pool! {
        Plain: [String; 40];
        Bits: [String; 40], guard = live;
        Wide: [String; 40], generation_bits = 26;
        Retiring: [String; 40], generation_bits = 14, on_wrap = retire;
        Bare: [u32; 40], guard = none;
    }
    of::<Plain>([3, 5, 39]);
    of::<Bits>([3, 5, 39]);
    of::<Wide>([3 | 9 << 6, 5, 39]);
    of::<Retiring>([3 | 9 << 6, 5, 39]);
    of::<Bare>([3, 5, 39]);

    // Values without bytes.
    let mut set = HandleMap::<Plain, ()>::new();
    set.insert(Handle::from_bits(7).unwrap(), ());
    keeps_its_promises(&mut set, |set| {
        assert!(set.insert(Handle::from_bits(9).unwrap(), ()).is_none());
    });
}

/// The order of the entries is state: loops over a restored table visit the values as before.
#[test]
fn sparse_maps() {
    fn of<P: stackpool::PoolSpec + 'static>(bits: [u32; 4]) {
        let handles = bits.map(|bits| Handle::from_bits(bits).unwrap());
        let mut map = SparseHandleMap::<P, [u8; 3], 5>::new();
        for (handle, value) in [(handles[1], 2), (handles[3], 4), (handles[0], 1)] {
            map.insert(handle, [value; 3]).unwrap();
        }
        map.remove(handles[1]).unwrap();
        keeps_its_promises(&mut map, |map| {
            assert!(map.insert(handles[2], [3; 3]).unwrap().is_none());
        });
        assert!(map.keys() == [handles[0], handles[3]] && map.values() == [[1; 3], [4; 3]]);
        assert_eq!(map.save().len(), 32 + 8 + map.len() * (4 + 3 + 2));

        let mut other = SparseHandleMap::<P, [u8; 3], 5>::new();
        other.extend([(handles[3], [4; 3]), (handles[0], [1; 3])]);
        assert!(other == map);
        let (saved, others) = (map.save(), other.save());
        assert_ne!(saved, others, "the same entries in another order");
        let place = |handle: Handle<P>| format!("slot {} at place 0", handle.index());
        let table = SparseHandleMap::<P, [u8; 3], 5>::diff(&saved, &others).unwrap().to_string();
        assert_eq!(table, format!("value  {}  {}\n", place(handles[0]), place(handles[3])));
        other.insert(handles[2], [9; 3]).unwrap();
        let diff = SparseHandleMap::<P, [u8; 3], 5>::diff(&saved, &other.save()).unwrap().to_string();
        assert_eq!(diff, format!("[{}]  none  [9, 9, 9]\n", handles[2].index()));
    }
    pool! {
        Plain: [String; 40];
        Bits: [String; 40], guard = live;
        Wide: [String; 40], generation_bits = 26;
        Bare: [u32; 40], guard = none;
    }
    of::<Plain>([3, 5, 17, 39]);
    of::<Bits>([3, 5, 17, 39]);
    of::<Wide>([3 | 9 << 6, 5, 17, 39]);
    of::<Bare>([3, 5, 17, 39]);

    // Values without bytes.
    let mut set = SparseHandleMap::<Plain, (), 2>::new();
    set.insert(Handle::from_bits(7).unwrap(), ()).unwrap();
    keeps_its_promises(&mut set, |set| {
        set.insert(Handle::from_bits(2).unwrap(), ()).unwrap();
    });
}

/// The room of a table is not part of its bytes.
#[test]
fn a_sparse_map_of_another_room_reads_what_fits() {
    pool! { Units: [u32; 40]; }

    type Small = SparseHandleMap<Units, u16, 2>;
    let handles = [30, 4, 9].map(|bits| Handle::from_bits(bits).unwrap());
    let mut large = SparseHandleMap::<Units, u16, 9>::from([(handles[0], 1), (handles[1], 2)]);
    let mut small = Small::new();
    small.restore(&large.save()).unwrap();
    assert!(small.keys() == large.keys() && small.values() == large.values());

    large.insert(handles[2], 3).unwrap();
    let error = RestoreError::Room { expected: 2, found: 3 };
    assert_eq!(small.restore(&large.save()), Err(error.into()));
    assert_eq!(error.to_string(), "the saved table has 3 values, this one has room for 2");
    assert_eq!(Snapshot::restore_resized(&mut small, &large.save()).unwrap_err(), error.into());
    assert_eq!(small.len(), 2);
}

/// Each entry is named once in slot order.
#[test]
fn a_sparse_map_with_two_values_in_one_slot_is_refused() {
    pool! { Units: [u32; 40]; }

    let handles = [30, 4, 9].map(|bits| Handle::from_bits(bits).unwrap());
    let map = SparseHandleMap::<Units, u8, 5>::from_iter(handles.into_iter().zip(1..));
    let saved = map.save();
    let numbers = saved.len() - 6;
    assert_eq!(saved[numbers..], bytemuck::cast::<[u16; 3], [u8; 6]>([1, 2, 0]));
    for wrong in [[1, 1, 2], [0, 1, 2], [1, 2, 2], [1, 0, 2], [1, 2, 3], [1, 2, 0xFFFF]] {
        let mut bytes = saved.clone();
        bytes[numbers..].copy_from_slice(bytemuck::cast_slice::<u16, u8>(&wrong));
        assert_eq!(
            SparseHandleMap::<Units, u8, 5>::check_saved(&bytes),
            Err(RestoreError::Keys.into()),
            "{wrong:?}"
        );
    }
    let mut twice = saved;
    twice.copy_within(40..44, 44);
    assert_eq!(SparseHandleMap::<Units, u8, 5>::check_saved(&twice), Err(RestoreError::Keys.into()));
}

#[test]
fn a_world() {
    keeps_its_promises(&mut World::new(), |world| *world = World::used());
    assert!(World::used().save().len() < World::SAVED_BYTES / miri_or(1, 2));
}

/// A buffer of the size that firmware knows when it is compiled.
#[test]
fn a_world_is_saved_into_a_buffer_without_a_heap() {
    static BUFFER: std::sync::Mutex<[u8; World::SAVED_BYTES]> =
        std::sync::Mutex::new([0; World::SAVED_BYTES]);
    let mut buffer = BUFFER.lock().unwrap();
    let world = World::used();
    let saved: &[u8] = world.save_into(&mut *buffer).unwrap();
    let mut other = World::new();
    other.restore(saved).unwrap();
    assert_eq!(other.save(), saved);
    assert_eq!(other.name, "", "a skipped field is left alone");
    let error: BufferTooSmall = world.save_into(&mut [0; 100]).unwrap_err();
    assert_eq!(error.needed(), world.saved_len());
}

/// Values some of whose bytes are none.
#[test]
fn side_tables_of_truth_values_and_enums() {
    let mut units = UnitPool::new();
    let [first, second] = [1, 2].map(|health| units.insert(unit(health)).ok().unwrap());
    let mut map = HandleMap::<Unit, bool>::from([(first, true), (second, false)]);
    keeps_its_promises(&mut map, |map| map[second] = true);
    let mut sparse = SparseHandleMap::<Unit, Phase, 4>::from([(second, Phase::Match)]);
    keeps_its_promises(&mut sparse, |map| _ = map.insert(first, Phase::Menu));
    keeps_its_promises(&mut HandleMap::<Unit, Handle<Unit>>::new(), |map| _ = map.insert(first, second));

    assert_eq!(error_of(&map, |saved| *saved.last_mut().unwrap() = 2), RestoreError::Value.into());
    let (other, mut saved) = (map.save(), map.save());
    *saved.last_mut().unwrap() = 1;
    type Map = HandleMap<Unit, bool>;
    let report = Map::diff(&saved, &other).unwrap().to_string();
    assert!(report.contains("true") && report.contains("false"), "{report}");
}
