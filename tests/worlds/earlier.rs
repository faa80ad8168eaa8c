//! Saves of an earlier version of a type: the error says which field is new, gone or different.

use super::*;
use {inner_first::Side as First, inner_item::Side as Item, inner_later::Side as Later};

/// Declares a world in a module for each version of it.
macro_rules! versions {
    ($($version:ident { $($(#[$key:meta])* $field:ident: $ty:ty = $value:expr),* $(,)? })*) => {$(
        mod $version {
            #[allow(unused_imports, reason = "not every version has all types")]
            use super::*;

            #[derive(Snapshot)]
            pub(super) struct World {
                $($(#[$key])* $field: $ty,)*
            }

            pub(super) fn world() -> World {
                World { $($field: $value,)* }
            }
        }
    )*};
}

/// Restores a save of the first world into each of the others, and compares the errors. Nothing changes.
macro_rules! refuses {
    ($saved:ident: $($version:ident $error:literal)*) => {$(
        let saved = $saved::world().save();
        let mut world = $version::world();
        let before = world.save();
        let error = world.restore(&saved).unwrap_err();
        assert_eq!(error.to_string(), $error);
        assert_eq!($version::World::check_saved(&saved), Err(error));
        assert!(world.save() == before);
    )*};
}

#[test]
fn the_field_of_a_world_is_named() {
    versions! {
        first { frame: u32 = 1, score: u32 = 2, seed: u64 = 3 }
        longer { frame: u32 = 0, score: u32 = 0, seed: u64 = 0, level: u8 = 0 }
        longer_by_two { lives: u8 = 0, frame: u32 = 0, score: u32 = 0, level: u8 = 0, seed: u64 = 0 }
        shorter { frame: u32 = 0, seed: u64 = 0 }
        empty {}
        retyped { frame: u32 = 0, score: u64 = 0, seed: u64 = 0 }
        retyped_twice { frame: u8 = 0, score: u64 = 0, seed: u64 = 0 }
        swapped { score: u32 = 0, frame: u32 = 0, seed: u64 = 0 }
        renamed { frame: u32 = 0, points: u32 = 0, seed: u64 = 0 }
        replaced { frame: u32 = 0, points: u16 = 0, seed: u64 = 0 }
        renamed_and_longer { frame: u32 = 0, points: u32 = 0, seed: u64 = 0, level: u8 = 0 }
        others { a: u8 = 0, b: u8 = 0 }
    }
    refuses! {
        first:
        longer "level: this field is new: the save does not have it"
        longer_by_two "lives: this field is new: the save does not have it (1 other field differs too)"
        shorter "the save has the field `score`, which is gone"
        empty "the save has the field `frame`, which is gone (2 other fields differ too)"
        retyped "score: this field was saved with another type"
        retyped_twice "frame: this field was saved with another type (1 other field differs too)"
        swapped "score: this field was saved at another place: the order of the fields differs"
        renamed "points: saved under the name `score`: if it is the same value, write `#[snapshot(name = \"score\")]` \
            before this field"
        replaced "points: this field is new: the save does not have it (1 other field differs too)"
        renamed_and_longer "points: saved under the name `score`: if it is the same value, write \
            `#[snapshot(name = \"score\")]` before this field (1 other field differs too)"
        others "a: this field is new: the save does not have it (4 other fields differ too)"
    }
    refuses! { empty: shorter "frame: this field is new: the save does not have it (1 other field differs too)" }
    // A tuple has no names.
    let error = <(u32, u32, u64)>::check_saved(&first::world().save()).unwrap_err();
    assert_eq!(error.to_string(), "saved with other fields: their names, order or kinds differ");
    let saved = (1_u32, 2_u32, 3_u64).save();
    let error = first::World::check_saved(&saved).unwrap_err();
    assert_eq!(error.to_string(), "saved with other fields: their names, order or kinds differ");
}

mod inner_first {
    #[derive(stackpool::Snapshot, Default)]
    pub(super) struct Side {
        pub(super) score: u32,
    }
}
mod inner_later {
    #[derive(stackpool::Snapshot, Default)]
    pub(super) struct Side {
        pub(super) score: u32,
        pub(super) lives: u8,
    }
}
mod inner_item {
    #[derive(stackpool::Snapshot, Default)]
    #[snapshot(item)]
    pub(super) struct Side {
        pub(super) score: u32,
    }
}

#[test]
fn inner_structs_have_a_path() {
    versions! {
        first { frame: u32 = 1, side: First = First::default(), sides: [First; 2] = Default::default() }
        later { frame: u32 = 1, side: Later = Later::default(), sides: [Later; 2] = Default::default() }
        of_elements { frame: u32 = 1, side: First = First::default(), sides: [Later; 2] = Default::default() }
        more_elements { frame: u32 = 1, side: First = First::default(), sides: [First; 3] = Default::default() }
        no_struct { frame: u32 = 1, side: u8 = 0, sides: [First; 2] = Default::default() }
        an_item { frame: u32 = 1, side: Item = Item::default(), sides: [First; 2] = Default::default() }
        and_longer { frame: u32 = 1, side: Later = Later::default(), sides: [First; 2] = Default::default(), new: u8 = 0 }
    }
    refuses! {
        first:
        later "side.lives: this field is new: the save does not have it"
        of_elements "sides[0].lives: this field is new: the save does not have it"
        more_elements "sides: this field was saved with another type"
        no_struct "side: this field was saved with another type"
        an_item "side: this field was saved with another type"
        and_longer "new: this field is new: the save does not have it (1 other field differs too)"
    }
    refuses! {
        later:
        first "side: the save has the field `lives`, which is gone"
        of_elements "side: the save has the field `lives`, which is gone"
    }
}

#[test]
fn names_of_any_length_and_language() {
    versions! {
        none { frame: u32 = 0 }
        long { frame: u32 = 0, exactly_twenty_bytes: u8 = 0 }
        longer { frame: u32 = 0, more_than_twenty_bytes: u8 = 0 }
        cut_in_a_letter { frame: u32 = 0, größenänderungsü: u8 = 0, größenänderungen: u8 = 0 }
        short { frame: u32 = 0, größe: u8 = 0 }
    }
    refuses! { long: none "the save has the field `exactly_twenty_bytes`, which is gone" }
    refuses! { longer: none "the save has the field `more_than_twenty_b..`, which is gone" }
    refuses! {
        cut_in_a_letter:
        none "the save has the field `größenänderungsü`, which is gone (1 other field differs too)"
    }
    refuses! { short: none "the save has the field `größe`, which is gone" }
    let error = none::World::check_saved(&longer::world().save()).unwrap_err();
    let RestoreError::GoneField { name, others: 0 } = error.error() else { panic!("{error}") };
    assert_eq!(
        (name.as_str(), format!("{name:?}")),
        ("more_than_twenty_b..", "\"more_than_twenty_b..\"".into())
    );
}

/// The bytes of the names of a saved struct.
fn names_of(saved: &[u8]) -> std::ops::Range<usize> {
    let start = 24 + 8 * usize::from(u16::from_ne_bytes(saved[14..16].try_into().unwrap()));
    let total = u32::from_ne_bytes(saved[start..start + 4].try_into().unwrap());
    start..start + 4 + total as usize
}

/// The same struct with the version of an earlier release, which had no names.
fn without_names(saved: &[u8]) -> Vec<u8> {
    let names = names_of(saved);
    let mut old = [&saved[..names.start], &saved[names.end..]].concat();
    old[12..14].copy_from_slice(&2_u16.to_ne_bytes());
    old
}

#[test]
fn saves_without_names_are_read_and_compared_by_their_shape() {
    versions! {
        first { frame: u32 = 1, score: u32 = 2, seed: u64 = 3 }
        longer { frame: u32 = 0, score: u32 = 0, level: u8 = 0, seed: u64 = 0 }
        longer_by_two { frame: u32 = 0, lives: u8 = 0, level: u8 = 0, score: u32 = 0, seed: u64 = 0 }
        moved { seed: u64 = 0, frame: u32 = 0, score: u32 = 0 }
        shorter { frame: u32 = 0, score: u32 = 0 }
    }
    let old = without_names(&first::world().save());
    let mut world = first::world();
    world.restore(&old).unwrap();
    assert!(world.save() == first::world().save());
    let errors = [
        longer::World::check_saved(&old),
        longer_by_two::World::check_saved(&old),
        moved::World::check_saved(&old),
        shorter::World::check_saved(&old),
    ];
    assert_eq!(
        errors.map(|error| error.unwrap_err().to_string()),
        [
            "level: this field is new: the save does not have it",
            "lives: this field is new: the save does not have it (1 other field differs too)",
            "seed: this field was saved at another place: the order of the fields differs",
            "saved with other fields: their names, order or kinds differ",
        ]
    );
    // A save is one of the two.
    let mut mixed = without_names(&first::world().save());
    mixed[12..14].copy_from_slice(&6_u16.to_ne_bytes());
    assert!(first::World::check_saved(&mixed).is_err());
    let mut mixed = first::world().save();
    mixed[12..14].copy_from_slice(&2_u16.to_ne_bytes());
    assert!(first::World::check_saved(&mixed).is_err());
}

/// Whatever the bytes of the names are, there is an error, and never a panic.
#[test]
fn hostile_names_are_errors() {
    versions! {
        first { frame: u32 = 1, größe: u32 = 2, seed: u64 = 3 }
        later { frame: u32 = 1, größe: u16 = 2, level: u8 = 3 }
    }
    let saved = first::world().save();
    let names = names_of(&saved);
    for at in 12..names.end {
        for &mask in MASKS {
            let mut wrong = saved.clone();
            wrong[at] ^= mask;
            for error in [first::World::check_saved(&wrong), later::World::check_saved(&wrong)] {
                let error = error.unwrap_err();
                assert!(!error.to_string().is_empty() && !format!("{error:?}").is_empty());
            }
        }
    }
    for length in 0..saved.len() {
        assert!(first::World::check_saved(&saved[..length]).is_err());
        assert!(later::World::check_saved(&saved[..length]).is_err());
    }
    for start in (names.start..names.end).step_by(miri_or(13, 1)) {
        for number in [0, 1, 0x7F, u32::MAX, u32::MAX / 2] {
            let mut wrong = saved.clone();
            wrong[start..start + 4].copy_from_slice(&u32::to_ne_bytes(number));
            let is_equal = wrong == saved;
            assert_eq!(first::World::check_saved(&wrong).is_ok(), is_equal);
            assert!(later::World::check_saved(&wrong).is_err());
        }
    }
    // A name for a terminal.
    let mut wrong = saved.clone();
    let name = names.start + 4 + 6;
    wrong[name..name + 5].copy_from_slice(b"\x1b[31m");
    let error = later::World::check_saved(&wrong).unwrap_err();
    assert!(!error.to_string().contains('\x1b'), "{error}");
}
