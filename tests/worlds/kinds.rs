//! Every kind of value that can be saved, by itself.

use super::*;
use stackpool::{BufferTooSmall, ColumnPool, DeltaError, checksum};

/// Checks all that every saved value promises, for two states of it.
#[track_caller]
fn keeps_its_promises<T: Snapshot>(value: &mut T, change: impl FnOnce(&mut T)) {
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
            let _ = T::patched(&base, &flipped);
            let _ = T::patched(&flipped, &base);
        }
        assert!(!is_error_or_equal(value, &later[..at]), "{at} bytes are accepted");
    }
    for rest in [&[0][..], &[0; 8], &base] {
        assert!(rest.is_empty() || !is_error_or_equal(value, &[&later, rest].concat()));
    }
    value.restore(&base).unwrap();
}

/// Checks the lengths and the checksum of a save, and returns it.
#[track_caller]
fn saves_as_it_says<T: Snapshot>(value: &T) -> Vec<u8> {
    let saved = value.save();
    assert_eq!(saved.len(), value.saved_len());
    assert!(saved.len() <= T::SAVED_BYTES);
    assert_eq!(value.checksum(), checksum(&saved));
    T::check_saved(&saved).unwrap();

    let mut buffer = vec![7; T::SAVED_BYTES + 1];
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
    let mut buffer = vec![7; T::MAX_DELTA_BYTES];
    let error = value.save_delta(base, &mut buffer[1..]).unwrap_err();
    assert!(
        matches!(error.error(), DeltaError::BufferTooSmall(error) if error.needed() == T::MAX_DELTA_BYTES)
    );
    let delta = value.save_delta(base, &mut buffer).unwrap();
    assert!(delta.len() <= T::DELTA_BYTES);
    assert_eq!(*value.delta(base).unwrap(), *delta);
    assert_eq!(T::patched(base, delta).unwrap(), later);

    let mut patched = vec![0; T::SAVED_BYTES];
    assert_eq!(*T::apply_delta(base, delta, &mut patched).unwrap(), *later);
    for length in positions(later) {
        let error = T::apply_delta(base, delta, &mut patched[..length]).unwrap_err();
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
        let handles = bits.map(|bits| stackpool::Handle::from_bits(bits).unwrap());
        map.insert(handles[1], 2);
        map.insert(handles[0], 1);
        keeps_its_promises(&mut map, |map| assert!(map.insert(handles[2], 3).is_none()));
        assert!(map.keys().is_sorted_by_key(stackpool::Handle::index));
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
    set.insert(stackpool::Handle::from_bits(7).unwrap(), ());
    keeps_its_promises(&mut set, |set| {
        assert!(set.insert(stackpool::Handle::from_bits(9).unwrap(), ()).is_none());
    });
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
