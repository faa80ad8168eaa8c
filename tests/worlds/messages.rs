//! What the errors say.

use super::*;
use stackpool::{DeltaError, ResizeError};

#[track_caller]
fn says(change: impl FnOnce(&mut Vec<u8>, &[std::ops::Range<usize>]), expected: &str) {
    let error = error_of(&World::used(), |saved| {
        let fields = fields_of(saved);
        change(saved, &fields);
    });
    assert_eq!(error.to_string(), expected);
}

/// Changes a byte of the pool of units of the second team.
fn in_units(saved: &mut [u8], fields: &[std::ops::Range<usize>], change: impl FnOnce(&mut [u8])) {
    let teams = &mut saved[fields[1].clone()];
    let first = u64::from_ne_bytes(teams[..8].try_into().unwrap()) as usize;
    let team = &mut teams[16 + first..];
    let units = fields_of(team)[2].clone();
    change(&mut team[units]);
}

#[test]
fn errors_name_the_field_and_say_what_is_wrong() {
    says(
        |saved, _| saved[0] ^= 1,
        "the first bytes are wrong: this is no save of this kind (a delta is applied to its base first)",
    );
    says(|saved, _| saved[8..12].reverse(), "written on a machine with the other byte order");
    says(
        |saved, _| saved[12..14].copy_from_slice(&1_u16.to_ne_bytes()),
        "written in format version 1, which this crate cannot read",
    );
    says(|saved, _| saved[16] ^= 1, "saved with other fields: their names, order or kinds differ");
    says(|saved, _| saved.truncate(10), "expected 224 bytes, found 10");
    says(|saved, fields| saved[fields[9].start] = 2, "phase: these bytes are no value of this type");
    says(|saved, fields| saved[fields[8].end - 5] = 2, "pair.0: these bytes are no value of this type");
    says(
        |saved, fields| saved[fields[8].end - 4..fields[8].end].fill(0xFF),
        "pair.1: these bytes are no value of this type",
    );
    says(
        |saved, fields| in_units(saved, fields, |units| units[8..12].reverse()),
        "teams[1].units: written on a machine with the other byte order",
    );
    let capacity = format!(
        "teams[1].units: saved with capacity {}, this pool has {SLOTS}: `restore_resized` reads saves of smaller \
         pools, but no lists and no deltas",
        SLOTS - 1
    );
    says(
        |saved, fields| {
            in_units(saved, fields, |units| units[16..20].copy_from_slice(&(SLOTS as u32 - 1).to_ne_bytes()));
        },
        &capacity,
    );
    let (saved, here) = miri_or((9_u32, 8), (3, 2));
    let generations = format!(
        "teams[1].units: saved with {saved} generations, this pool has {here}: at a capacity that is a power of two \
         there is one generation less than below it"
    );
    says(
        |bytes, fields| in_units(bytes, fields, |units| units[20..24].copy_from_slice(&saved.to_ne_bytes())),
        &generations,
    );
    says(
        |saved, fields| in_units(saved, fields, |units| units[28] ^= 1),
        "teams[1].units: the item differs: it was saved with other fields than `health`, `target`, `padding`, or with \
         other types of these (a handle differs if `generations`, `handle_bytes` or `grows_to` of its pool do); if a \
         type in a field was renamed, write as it was before: `#[snapshot(name = \"..\")]` \
         before that type, or `#[snapshot(type = \"..\")]` before the field",
    );
    says(
        |saved, fields| in_units(saved, fields, |units| units[72] ^= 0x80),
        "teams[1].units: corrupt slot states: an unused bit is set, or a generation is out of range",
    );
    says(
        |saved, fields| in_units(saved, fields, |units| units[72 + 6] ^= 1),
        "teams[1].units: corrupt: the order of the free slots, or that of insertion, does not have each slot \
         exactly once, or has slots that were never used",
    );
    says(
        |saved, fields| in_units(saved, fields, |units| units[32..36].fill(0x7F)),
        "teams[1].units: corrupt: more slots than the pool has, or more slots that wait than are free",
    );
    says(
        |saved, fields| saved[fields[6].start + 40..][..8].fill(0),
        "speeds: corrupt: the handles of a side table do not ascend",
    );
    says(
        |saved, fields| saved[fields[6].start + 40..][..4].fill(0xFF),
        "speeds: these bytes are no value of this type",
    );
    says(
        |saved, fields| saved[fields[5].start + 40] = 1,
        "blocks: corrupt: the value at place 0 is out, but its bytes are not zero",
    );
}

#[test]
fn errors_of_deltas_name_the_field() {
    let (base, later) = (World::new().save(), World::used());
    let delta = later.delta(&base).unwrap();
    let mut wrong = base.clone();
    let bullets = fields_of(&base)[2].clone();
    wrong[bullets.start] ^= 1;
    assert_eq!(
        later.delta(&wrong).unwrap_err().to_string(),
        "bullets: the base: the first bytes are wrong: this is no save of this kind (a delta is applied to its base \
         first)"
    );
    assert_eq!(later.delta(&base[..30]).unwrap_err().to_string(), "the base: expected 224 bytes, found 30");
    assert_eq!(
        World::patch(&later.save(), &delta).unwrap_err().to_string(),
        "the delta was made against another base"
    );
    let mut wrong = delta.clone();
    *wrong.last_mut().unwrap() ^= 1;
    assert_eq!(
        World::patch(&base, &wrong).unwrap_err().to_string(),
        "corrupt: the delta was changed after it was written"
    );
    assert_eq!(
        World::patch(&base, &delta[..20]).unwrap_err().to_string(),
        "the delta: expected 112 bytes, found 20"
    );
    assert!(matches!(World::patch(&base, &base).unwrap_err().error(), DeltaError::Delta(_)));
}

#[test]
fn a_path_has_the_innermost_five_places() {
    #[derive(Snapshot)]
    struct Deep<T> {
        inner: T,
    }
    fn deep<T>(inner: T) -> Deep<T> {
        Deep { inner }
    }
    let path = |error: SnapshotError| (error.path().to_string(), error.path().is_empty());
    let error = error_of(&deep(deep([(1_u8, true); 2])), |saved| *saved.last_mut().unwrap() = 2);
    assert_eq!(path(error), ("inner.inner[1].1".into(), false));
    assert_eq!(error.to_string(), "inner.inner[1].1: these bytes are no value of this type");
    assert_eq!(format!("{:?}", error.path()), "`inner.inner[1].1`");
    let five = deep(deep(deep(deep(deep(true)))));
    let error = error_of(&five, |saved| *saved.last_mut().unwrap() = 2);
    assert_eq!(path(error).0, ["inner"; 5].join("."));
    let error = error_of(&deep(five), |saved| *saved.last_mut().unwrap() = 2);
    assert_eq!(path(error).0, format!("..{}", ".inner".repeat(5)));
    let error = error_of(&[true, true], |saved| saved[1] = 2);
    assert_eq!(error.to_string(), "[1]: these bytes are no value of this type");
}

/// An error of a hand-written type can be anywhere.
#[test]
fn paths_are_built_from_the_inside() {
    let error = SnapshotError::new(RestoreError::Value);
    assert!(error.path().is_empty());
    assert_eq!(
        error.within_element(3).within("list").to_string(),
        "list[3]: these bytes are no value of this type"
    );
    let source: &dyn std::error::Error = &error;
    assert_eq!(source.to_string(), "these bytes are no value of this type");
}

#[test]
fn errors_of_saves_say_what_is_wrong() {
    let small = World::new().save_into(&mut [0; 10]).unwrap_err();
    let text = small.to_string();
    assert!(!text.is_empty());
    for error in [DeltaError::from(small).to_string(), ResizeError::from(small).to_string()] {
        assert_eq!(error, text);
    }
    assert_eq!(
        DeltaError::Slots.to_string(),
        "the delta does not fit the slots of the base: it is corrupt, or was made against another save"
    );
    assert_eq!(
        RestoreError::Slots { expected: 1_000, found: 2_000 }.to_string(),
        "the saved pool used 2,000 slots, this one has 1,000: both grow to the same capacity, and this one is \
         smaller"
    );
    assert_eq!(
        RestoreError::ObjectOrder.to_string(),
        "corrupt: the order of the objects does not have each of them exactly once"
    );
}
