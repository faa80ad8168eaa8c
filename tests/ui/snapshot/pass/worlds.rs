//! A module of its own, inside a function, by another path, and with a macro.

use stackpool::{Pool, Snapshot, pool};

mod engine {
    pub use stackpool as pools;
}

macro_rules! world {
    ($name:ident { $($field:ident: $ty:ty),* }) => {
        #[derive(Snapshot, Default)]
        struct $name {
            $($field: $ty,)*
            #[snapshot(skip)]
            frames: u32,
        }
    };
}

world!(Made { value_0: u32, saved: (u8, bool) });

#[derive(engine::pools::Snapshot)]
#[snapshot(crate = engine::pools)]
struct Elsewhere<'a, P>
where
    P: stackpool::PoolSpec,
    Pool<P>: Snapshot,
{
    pool: &'a mut Pool<P>,
}

pub fn main() {
    pool! {
        Units: [u32; 10];
    }

    #[derive(Snapshot)]
    struct Local {
        units: UnitsPool,
        made: Made,
    }
    let mut local = Local { units: UnitsPool::new(), made: Made::default() };
    let mut buffer = [0; Local::SAVED_BYTES];
    let empty = local.save_into(&mut buffer).unwrap();
    local.units.insert(1).unwrap();
    local.made.frames = 2;
    local.restore(empty).unwrap();
    assert_eq!((local.units.len(), local.made.frames), (0, 2));

    let mut pool = UnitsPool::new();
    pool.insert(3).unwrap();
    let world = Elsewhere::<Units> { pool: &mut pool };
    let mut buffer = [0; 500];
    let saved = world.save_into(&mut buffer).unwrap();
    assert_eq!(Elsewhere::<Units>::check_saved(saved), Ok(()));
}
