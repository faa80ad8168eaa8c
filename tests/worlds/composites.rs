//! Structs, tuples and arrays: what the derive accepts, and that they are restored as a whole.

use super::*;
use core::num::Wrapping;

/// Saves a value, restores another one from it, and returns the number of bytes.
#[track_caller]
fn comes_back<T: Snapshot>(value: &T, other: &mut T) -> usize {
    let saved = value.save();
    other.restore(&saved).unwrap();
    assert_eq!(other.save(), saved);
    assert_eq!(T::patch(&saved, &value.delta(&saved).unwrap()).unwrap(), saved);
    saved.len()
}

/// The bytes before the fields of a tuple.
const fn header(fields: usize) -> usize {
    24 + 8 * fields
}

/// The bytes before the fields of a struct with these names.
fn named(names: &[&str]) -> usize {
    header(names.len()) + 4 + names.iter().map(|name| 6 + name.len()).sum::<usize>()
}

#[test]
fn structs_of_every_shape() {
    #[derive(Snapshot)]
    struct Unit;
    #[derive(Snapshot)]
    struct Braces {}
    #[derive(Snapshot)]
    struct Nothing();
    #[derive(Snapshot, Debug, PartialEq)]
    struct Two(u8, #[snapshot(skip)] &'static str, bool);
    #[derive(Snapshot)]
    struct AllSkipped {
        #[snapshot(skip)]
        name: String,
    }
    assert_eq!(comes_back(&Unit, &mut Unit), named(&[]));
    assert_eq!(comes_back(&Braces {}, &mut Braces {}), named(&[]));
    assert_eq!(comes_back(&Nothing(), &mut Nothing()), named(&[]));
    let mut two = Two(0, "left alone", false);
    assert_eq!(comes_back(&Two(1, "not saved", true), &mut two), named(&["0", "2"]) + 2);
    assert_eq!(two, Two(1, "left alone", true));
    let mut skipped = AllSkipped { name: "left alone".into() };
    assert_eq!(comes_back(&AllSkipped { name: String::new() }, &mut skipped), named(&[]));
    assert_eq!(skipped.name, "left alone");
}

#[test]
fn generic_structs() {
    #[derive(Snapshot, Clone, Debug, PartialEq)]
    struct Pair<A, B = u8, const N: usize = 2>
    where
        A: Copy,
    {
        first: [A; N],
        second: B,
        #[snapshot(skip)]
        unsaved: std::marker::PhantomData<fn(A) -> B>,
    }
    fn pair<A: Copy, B>(first: A, second: B) -> Pair<A, B> {
        Pair { first: [first; 2], second, unsaved: std::marker::PhantomData }
    }
    let mut other = pair(0_u16, pair(false, 1.5_f32));
    let headers = 2 * named(&["first", "second"]);
    assert_eq!(comes_back(&pair(1_u16, pair(true, 2.5_f32)), &mut other), headers + 4 + 2 + 4);
    assert_eq!(other, pair(1, pair(true, 2.5)));

    /// A definition of pools as the parameter.
    #[derive(Snapshot)]
    struct Tree<P: stackpool::PoolSpec<Item = [f32; 2], Layout: stackpool::layout::Tracked> + 'static> {
        nodes: Pool<P>,
        root: Option<stackpool::Handle<P>>,
    }
    let tree = || Tree::<Bullets> { nodes: Pool::new(), root: None };
    let (mut grown, mut other) = (tree(), tree());
    grown.root = grown.nodes.insert([1.0; 2]).ok();
    comes_back(&grown, &mut other);
    assert_eq!(other.nodes[other.root.unwrap()], [1.0; 2]);

    #[derive(Snapshot)]
    struct Plain<T: Pod> {
        #[snapshot(plain)]
        value: T,
    }
    let mut other = Plain { value: [0_u8; 3] };
    comes_back(&Plain { value: [1, 2, 3] }, &mut other);
    assert_eq!(other.value, [1, 2, 3]);
}

#[test]
fn arrays_of_arrays_in_an_item() {
    #[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
    #[snapshot(item)]
    struct Board {
        cells: [[Option<bool>; 2]; 3],
    }
    let board = Board { cells: [[None, Some(true)], [Some(false), None], [None; 2]] };
    let mut other = Board { cells: [[Some(true); 2]; 3] };
    assert_eq!(comes_back(&board, &mut other), 3 * 2 * 2);
    assert_eq!(other, board);

    let saved = board.save();
    for at in 0..saved.len() {
        let mut wrong = saved.clone();
        wrong[at] = 9;
        assert!(other.restore(&wrong).is_err() && other == board, "byte {at}");
    }
}

#[test]
fn a_packed_struct_is_saved_as_its_bytes() {
    #[derive(Snapshot, Clone, Copy, Pod, Zeroable)]
    #[snapshot(plain)]
    #[repr(C, packed)]
    struct Header {
        version: u8,
        length: u32,
    }
    let mut other = Header { version: 0, length: 0 };
    assert_eq!(comes_back(&Header { version: 1, length: 2 }, &mut other), 5);
    assert_eq!((other.version, { other.length }), (1, 2));
}

/// Names that the generated code uses too.
#[test]
fn names_of_fields_do_not_matter() {
    #[derive(Snapshot, Default, Debug, PartialEq)]
    #[expect(non_camel_case_types, reason = "a name that could be one of the generated code")]
    struct parts {
        r#type: u8,
        writer: u8,
        then: u8,
        saved: u8,
        buffer: u8,
        value_0: u8,
        part_1: u8,
        _unused: u8,
    }
    let value =
        parts { r#type: 1, writer: 2, then: 3, saved: 4, buffer: 5, value_0: 6, part_1: 7, _unused: 8 };
    let mut other = parts::default();
    comes_back(&value, &mut other);
    assert_eq!(other, value);
    let mut wrong = value.save();
    set_length(&mut wrong, 0, 2);
    set_length(&mut wrong, 1, 0);
    assert_eq!(
        parts::check_saved(&wrong).unwrap_err().to_string(),
        "type: expected 1 bytes, found 2: give the bytes that the save returned, without the rest of its buffer"
    );
}

#[test]
fn tuples_up_to_six_fields() {
    let mut other = Default::default();
    comes_back(&(1_u8, 2_u16, 3_u32, 4_u64, 5_i8, 6_i16), &mut other);
    assert_eq!(other, (1, 2, 3, 4, 5, 6));
    comes_back(&(1_u8, 2_u16, 3_u32, 4_u64, 5_i8), &mut Default::default());
    comes_back(&(1_u8, 2_u16, 3_u32, 4_u64), &mut Default::default());
    comes_back(&(1_u8, 2_u16, 3_u32), &mut Default::default());
    comes_back(&(1_u8, 2_u16), &mut Default::default());
    assert_eq!(comes_back(&(1_u8,), &mut Default::default()), header(1) + 1);
}

#[test]
fn arrays_of_plain_values_have_no_lengths() {
    assert_eq!(comes_back(&[1_u16, 2, 3], &mut [0; 3]), 6);
    assert_eq!(comes_back(&[[1_u8, 2], [3, 4]], &mut [[0; 2]; 2]), 4);
    assert_eq!(comes_back(&[unit(1), unit(2)], &mut [unit(0); 2]), 2 * size_of::<Unit>());
    assert_eq!(comes_back(&[Some(1_u8), None], &mut [None; 2]), 4);
    assert_eq!(comes_back::<[u32; 0]>(&[], &mut []), 0);
    // Those of pools do.
    let pools = || [BulletsPool::new(), BulletsPool::new()];
    assert_eq!(comes_back(&pools(), &mut pools()), 2 * 8 + 2 * 72);
    assert_eq!(comes_back::<[BulletsPool; 0]>(&[], &mut []), 0);
    // As do those of structs.
    assert_eq!(comes_back(&[(1_u8,), (2,)], &mut [(0,), (0,)]), 2 * 8 + 2 * (header(1) + 1));
}

/// What a struct is known by.
#[test]
fn other_fields_are_refused() {
    macro_rules! structs {
        ($($module:ident { $($(#[$key:meta])? $name:ident: $ty:ty),* })*) => {$(
            mod $module {
                #[derive(stackpool::Snapshot, Clone)]
                pub(super) struct Game { $($(#[$key])? pub(super) $name: $ty,)* }
            }
        )*};
    }
    structs! {
        first { a: u32, b: f32 }
        swapped { b: f32, a: u32 }
        renamed { a: u32, c: f32 }
        retyped { a: u32, b: u32 }
        nested { a: u32, b: (f32,) }
        longer { a: u32, b: f32, c: u8 }
        shorter { a: u32 }
        with_a_skipped_field { a: u32, #[snapshot(skip)] c: u8, b: f32 }
    }
    let saved = first::Game { a: 1, b: 2.0 }.save();
    let of = |field, error| Err(SnapshotError::new(error).within(field));
    let typed = of("b", RestoreError::FieldType { others: 0 });
    assert_eq!(swapped::Game::check_saved(&saved), of("b", RestoreError::FieldOrder));
    let is_of =
        |checked: Result<(), SnapshotError>, says: &str| checked.unwrap_err().to_string().contains(says);
    assert!(is_of(renamed::Game::check_saved(&saved), "c: saved under the name `b`"));
    assert_eq!(retyped::Game::check_saved(&saved), typed);
    assert_eq!(nested::Game::check_saved(&saved), typed);
    let new = of("c", RestoreError::NewField { others: 0 });
    assert_eq!(longer::Game::check_saved(&saved), new);
    assert!(is_of(shorter::Game::check_saved(&saved), "the save has the field `b`"));
    let mut game = with_a_skipped_field::Game { a: 0, c: 9, b: 0.0 };
    game.restore(&saved).unwrap();
    assert_eq!((game.a, game.c, game.b), (1, 9, 2.0));
    // A shorter struct is another struct, and not one that was cut off.
    let new = of("b", RestoreError::NewField { others: 1 });
    assert_eq!(longer::Game::check_saved(&shorter::Game { a: 1 }.save()), new);
    // Bytes of another kind.
    let mut bullets = BulletsPool::new();
    assert_eq!(bullets.restore(&World::new().save()), Err(RestoreError::NotSaved.into()));
    bullets.extend([[1.0; 2]; 3]);
    assert_eq!(first::Game::check_saved(&bullets.save()), Err(RestoreError::NotSaved.into()));
}

/// Every field before one that fails is as before.
#[test]
fn an_error_in_any_field_changes_nothing() {
    let (mut world, used) = (World::new(), World::used().save());
    let before = world.save();
    let fields = fields_of(&used);
    assert_eq!(fields.len(), 10);
    for field in fields {
        let mut wrong = used.clone();
        wrong[field.clone()].fill(0xFF);
        // Any four bytes are a frame, and any values may be left in a list: its label is wrong here.
        let is_frame = field == fields_of(&used)[0];
        assert_eq!(world.restore(&wrong).is_ok(), is_frame);
        if is_frame {
            world.restore(&before).unwrap();
        }
        assert_eq!(world.save(), before);
    }
}

#[test]
fn the_crate_can_have_another_path() {
    mod engine {
        pub(super) use stackpool as pools;
    }
    #[derive(stackpool::Snapshot)]
    #[snapshot(crate = engine::pools)]
    struct Game {
        a: u32,
    }
    #[derive(stackpool::Snapshot, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    #[snapshot(plain, crate = engine::pools)]
    #[repr(C)]
    struct Plain {
        a: u32,
    }
    assert_eq!(comes_back(&Game { a: 1 }, &mut Game { a: 2 }), named(&["a"]) + 4);
    assert_eq!(comes_back(&Plain { a: 1 }, &mut Plain { a: 2 }), 4);
}

/// What a field of an item can be needs no key in a world: plain data of other crates, and `Option`s, arrays and tuples
/// of it. The key `plain` gives the same bytes.
#[test]
fn plain_data_needs_no_key() {
    #[derive(Snapshot, Debug, Default, PartialEq)]
    struct Keyed {
        #[snapshot(plain)]
        ticks: Wrapping<u32>,
    }

    mod unkeyed {
        use super::{Snapshot, Wrapping};

        #[derive(Snapshot, Debug, Default, PartialEq)]
        pub(super) struct World {
            pub(super) ticks: Wrapping<u32>,
        }
    }

    #[derive(Snapshot, Debug, Default, PartialEq)]
    struct World {
        ticks: [Wrapping<u32>; 2],
        maybe: Option<(Wrapping<i16>, bool)>,
        several: (Option<[Option<u8>; 2]>, Wrapping<u8>),
    }

    let saved = Keyed { ticks: Wrapping(7) }.save();
    let mut world = unkeyed::World::default();
    world.restore(&saved).unwrap();
    assert!(world.ticks.0 == 7 && world.save() == saved);

    let mut world = World {
        ticks: [Wrapping(1), Wrapping(2)],
        maybe: Some((Wrapping(-3), true)),
        several: (Some([None, Some(4)]), Wrapping(5)),
    };
    let saved = world.save();
    let before = core::mem::take(&mut world);
    let difference = World::diff(&saved, &world.save()).unwrap().to_string();
    assert!(difference.contains("maybe") && difference.contains("-3"), "{difference}");
    world.restore(&saved).unwrap();
    assert_eq!(world, before);
    let no_bool = saved.iter().rposition(|&byte| byte == 1).unwrap();
    let mut wrong = saved.clone();
    wrong[no_bool] = 2;
    assert!(world.restore(&wrong).is_err());
}
