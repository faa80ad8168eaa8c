//! Structs that are more visible than the types of their fields.

mod quarry {
    use stackpool::{Columns, pool};

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Kind {
        Small,
        Large,
    }

    #[derive(Columns, Debug, PartialEq)]
    pub(crate) struct Rock {
        pub(crate) weight: f32,
        kind: Kind,
        #[pool(group = place)]
        pub(crate) x: u16,
        #[pool(group = place)]
        y: Option<Kind>,
    }

    impl Rock {
        pub(crate) fn new(weight: f32) -> Self {
            let kind = if weight < 10.0 { Kind::Small } else { Kind::Large };
            Rock { weight, kind, x: 1, y: Some(kind) }
        }

        pub(crate) fn is_large(&self) -> bool {
            self.kind == Kind::Large && self.y == Some(Kind::Large)
        }
    }

    pub(crate) fn grow(rocks: &mut RocksPool) {
        let columns = rocks.slot_columns_mut();
        for (kind, place) in columns.kind.iter_mut().zip(columns.place) {
            (*kind, place.y) = (Kind::Large, Some(Kind::Large));
        }
    }

    pool! {
        pub(crate) Rocks: [Rock; 20], columns;
        pub(crate) Pebbles: [Rock; 300], columns, guard = live;
    }
}

use quarry::{PebblesPool, Rock, RockFields, Rocks, RocksPool};

#[test]
fn fields_of_private_types_are_columns_too() {
    let mut rocks = RocksPool::new();
    let rock = rocks.insert(Rock::new(3.0)).unwrap();
    rocks.slot_weight_mut()[0] += 1.0;
    assert!(!rocks.get(rock).unwrap().to_owned().is_large());
    quarry::grow(&mut rocks);
    assert!(rocks.remove(rock).is_some_and(|rock| rock.is_large() && rock.weight == 4.0));
}

#[test]
fn the_methods_are_those_of_every_pool_of_the_struct() {
    let mut pebbles = PebblesPool::from_iter([Rock::new(1.0), Rock::new(12.0)]);
    pebbles.slot_weight_mut().swap(0, 1);
    assert_eq!(pebbles.slot_weight(), [12.0, 1.0]);
    assert!(pebbles.drain().nth(1).is_some_and(|(_, rock)| rock.is_large()));
}

#[test]
fn a_static_is_taken_once() {
    let rocks: &'static mut RocksPool = Rocks::take_pool().unwrap();
    assert!(rocks.is_empty());
    assert!(Rocks::take_pool().is_err());
}
