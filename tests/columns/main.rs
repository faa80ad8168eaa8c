//! What the macros generate for column pools.

use stackpool::Pool;

#[derive(Pool, Debug, PartialEq)]
#[pool(capacity = 1_000, columns)]
struct Particle {
    position: [f32; 2],
    ttl: f32,
    kind: u8,
}

fn spark(ttl: f32) -> Particle {
    Particle { position: [1.0, 2.0], ttl, kind: 3 }
}

#[test]
fn an_object_goes_in_and_comes_out() {
    let mut particles = ParticlePool::new();
    let handle: ParticleHandle = particles.insert(spark(2.0)).unwrap();
    for ttl in particles.ttl_mut() {
        *ttl -= 0.5;
    }
    assert_eq!(particles.ttl(), [1.5]);
    assert_eq!(particles.get(handle).unwrap().to_owned(), spark(1.5));
    particles.get_mut(handle).unwrap().set(spark(4.0));
    *particles.get_mut(handle).unwrap().kind = 9;
    assert_eq!(particles.columns().kind, [9]);
    assert_eq!(particles.remove(handle), Some(Particle { kind: 9, ..spark(4.0) }));
    assert!(particles.get(handle).is_none());
}

/// A module whose types are not all visible.
mod hidden {
    use stackpool::{Columns, pool};

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Kind {
        Small,
        Large,
    }

    #[derive(Columns, Debug, PartialEq)]
    pub struct Rock {
        pub weight: f32,
        kind: Kind,
    }

    impl Rock {
        pub fn new(weight: f32) -> Self {
            Rock { weight, kind: if weight < 10.0 { Kind::Small } else { Kind::Large } }
        }

        pub fn is_large(&self) -> bool {
            self.kind == Kind::Large
        }
    }

    pool! {
        pub Rocks: [Rock; 20], columns;
        pub Pebbles: [Rock; 300], columns, guard = live;
    }
}

#[test]
fn fields_of_private_types_are_columns_too() {
    use hidden::{PebblesPool, Rock, RockFields, Rocks, RocksPool};
    let mut rocks = RocksPool::new();
    let rock = rocks.insert(Rock::new(12.0)).unwrap();
    rocks.weight_mut()[0] += 1.0;
    assert!(rocks.remove(rock).is_some_and(|rock| rock.is_large() && rock.weight == 13.0));
    let mut pebbles = PebblesPool::from_iter([Rock::new(1.0)]);
    assert_eq!(pebbles.weight_mut(), [1.0]);
    let of_program: &'static mut RocksPool = Rocks::take_pool().unwrap();
    assert!(of_program.is_empty());
    assert!(Rocks::take_pool().is_err());
}
