//! Fields of columns that a restore leaves alone: `#[pool(keep)]`.

use stackpool::{Pool, Snapshot, column_pool::SavedColumns};

macro_rules! sprites {
    ($($name:ident, $module:ident, $pool:ident: [$($keys:tt)*])*) => { $(
        #[derive(Pool, Clone, Copy, Debug, PartialEq)]
        #[pool($($keys)*)]
        struct $name {
            place: u16,
            #[pool(keep)]
            image: u32,
            #[pool(group = hot)]
            speed: f32,
            #[pool(group = hot, keep)]
            mass: f32,
            #[pool(group = hot, skip)]
            cache: f32,
            #[pool(skip)]
            frame: u8,
        }

        mod $module {
            use super::*;

            fn sprite(number: u16) -> $name {
                let (image, mass) = (number.into(), number.into());
                $name { place: number, image, speed: 0.5, mass, cache: 2.0, frame: 9 }
            }

            /// Objects stay, move, end and begin between two states, and come back.
            #[test]
            fn objects_that_stay_keep_their_fields() {
                for gone in [&[][..], &[0], &[3, 0, 4], &[4], &[0, 1, 2, 3, 4], &[70, 2, 69]] {
                    let mut sprites = $pool::new();
                    let count = if gone.contains(&70) { 75 } else { 5 };
                    let handles: Vec<_> =
                        (1..=count).map(|number| sprites.insert(sprite(number)).unwrap()).collect();
                    let saved = Snapshot::save(&sprites);
                    for &at in gone {
                        sprites.remove(handles[at]);
                    }
                    for _ in 0..gone.len() + 2 {
                        sprites.insert(sprite(100)).unwrap();
                    }
                    for sprite in sprites.iter_mut().map(|(_, sprite)| sprite) {
                        *sprite.place += 1;
                    }
                    let kept = |sprites: &$pool, handle| {
                        sprites.get(handle).map(|sprite| (*sprite.image, *sprite.mass))
                    };
                    let before: Vec<_> = handles.iter().map(|&handle| kept(&sprites, handle)).collect();
                    // Under guard `live`, the new objects have the handles of those that are gone.
                    let are_named = stringify!($($keys)*).contains("live");
                    assert!(gone.iter().all(|&at| before[at].is_some() == are_named));
                    sprites.restore(&saved).unwrap();
                    assert!(Snapshot::save(&sprites) == saved);
                    assert_eq!(sprites.len(), usize::from(count));
                    for ((&handle, number), before) in handles.iter().zip(1..).zip(before) {
                        let found = sprites.get(handle).unwrap().to_owned();
                        assert_eq!((found.place, found.speed), (number, 0.5), "{gone:?}");
                        assert_eq!(kept(&sprites, handle), before.or(Some((0, 0.0))), "{gone:?}, {number}");
                        // A skipped field has what its slot had, or in a dense pool zeros.
                        let skipped = if is_dense() { (0.0, 0) } else { (2.0, 9) };
                        assert_eq!((found.cache, found.frame), skipped);
                    }
                }
            }

            fn is_dense() -> bool {
                stringify!($($keys)*).contains("dense")
            }
        }
    )* };
}

sprites! {
    InPlace, in_place, InPlacePool: [capacity = 100, columns]
    Dense, dense, DensePool: [capacity = 100, columns, dense, changes]
    Live, live, LivePool: [capacity = 100, columns, guard = live, quarantine = 0]
}

/// Saved bytes are those of a struct without the field.
#[test]
fn kept_fields_are_no_part_of_the_shape() {
    mod without {
        use super::*;

        #[derive(Pool, Clone, Copy, Debug, PartialEq)]
        #[pool(capacity = 100, columns)]
        pub(super) struct InPlace {
            pub(super) place: u16,
            #[pool(group = hot)]
            pub(super) speed: f32,
        }
    }

    fn bytes<T: SavedColumns>() {}
    bytes::<InPlace>();
    assert_eq!(InPlacePool::SAVED_BYTES, without::InPlacePool::SAVED_BYTES);
    without::InPlacePool::check_saved(&Snapshot::save(&InPlacePool::new())).unwrap();
}
