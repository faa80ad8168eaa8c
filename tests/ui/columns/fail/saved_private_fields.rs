//! A restore would make values of a struct that no code of its module makes.

mod ids {
    #[derive(stackpool::Pool)]
    #[pool(capacity = 8, columns)]
    pub struct Id {
        index: usize,
        pub generation: u32,
    }

    impl Id {
        pub fn new(index: usize) -> Id {
            assert!(index < 4);
            Id { index, generation: 0 }
        }
    }
}

#[derive(stackpool::Snapshot)]
struct World {
    ids: ids::IdPool,
}

fn main() {
    let mut ids = ids::IdPool::new();
    let _ = ids.insert(ids::Id::new(3));
    let _ = ids.save();
    let _ = ids::IdPool::SAVED_BYTES;
    let world = World { ids };
    let _ = world.ids.len();
}
