//! Implementations of `Snapshot` that panic, and that break their contract. Pools stay valid, and nothing changes that
//! need not.

use super::*;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lie {
    None,
    PanicsInWrite,
    PanicsInCheck,
    /// In `restore_then`, before it calls `then` and after that.
    PanicsBefore,
    PanicsAfter,
    /// Returns `Ok`, and the fields after it were never checked.
    NeverCalls,
    CallsTwice,
    /// Returns `Ok` although a later field refused its bytes.
    HidesTheError,
    /// Returns an error after the later fields changed.
    FailsLate,
    /// Writes more bytes, and fewer bytes, than `saved_len`; says that it wrote more than there is room for.
    WritesMore,
    WritesFewer,
    SaysMore,
}

thread_local! {
    static LIE: Cell<Lie> = const { Cell::new(Lie::None) };
}

/// Calls `act` while implementations lie.
pub(super) fn while_lying<R>(lie: Lie, act: impl FnOnce() -> R) -> R {
    LIE.set(lie);
    let result = catch_unwind(AssertUnwindSafe(act));
    LIE.set(Lie::None);
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Two bytes that mean nothing.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Liar(pub(super) u16);

impl Snapshot for Liar {
    const SAVED_BYTES: usize = 2;
    const SHAPE: u64 = 1;

    fn saved_len(&self) -> usize {
        2
    }

    fn write_saved(&self, buffer: &mut [u8]) -> usize {
        let [low, high] = self.0.to_ne_bytes();
        match LIE.get() {
            Lie::PanicsInWrite => panic!("in a write"),
            Lie::WritesMore if buffer.len() > 2 => {
                buffer[..3].copy_from_slice(&[low, high, 0]);
                3
            }
            Lie::WritesFewer => {
                buffer[0] = low;
                1
            }
            Lie::SaysMore => usize::MAX / 2,
            _ => {
                buffer[..2].copy_from_slice(&[low, high]);
                2
            }
        }
    }

    fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
        assert_ne!(LIE.get(), Lie::PanicsInCheck, "in a check");
        let length = RestoreError::Length { expected: 2, found: saved.len() };
        if saved.len() == 2 { Ok(()) } else { Err(length.into()) }
    }

    fn restore_then(
        &mut self,
        saved: &[u8],
        then: &mut dyn FnMut() -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        Self::check_saved(saved)?;
        let lie = LIE.get();
        assert_ne!(lie, Lie::PanicsBefore, "before");
        if lie == Lie::NeverCalls {
            return Ok(());
        }
        let later = then();
        match lie {
            Lie::CallsTwice => then()?,
            Lie::HidesTheError => {}
            Lie::FailsLate => return Err(RestoreError::Value.into()),
            _ => later?,
        }
        assert_ne!(lie, Lie::PanicsAfter, "after");
        self.0 = u16::from_ne_bytes([saved[0], saved[1]]);
        Ok(())
    }
}

/// A liar between two pools.
#[derive(Snapshot)]
struct Between {
    before: BulletsPool,
    liar: Liar,
    after: UnitPool,
}

/// The state of a world, and the save of another one.
fn worlds() -> (Between, Vec<u8>, Vec<u8>) {
    let mut world = Between { before: Pool::new(), liar: Liar(1), after: Pool::new() };
    let saved = world.save();
    world.before.extend([[1.0; 2]; 9]);
    world.liar = Liar(2);
    world.after.extend([unit(1), unit(2)]);
    let later = world.save();
    (world, later, saved)
}

/// Both pools work: a slot is handed out once.
fn works(world: &mut Between) {
    for _ in 0..world.before.remaining_capacity() {
        world.before.insert([0.0; 2]).unwrap();
    }
    assert_eq!(world.before.handles().count(), BulletsPool::CAPACITY);
    world.before.clear();
    world.after.clear();
    world.after.extend((0..SLOTS as u32).map(unit));
    assert!(world.after.is_full());
}

/// What a panic says.
fn panic_of<R>(act: impl FnOnce() -> R) -> String {
    let panic = catch_unwind(AssertUnwindSafe(act)).err().expect("a panic");
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => (*panic.downcast::<&str>().unwrap()).into(),
    }
}

#[test]
fn a_panic_before_all_is_checked_changes_nothing() {
    for lie in [Lie::PanicsInCheck, Lie::PanicsBefore] {
        let (mut world, before, saved) = worlds();
        let panic = panic_of(|| while_lying(lie, || world.restore(&saved)));
        assert!(panic.contains("in a check") || panic.contains("before"), "{panic}");
        assert!(world.save() == before, "{lie:?}");
        works(&mut world);
    }
    let (mut world, before, saved) = worlds();
    panic_of(|| while_lying(Lie::PanicsInCheck, || Between::check_saved(&saved)));
    panic_of(|| while_lying(Lie::PanicsInCheck, || world.restore_resized(&saved)));
    assert!(world.save() == before);
}

/// The fields after the one that panics are restored, it and those before are not.
#[test]
fn a_panic_after_all_is_checked_leaves_whole_fields() {
    let (mut world, before, saved) = worlds();
    let [first, liar, last] = <[_; 3]>::try_from(fields_of(&before)).unwrap();
    let now = [world.before.save(), world.liar.save()];
    assert_eq!(now, [&before[first], &before[liar]]);
    assert!(panic_of(|| while_lying(Lie::PanicsAfter, || world.restore(&saved))).contains("after"));
    assert_eq!([world.before.save(), world.liar.save()], now);
    assert_ne!(world.after.save(), before[last]);
    assert_eq!(world.after.save(), saved[fields_of(&saved)[2].clone()]);
    works(&mut world);
}

#[test]
fn a_panic_while_a_world_is_saved_changes_nothing() {
    let (mut world, before, _) = worlds();
    let mut buffer = vec![0; Between::MAX_DELTA_BYTES];
    panic_of(|| while_lying(Lie::PanicsInWrite, || world.save()));
    panic_of(|| while_lying(Lie::PanicsInWrite, || world.save_into(&mut buffer).map(drop)));
    panic_of(|| while_lying(Lie::PanicsInWrite, || world.delta_into(&before, &mut buffer).map(drop)));
    panic_of(|| while_lying(Lie::PanicsInWrite, || world.checksum()));
    assert!(world.save() == before);
    works(&mut world);
}

#[test]
fn a_field_that_does_not_call_the_next_one_is_a_panic() {
    let (mut world, before, saved) = worlds();
    let panic = panic_of(|| while_lying(Lie::NeverCalls, || world.restore(&saved)));
    assert_eq!(panic, "`restore_then` of the field `liar` returned `Ok` without calling `then`");
    // The liar changed itself, and nobody else did.
    world.liar = Liar(2);
    assert!(world.save() == before);
    works(&mut world);
}

#[test]
fn a_field_that_calls_the_next_one_twice_restores_it_twice() {
    let (mut world, _, saved) = worlds();
    while_lying(Lie::CallsTwice, || world.restore(&saved)).unwrap();
    assert!(world.save() == saved);
    works(&mut world);
}

/// The field before the liar is told the error all the same.
#[test]
fn a_hidden_error_is_found() {
    let (mut world, before, mut saved) = worlds();
    let last = fields_of(&saved)[2].start;
    saved[last] ^= 1;
    let error = while_lying(Lie::HidesTheError, || world.restore(&saved)).unwrap_err();
    assert_eq!(error.to_string().split(':').next(), Some("after"));
    world.liar = Liar(2);
    assert!(world.save() == before);
}

#[test]
fn an_error_after_the_later_fields_leaves_the_earlier_ones() {
    let (mut world, before, saved) = worlds();
    let error = while_lying(Lie::FailsLate, || world.restore(&saved)).unwrap_err();
    assert_eq!(error.to_string(), "liar: these bytes are no value of this type");
    assert_eq!(world.before.save(), before[fields_of(&before)[0].clone()]);
    works(&mut world);
}

/// A save of another length than announced is refused like other wrong bytes, or is a panic.
#[test]
fn other_lengths_than_announced_are_errors_or_panics() {
    for lie in [Lie::WritesMore, Lie::WritesFewer, Lie::SaysMore] {
        let (mut world, before, _) = worlds();
        let mut buffer = vec![0; Between::SAVED_BYTES];
        for saved in [
            catch_unwind(AssertUnwindSafe(|| while_lying(lie, || world.save()))),
            catch_unwind(AssertUnwindSafe(|| {
                while_lying(lie, || world.save_into(&mut buffer).map(|saved| saved.to_vec()).unwrap())
            })),
        ] {
            let Ok(saved) = saved else { continue };
            assert_ne!(lie, Lie::SaysMore);
            let error = world.restore(&saved).unwrap_err();
            assert!(["liar", "expected"].iter().any(|word| error.to_string().contains(word)), "{error}");
        }
        let _ = catch_unwind(AssertUnwindSafe(|| while_lying(lie, || world.delta(&before).map(drop))));
        assert!(world.save() == before, "{lie:?}");
        works(&mut world);
    }
}

/// Elements are all checked, then the later fields are restored, then the elements.
#[test]
fn arrays_and_tuples_of_liars() {
    #[derive(Snapshot)]
    struct Lists {
        bullets: BulletsPool,
        liars: [Liar; 2],
        both: (Liar, UnitPool),
    }
    let mut world = Lists { bullets: Pool::new(), liars: [Liar(1), Liar(2)], both: (Liar(3), Pool::new()) };
    let saved = world.save();
    world.bullets.extend([[1.0; 2]; 3]);
    world.liars = [Liar(4), Liar(5)];
    world.both.1.extend([unit(1)]);
    let before = world.save();
    panic_of(|| while_lying(Lie::PanicsInCheck, || world.restore(&saved)));
    panic_of(|| while_lying(Lie::PanicsBefore, || world.restore(&saved)));
    assert!(world.save() == before);
    let mut wrong = saved.clone();
    *wrong.last_mut().unwrap() ^= 0xFF;
    world.restore(&wrong).unwrap_err();
    assert!(world.save() == before);
    while_lying(Lie::CallsTwice, || world.restore(&saved)).unwrap();
    assert!(world.save() == saved);
}
