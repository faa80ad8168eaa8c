//! Saves of an earlier version of a type: the error says which field is new, gone or different.

use super::*;
use {inner_first::Side as First, inner_item::Side as Item, inner_later::Side as Later};

/// A version of a world.
trait Version {
    fn new() -> Self;
}

/// Declares a world in a module for each version of it.
macro_rules! versions {
    ($($version:ident { $($(#[$key:meta])* $field:ident: $ty:ty = $value:expr),* $(,)? })*) => {$(
        mod $version {
            use super::*;

            #[derive(Snapshot)]
            pub(super) struct World {
                $($(#[$key])* $field: $ty,)*
            }

            impl Version for World {
                fn new() -> Self {
                    World { $($field: $value,)* }
                }
            }
        }
    )*};
}

/// Restores a save of the first world into each of the others, and compares the errors. Nothing changes.
macro_rules! refuses {
    ($saved:ident: $($version:ident $error:literal)*) => {$(
        let saved = <$saved::World as Version>::new().save();
        let mut world = <$version::World as Version>::new();
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
    let error = <(u32, u32, u64)>::check_saved(&first::World::new().save()).unwrap_err();
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

/// Structs that are saved as their bytes.
macro_rules! plain_structs {
    ($($name:ident { $field:ident: $ty:ty })*) => {$(
        #[derive(Clone, Copy, Default, Pod, Zeroable, Snapshot)]
        #[snapshot(plain)]
        #[repr(C)]
        struct $name {
            $field: $ty,
        }
    )*};
}

plain_structs! { Score { points: u32 } Renamed { score: u32 } Halves { points: [u16; 2] } Wide { points: u64 } }

#[test]
fn a_plain_struct_with_fields_of_other_types_is_another_type() {
    versions! {
        first { side: Score = Score { points: 7 } }
        renamed { side: Renamed = Renamed::default() }
        of_one_size { side: Halves = Halves::default() }
        of_another_size { side: Wide = Wide::default() }
    }
    refuses! {
        first:
        of_one_size "side: this field was saved with another type"
        of_another_size "side: this field was saved with another type"
    }
    // Saves do not have the names in it.
    assert_eq!(renamed::World::check_saved(&<first::World as Version>::new().save()), Ok(()));
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
        and_longer {
            frame: u32 = 1,
            side: Later = Later::default(),
            sides: [First; 2] = Default::default(),
            new: u8 = 0,
        }
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
    let error = none::World::check_saved(&longer::World::new().save()).unwrap_err();
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
    let old = without_names(&first::World::new().save());
    let mut world = first::World::new();
    world.restore(&old).unwrap();
    assert!(world.save() == first::World::new().save());
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
    let mut mixed = without_names(&first::World::new().save());
    mixed[12..14].copy_from_slice(&6_u16.to_ne_bytes());
    assert!(first::World::check_saved(&mixed).is_err());
    let mut mixed = first::World::new().save();
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
    let saved = first::World::new().save();
    let names = names_of(&saved);
    for at in (12..names.end).step_by(miri_or(5, 1)) {
        for &mask in MASKS {
            let mut wrong = saved.clone();
            wrong[at] ^= mask;
            for error in [first::World::check_saved(&wrong), later::World::check_saved(&wrong)] {
                let error = error.unwrap_err();
                assert!(!error.to_string().is_empty() && !format!("{error:?}").is_empty());
            }
        }
    }
    for length in (0..saved.len()).step_by(miri_or(5, 1)) {
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

/// Declares a pool of items of fields in a module for each version of it.
macro_rules! items {
    ($($version:ident $(#[$attribute:meta])* { $($(#[$key:meta])* $field:ident: $ty:ty),* $(,)? })*) => {$(
        mod $version {
            #[derive(stackpool::Pool, stackpool::Snapshot)]
            #[pool(capacity = 60)]
            #[snapshot(item)]
            $(#[$attribute])*
            pub(super) struct Ship {
                $($(#[$key])* pub(super) $field: $ty,)*
            }
        }
    )*};
}

/// What a pool says of a save of another one.
#[track_caller]
fn refused<Saved, Now>() -> String
where
    Saved: stackpool::PoolSpec<Item: stackpool::PlainData, Layout: stackpool::layout::Tracked>,
    Now: stackpool::PoolSpec<Item: stackpool::PlainData, Layout: stackpool::layout::Tracked>,
{
    let error = Pool::<Now>::new().restore(&Pool::<Saved>::new().save()).unwrap_err();
    assert!(matches!(error.error(), RestoreError::Item(_)), "{error:?}");
    error.to_string()
}

const NEW: &str = "is new: the save does not have it";
const RENAMED: &str = " (a handle differs if `generations`, `handle_bytes` or `grows_to` of its pool do); if a type \
                       in a field was renamed, write as it was before: `#[snapshot(name = \"..\")]` before that \
                       type, or `#[snapshot(type = \"..\")]` before the field";

#[test]
fn the_field_of_an_item_is_named() {
    items! {
        first { fuel: u32, next: Option<ShipHandle>, place: [f32; 2] }
        longer { fuel: u32, next: Option<ShipHandle>, armor: u16, place: [f32; 2] }
        longer_by_two { fuel: u32, armor: u16, crew: (u8, u8), next: Option<ShipHandle>, place: [f32; 2] }
        longer_by_two_apart { id: u64, fuel: u32, next: Option<ShipHandle>, place: [f32; 2], armor: u16 }
        retyped { fuel: u64, next: Option<ShipHandle>, place: [f32; 2] }
        retyped_array { fuel: u32, next: Option<ShipHandle>, place: [f64; 2] }
        shorter { next: Option<ShipHandle>, place: [f32; 2] }
        shorter_at_the_end { fuel: u32, next: Option<ShipHandle> }
        without_a_handle { fuel: u32, place: [f32; 2] }
        moved { fuel: u32, place: [f32; 2], next: Option<ShipHandle> }
        moved_by_two { place: [f32; 2], fuel: u32, next: Option<ShipHandle> }
        none {}
    }
    use first::Ship as First;
    assert_eq!(refused::<First, longer::Ship>(), format!("the item differs: its field `armor` {NEW}"));
    assert_eq!(
        refused::<First, longer_by_two::Ship>(),
        "the item differs: its fields `armor`, `crew` are new: the save does not have them"
    );
    assert_eq!(
        refused::<First, longer_by_two_apart::Ship>(),
        format!(
            "the item differs: it was saved with other fields than `id`, `fuel`, `next`, `place`, `armor`, or with \
             other types of these{RENAMED}"
        )
    );
    assert_eq!(refused::<First, retyped::Ship>(), "the item differs: its field `fuel` was saved as `u32`");
    assert_eq!(
        refused::<First, retyped_array::Ship>(),
        "the item differs: its field `place` was saved as `[f32; 2]`"
    );
    assert_eq!(
        refused::<First, shorter::Ship>(),
        "the item differs: it was saved with one more field of type `u32`, before all others, which is gone"
    );
    assert_eq!(
        refused::<First, shorter_at_the_end::Ship>(),
        "the item differs: it was saved with one more field of type `[f32; 2]` after `next`, which is gone"
    );
    assert_eq!(
        refused::<First, without_a_handle::Ship>(),
        format!(
            "the item differs: it was saved with other fields than `fuel`, `place`, or with other types of \
         these{RENAMED}"
        )
    );
    assert_eq!(
        refused::<First, moved::Ship>(),
        "the item differs: its fields `place`, `next` were saved in the other order"
    );
    assert_eq!(
        refused::<First, moved_by_two::Ship>(),
        "the item differs: its field `place` was saved at another place"
    );
    assert_eq!(refused::<First, none::Ship>(), "the item differs in its size or its type");
    assert_eq!(
        refused::<none::Ship, First>(),
        "the item differs: its fields `fuel`, `next`, `place` are new: the save does not have them"
    );

    // In a world, and as the base of a delta.
    #[derive(Snapshot)]
    struct Fleet<P: stackpool::PoolSpec<Item: stackpool::PlainData, Layout: stackpool::layout::Tracked>> {
        frame: u32,
        teams: [Pool<P>; 2],
    }
    let saved = Fleet::<First> { frame: 0, teams: [Pool::new(), Pool::new()] }.save();
    let fleet = Fleet::<longer::Ship> { frame: 0, teams: [Pool::new(), Pool::new()] };
    let error = Fleet::<longer::Ship>::check_saved(&saved).unwrap_err();
    assert_eq!(error.to_string(), format!("teams[0]: the item differs: its field `armor` {NEW}"));
    let error = fleet.delta(&saved).unwrap_err();
    assert_eq!(error.to_string(), format!("teams[0]: the base: the item differs: its field `armor` {NEW}"));
    let mut resized = fleet;
    assert!(resized.restore_resized(&saved).unwrap_err().to_string().contains("`armor`"));
}

#[test]
fn the_field_of_other_items_is_named() {
    /// Items that are saved as their memory.
    macro_rules! plain {
        ($($version:ident { $($field:ident: $ty:ty),* })*) => {$(
            mod $version {
                #[derive(stackpool::Pool, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
                #[pool(capacity = 60)]
                #[repr(C)]
                pub(super) struct Ship {
                    $(pub(super) $field: $ty,)*
                }
            }
        )*};
    }
    plain! {
        first { fuel: u32, next: stackpool::Link<Ship>, padding: [u8; 3] }
        longer { fuel: u32, next: stackpool::Link<Ship>, padding: [u8; 3], armor: u32 }
        inside { fuel: u32, armor: u32, next: stackpool::Link<Ship>, padding: [u8; 3] }
        two_inside { armor: u32, shield: u32, fuel: u32, next: stackpool::Link<Ship>, padding: [u8; 3] }
        retyped { fuel: f32, next: stackpool::Link<Ship>, padding: [u8; 3] }
        moved { next: stackpool::Link<Ship>, padding: [u8; 3], fuel: u32 }
    }
    use first::Ship as First;
    assert_eq!(refused::<First, longer::Ship>(), format!("the item differs: its field `armor` {NEW}"));
    // Two fields of one type: either can be the new one.
    assert_eq!(
        refused::<First, inside::Ship>(),
        format!("the item differs: one of its fields `fuel`, `armor` {NEW}")
    );
    assert_eq!(
        refused::<First, two_inside::Ship>(),
        "the item differs: 2 of its fields `armor`, `shield`, `fuel` are new: the save does not have them"
    );
    assert_eq!(
        refused::<two_inside::Ship, inside::Ship>(),
        "the item differs: it was saved with one more field of type `u32`, which is gone"
    );
    assert_eq!(refused::<First, retyped::Ship>(), "the item differs: its field `fuel` was saved as `u32`");
    assert_eq!(
        refused::<First, moved::Ship>(),
        "the item differs: its field `fuel` was saved at another place"
    );
    assert_eq!(
        refused::<longer::Ship, First>(),
        "the item differs: it was saved with one more field of type `u32` after `padding`, which is gone"
    );

    /// Entries of `pool!`: their names are not part of the shape, and those of their items are.
    mod entries {
        pub(super) mod short {
            #[derive(stackpool::Snapshot)]
            #[snapshot(item)]
            pub(crate) struct Ship {
                pub(crate) fuel: u32,
            }
        }
        pub(super) mod long {
            #[derive(stackpool::Snapshot)]
            #[snapshot(item)]
            pub(crate) struct Ship {
                pub(crate) fuel: u32,
                pub(crate) armor: Option<u8>,
            }
        }
        stackpool::pool! {
            pub(super) Short: [short::Ship; 60];
            pub(super) Long: [long::Ship; 60];
            pub(super) Numbers: [u32; 60];
            pub(super) Floats: [f32; 60];
        }
    }
    use entries::*;
    assert_eq!(refused::<Short, Long>(), format!("the item differs: its field `armor` {NEW}"));
    assert_eq!(refused::<Numbers, Floats>(), "the item differs in its size or its type");
    assert_eq!(
        refused::<Numbers, Long>(),
        format!(
            "the item differs: it was saved with other fields than `fuel`, `armor`, or with other types of \
         these{RENAMED}"
        )
    );

    macro_rules! columns {
        ($($version:ident { $($(#[$key:meta])* $field:ident: $ty:ty),* })*) => {$(
            mod $version {
                #[derive(stackpool::Pool, Clone, Copy)]
                #[pool(capacity = 60, columns)]
                pub(super) struct Ship {
                    $($(#[$key])* pub(super) $field: $ty,)*
                }
            }
        )*};
    }
    columns! {
        columns { fuel: u32, #[pool(group = of)] place: [f32; 2], #[pool(group = of)] speed: [f32; 2] }
        more { fuel: u32, armor: u16, #[pool(group = of)] place: [f32; 2], #[pool(group = of)] speed: [f32; 2] }
        in_group { fuel: u32, #[pool(group = of)] place: [f32; 2], #[pool(group = of)] turn: f32,
            #[pool(group = of)] speed: [f32; 2] }
        renamed { gas: u32, #[pool(group = of)] place: [f32; 2], #[pool(group = of)] speed: [f32; 2] }
    }
    let saved = columns::ShipPool::new().save();
    let errors = [
        more::ShipPool::new().restore(&saved),
        in_group::ShipPool::new().restore(&saved),
        renamed::ShipPool::new().restore(&saved),
    ];
    let [more, in_group, renamed] = errors.map(|error| error.unwrap_err().to_string());
    assert_eq!(more, format!("the item differs: its field `armor` {NEW}"));
    assert_eq!(in_group, format!("the item differs: its field `turn` {NEW}"));
    assert_eq!(
        renamed,
        format!(
            "the item differs: it was saved with other fields than `gas`, `place`, `speed`, or with other types of \
         these{RENAMED}"
        )
    );
}

/// Everything else that the label has.
#[test]
fn the_key_of_a_pool_is_named() {
    pool! {
        Numbers: [u32; 60];
        Live: [u32; 60], guard = live;
        Retiring: [u32; 60], generation_bits = 14, on_wrap = retire;
        Generations: [u32; 60], generation_bits = 1;
        Quarantine: [u32; 60], quarantine = 7;
        Grows: [u32; 50], grows_to = 60;
        Marked: [u32; 60], marks;
        Dense: [u32; 60], dense;
    }
    fn error<Saved: Snapshot, Now: Snapshot>(saved: Saved) -> String {
        let _ = saved.saved_len();
        Now::check_saved(&saved.save()).unwrap_err().to_string()
    }
    let guard = "the guard differs: `guard`, `on_wrap` or the bytes of a generation, which follow from \
                 `generation_bits`";
    assert_eq!(error::<_, LivePool>(NumbersPool::new()), guard);
    assert_eq!(error::<_, NumbersPool>(LivePool::new()), guard);
    assert_eq!(error::<_, RetiringPool>(NumbersPool::new()), guard);
    let generations = error::<_, GenerationsPool>(NumbersPool::new());
    assert!(generations.starts_with("saved with 4 generations, this pool has 2"), "{generations}");
    assert_eq!(
        error::<_, QuarantinePool>(NumbersPool::new()),
        "saved with `quarantine = 4`, this pool has 7"
    );
    assert_eq!(
        error::<_, NumbersPool>(GrowsPool::new()),
        "saved with `grows_to`, and this pool does not have it"
    );
    assert_eq!(error::<_, GrowsPool>(NumbersPool::new()), "saved without `grows_to`, and this pool has it");
    let kind = "saved by a pool of another kind: only one of the two is a pool of values or a list, only one of the \
                two is dense, or only the saved one has marks";
    assert_eq!(error::<_, NumbersPool>(MarkedPool::new()), kind);
    assert_eq!(error::<_, NumbersPool>(DensePool::new()), kind);
}

/// The message of a type in a field that was renamed names the way out, which then works.
#[test]
fn a_renamed_type_of_a_link_is_given_its_earlier_name() {
    mod earlier {
        use stackpool::{Link, Pool, Snapshot};

        #[derive(Pool)]
        #[pool(capacity = 300)]
        pub(super) struct Enemy(#[expect(dead_code, reason = "only its name matters")] u32);

        #[derive(Pool, Snapshot)]
        #[pool(capacity = 10)]
        #[snapshot(item)]
        pub(super) struct Bullet {
            pub(super) place: [u16; 2],
            pub(super) owner: Link<Enemy>,
        }
    }

    macro_rules! bullets {
        ($($module:ident($(#[$key:meta])?);)*) => {$(
            mod $module {
                use stackpool::{Link, Pool, Snapshot};

                #[derive(Pool)]
                #[pool(capacity = 300)]
                pub(super) struct Foe(#[expect(dead_code, reason = "only its name matters")] u32);

                #[derive(Pool, Snapshot)]
                #[pool(capacity = 10)]
                #[snapshot(item)]
                pub(super) struct Bullet {
                    pub(super) place: [u16; 2],
                    $(#[$key])?
                    pub(super) owner: Link<Foe>,
                }
            }
        )*};
    }
    bullets! {
        renamed();
        told(#[snapshot(type = "Link<Enemy>")]);
    }

    let first = earlier::Bullet { place: [1, 2], owner: Link::NONE };
    let saved = earlier::BulletPool::from_iter([first]).save();
    let refused = renamed::BulletPool::new().restore(&saved).unwrap_err().to_string();
    assert!(refused.contains("`#[snapshot(type = \"..\")]`"), "{refused}");
    let mut bullets = told::BulletPool::new();
    bullets.restore(&saved).unwrap();
    assert!(bullets.values().all(|bullet| bullet.place == [1, 2] && bullet.owner.is_none()));
}
