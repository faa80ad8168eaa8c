//! Pools with so large a capacity that links and entries take three bytes.

#![cfg(all(feature = "alloc", not(miri)))]

use crate::size::cases;
use stackpool::{Heap, Pool, PoolSpec};

/// Such a pool is too large for the stack.
fn on_heap<P: PoolSpec>() -> Box<Pool<P>> {
    Heap::into_box(Pool::on_heap())
}

crate::models! {
    cases(0, 2), 300;
    listed_65_537: Listed65537 [[u8; 3]; 65_537, bookkeeping = free_list].made_by(on_heap);
}

gate::only! {
    mod more {
        use super::*;
        use crate::model::{Abilities, Tested};
        use stackpool::pool;

        crate::models! {
            cases(0, 2), 300;
            listed_65_536: Listed65536 [u16; 65_536, bookkeeping = free_list, guard = live].made_by(on_heap);
            listed_300_000: Listed300000 [[u8; 3]; 300_000, bookkeeping = free_list, guard = live].made_by(on_heap);
        }

        pool! {
            Seventeen: [u8; 70_000], layout = packed(17);
            Eighteen: [u8; 70_000], layout = packed18;
            Twenty: [u8; 70_000], layout = packed(20);
            Wide: [u8; 70_000], layout = split24;
        }

        #[test]
        fn tables() {
            crate::check(cases(0, 2), 300, || {
                vec![
                    Box::new(Tested::new(Abilities::<Seventeen>::new().made_by(on_heap).table())),
                    Box::new(Tested::new(Abilities::<Eighteen>::new().made_by(on_heap).table())),
                    Box::new(Tested::new(Abilities::<Twenty>::new().made_by(on_heap).table())),
                    Box::new(Tested::new(Abilities::<Wide>::new().made_by(on_heap).table())),
                ]
            });
        }
    }
}
